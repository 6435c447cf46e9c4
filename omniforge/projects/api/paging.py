"""Shared by the projects views: validated queries, and keyset pagination."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from omniforge.errors import InvalidInput
from omniforge.instants import to_rfc3339
from omniforge.projects.models import Document, Entity, Project
from omniforge.projects.selectors import page_of
from omniforge.web.paging import NO_CURSOR
from omniforge.web.request_data import checked

_PAGE, _MOST = 50, 100
Kind = TypeVar("Kind")
Dated = TypeVar("Dated", Project, Document, Entity)


class _Limited(serializers.Serializer[Any]):
    limit = serializers.IntegerField(
        min_value=1, max_value=_MOST, default=_PAGE, help_text="How many at most."
    )


class PageQuery(_Limited):
    """Which page of a list."""

    cursor = serializers.CharField(required=False, help_text="`next` of the page before.")


class PageById(_Limited):
    """Which page of a list whose rows stand in the order in which they were made."""

    cursor = serializers.UUIDField(required=False, help_text="`next` of the page before.")


def query_of(request: Request, query: type[_Limited] = PageQuery) -> dict[str, Any]:
    """Return the validated query of a list. Raises a DRF ValidationError (400)."""
    return checked(query(data=request.query_params))


def newest(rows: QuerySet[Dated], wanted: dict[str, Any]) -> tuple[Sequence[Dated], str | None]:
    """Return a page of rows by their last change, and the cursor of the following page, or None."""
    place = decode_cursor(wanted)
    after = rows.model(updated_at=place[0], pk=place[1]) if place else None
    found = page_of(rows, wanted["limit"] + 1, after)
    return cut_page(found, wanted["limit"], lambda row: f"{to_rfc3339(row.updated_at)}~{row.pk}")


def cut_page(
    found: Sequence[Kind], limit: int, cursor: Callable[[Kind], str]
) -> tuple[Sequence[Kind], str | None]:
    """Return the first `limit` items, and the last one's cursor if more follow."""
    return found[:limit], cursor(found[limit - 1]) if len(found) > limit else None


def decode_cursor(wanted: dict[str, Any]) -> tuple[datetime, UUID] | None:
    """Decode a cursor to time and id, or None without one. Raises InvalidInput."""
    if "cursor" not in wanted:
        return None
    at, _, row_id = wanted["cursor"].partition("~")
    try:
        return datetime.fromisoformat(at).astimezone(UTC), UUID(row_id)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(NO_CURSOR) from error
