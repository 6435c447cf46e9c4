"""Keyset pagination: a cursor marks the end of the previous page."""

from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter

from omniforge.errors import InvalidInput

PAGE_SIZE = 50
CURSOR = OpenApiParameter("cursor", str, description="`next` of the page before.")
NO_CURSOR = "This cursor is not valid. Begin again with the first page."
Row = TypeVar("Row")
Kept = TypeVar("Kept", bound=Model)


def cut_page(found: Sequence[Row], cursor: Callable[[Row], object]) -> tuple[list[Row], str | None]:
    """Cut `found`, which has one row more than a page, and return the next page's cursor."""
    page = list(found[:PAGE_SIZE])
    return page, str(cursor(page[-1])) if len(found) > PAGE_SIZE else None


def page_by(
    column: str, rows: QuerySet[Kept], cursor: UUID | str | None, *, newest: bool = False
) -> tuple[list[Kept], str | None]:
    """Return the rows after the cursor in the order of a unique column, and the cursor of the next page.

    By `pk` they are in order of creation, the `newest` first if requested.
    Raises InvalidInput for an invalid cursor.
    """
    try:
        after = rows.filter(**{f"{column}__{'lt' if newest else 'gt'}": cursor}) if cursor else rows
    except (ValueError, ValidationError) as error:
        raise InvalidInput(NO_CURSOR) from error
    found = after.order_by(f"-{column}" if newest else column)
    return cut_page(list(found[: PAGE_SIZE + 1]), lambda row: getattr(row, column))
