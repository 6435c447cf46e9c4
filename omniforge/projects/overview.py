"""All projects of a workspace, with their open tasks and last change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery

from omniforge.projects.api.paging import newest
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import Project, Version
from omniforge.projects.selectors import find_projects
from omniforge.tenants.access import Access

_OPEN = Q(entities__kind=Kind.TASK, entities__deleted_at=None) & ~Q(entities__state__in=RULES[Kind.TASK].ends)


@dataclass(frozen=True, slots=True)
class ProjectLine:
    """A project, its number of open tasks, and its last change."""

    project: Project
    open_tasks: int
    last: Version | None


def overview(access: Access, wanted: dict[str, Any]) -> tuple[list[ProjectLine], str | None]:
    """Return a page of projects, last changed first, and the cursor of the next one.

    `wanted` has `limit` and optionally `cursor`, three queries. Raises InvalidInput for an invalid cursor.
    """
    about_things = Version.objects.filter(project=OuterRef("pk")).exclude(entity_type__in=["project", "edge"])
    projects = (
        find_projects(access)
        .defer("doc_structure")
        .annotate(
            open_tasks=Count("entities", filter=_OPEN),
            last=Subquery(about_things.order_by("-pk").values("pk")[:1]),
        )
    )
    found: Sequence[Any]
    found, following = newest(projects, wanted)
    changes = Version.objects.select_related("changed_by").defer("patch", "inverse", "place")
    last = changes.in_bulk([project.last for project in found if project.last])
    return [ProjectLine(one, one.open_tasks, last.get(one.last)) for one in found], following
