"""Lists page by page, by a cursor that says where the page before ended."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agents.models import AgentDefinition, SkillDefinition

PAGE_SIZE = 50
CURSOR = OpenApiParameter("cursor", str, description="`next` of the page before.")
Named = TypeVar("Named", AgentDefinition, SkillDefinition)
Row = TypeVar("Row")


def page_of(rows: QuerySet[Named], request: Request) -> tuple[list[Named], str | None]:
    """Return the rows after the request's cursor, a name, and the cursor of the page that follows."""
    after = rows.filter(slug__gt=request.query_params.get("cursor", ""))
    return cut(list(after[: PAGE_SIZE + 1]), lambda row: row.slug)


def cut(found: Sequence[Row], cursor: Callable[[Row], object]) -> tuple[list[Row], str | None]:
    """Return a page of what was found, one row more than a page, and the cursor of the page that follows."""
    page = list(found[:PAGE_SIZE])
    return page, str(cursor(page[-1])) if len(found) > PAGE_SIZE else None
