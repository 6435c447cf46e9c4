"""What goes to the trash with a deleted thing: a project's contents, a thing's links."""

from typing import Any

from django.db.models import Count

from agents.tools.changing.operation import Operation
from agents.tools.counts import counted
from agents.tools.rows import Row
from omniforge.english import join_words
from omniforge.projects.changes import Changed
from omniforge.projects.models import Action, Document, Entity, Project
from omniforge.tenants.access import Access


def gone_with(access: Access, one: Operation, changed: Changed[Any]) -> Row:
    """Return what a deletion took along, in words, nothing for any other operation."""
    if one.op != "delete":
        return {}
    numbers = _contents(access, changed.row) if isinstance(changed.row, Project) else _links(changed)
    said = [counted(number, kind) for kind, number in numbers.items() if number]
    return {"with_it": join_words(said)} if said else {}


def _contents(access: Access, project: Project) -> dict[str, int]:
    inside = {"tenant_id": access.tenant_id, "project": project, "deleted_at": None}
    work = Entity.objects.filter(**inside).order_by("kind").values_list("kind")
    return {"document": Document.objects.filter(**inside).count()} | dict(work.annotate(number=Count("pk")))


def _links(changed: Changed[Any]) -> dict[str, int]:
    return {"link": sum(one.entity_type == "edge" and one.action == Action.DELETE for one in changed.changes)}
