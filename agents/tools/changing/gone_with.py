"""What goes to the trash with a deleted thing, a project's contents or a thing's links, and comes back."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count

from agents.tools.changing.operation import Operation
from agents.tools.counts import counted
from agents.tools.rows import Row
from omniforge.english import join_words
from omniforge.projects.changes import Changed
from omniforge.projects.models import Action, Document, Entity, Project, Version
from omniforge.projects.selectors import find_projects, find_versions
from omniforge.tenants.access import Access


def gone_with(access: Access, one: Operation, changed: Changed[Any]) -> Row:
    """Return what a deletion took along or a restored project brought back, in words."""
    if isinstance(changed.row, Project) and one.op in ("delete", "restore"):
        said = contents_of(access, [changed.row.pk])[changed.row.pk]
    elif one.op == "delete":
        links = (one.entity_type == "edge" and one.action == Action.DELETE for one in changed.changes)
        said = _in_words({"link": sum(links)})
    else:
        said = ""
    return {"with_it": said} if said else {}


def gone_with_each(access: Access, deletions: Sequence[Version]) -> Mapping[UUID, str]:
    """Return what each deletion took along, in words. Of projects only if they are still deleted."""
    batches = {one.batch for one in deletions}
    edges = find_versions(access).filter(batch__in=batches, entity_type="edge", action=Action.DELETE)
    links = Counter(edges.values_list("batch", flat=True))
    said = {one.pk: _in_words({"link": links[one.batch]}) for one in deletions}
    gone = find_projects(access, deleted=True).filter(deleted_at__isnull=False)
    projects = gone.in_bulk([one.entity_id for one in deletions if one.entity_type == "project"])
    contents = contents_of(access, projects)
    return said | {one.pk: contents[one.entity_id] for one in deletions if one.entity_id in projects}


def contents_of(access: Access, projects: Collection[UUID]) -> Mapping[UUID, str]:
    """Return how much of each kind projects hold, in words."""
    inside = {"tenant_id": access.tenant_id, "project__in": projects, "deleted_at": None}
    documents = Document.objects.filter(**inside).order_by("project_id").values_list("project_id")
    work = Entity.objects.filter(**inside).order_by("project_id", "kind").values_list("project_id", "kind")
    held = defaultdict[UUID, dict[str, int]](dict)
    for project, number in documents.annotate(number=Count("pk")):
        held[project]["document"] = number
    for project, kind, number in work.annotate(number=Count("pk")):
        held[project][kind] = number
    return {one: _in_words(held[one]) for one in projects}


def _in_words(numbers: Mapping[str, int]) -> str:
    return join_words([counted(number, kind) for kind, number in numbers.items() if number])
