"""What the views of agents and skills share: checked bodies, and lists page by page."""

from typing import TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agents.models import AgentDefinition, SkillDefinition

PAGE_SIZE = 50
CURSOR = OpenApiParameter("cursor", str, description="`next` of the page before.")
Named = TypeVar("Named", AgentDefinition, SkillDefinition)


def page_of(rows: QuerySet[Named], request: Request) -> tuple[list[Named], str | None]:
    """Return the rows after the request's cursor, a name, and the cursor of the page that follows."""
    found = list(rows.filter(slug__gt=request.query_params.get("cursor", ""))[: PAGE_SIZE + 1])
    following = found[PAGE_SIZE - 1].slug if len(found) > PAGE_SIZE else None
    return found[:PAGE_SIZE], following
