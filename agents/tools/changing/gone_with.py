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
from omniforge.projects.selectors import find_versions
from omniforge.tenants.access import Access


def gone_with(access: Access, one: Operation, changed: Changed[Any]) -> Row:
    """Return what a deletion or a move took along or a restored project brought back, in words."""
    if isinstance(changed.row, Project) and one.op in ("delete", "restore"):
        said = contents_of(access, [changed.row.pk])[changed.row.pk]
    elif one.op == "delete":
        links = (one.entity_type == "edge" and one.action == Action.DELETE for one in changed.changes)
        said = _in_words({"link": sum(links)})
    elif one.op == "move":
        said = _in_words({"document": max(0, len(changed.entities_created) - 1)})
    else:
        said = ""
    return {"with_it": said} if said else {}


def gone_with_each(access: Access, deletions: Sequence[Version]) -> Mapping[UUID, str]:
    """Return what each deletion took along, in words, as it was by then."""
    batches = {one.batch for one in deletions}
    edges = find_versions(access).filter(batch__in=batches, entity_type="edge", action=Action.DELETE)
    links = Counter(edges.values_list("batch", flat=True))
    said = {one.pk: _in_words({"link": links[one.batch]}) for one in deletions}
    return said | _contents_then(access, [one for one in deletions if one.entity_type == "project"])


def _contents_then(access: Access, deletions: Sequence[Version]) -> dict[UUID, str]:
    """Return how much of each kind the deleted projects held by then, from the history of what is in them."""
    homes = {one.entity_id for one in deletions}
    inside = find_versions(access).filter(project_id__in=homes).exclude(entity_type__in=("project", "edge"))
    columns = ("pk", "project_id", "entity_id", "entity_type", "action")
    history = list(inside.order_by("id").values_list(*columns)) if homes else []
    said = dict[UUID, str]()
    for one in deletions:
        known = (row for row in history if row[0] < one.pk and row[1] == one.entity_id)
        last = {thing: (kind, action) for _, _, thing, kind, action in known}
        said[one.pk] = _in_words(Counter(kind for kind, action in last.values() if action != Action.DELETE))
    return said


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
    """Return numbers of things in words, documents first."""
    kinds = sorted(numbers, key=lambda kind: (kind != "document", kind))
    return join_words([counted(numbers[kind], kind) for kind in kinds if numbers[kind]])
