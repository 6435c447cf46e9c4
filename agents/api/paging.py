"""Lists of what has a slug, page by page."""

from typing import TypeVar

from django.db.models import QuerySet
from rest_framework.request import Request

from agents.models import AgentDefinition, SkillDefinition
from omniforge.web.paging import PAGE_SIZE, cut

Named = TypeVar("Named", AgentDefinition, SkillDefinition)


def page_of(rows: QuerySet[Named], request: Request) -> tuple[list[Named], str | None]:
    """Return the rows after the request's cursor, a name, and the cursor of the page that follows."""
    after = rows.filter(slug__gt=request.query_params.get("cursor", ""))
    return cut(list(after[: PAGE_SIZE + 1]), lambda row: row.slug)
