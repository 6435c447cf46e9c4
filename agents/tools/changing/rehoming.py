"""Takes things to another project: each is created anew there, and the old one deleted."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from agents.failures import ToolFailed
from omniforge.projects import tree
from omniforge.projects.changes import Change, Changed
from omniforge.projects.models import Document, DocumentRole, Entity
from omniforge.projects.services import DocumentService, EntityService

_OF_WORK = ("title", "description", "state", "priority", "due_on", "fields")
_OF_DOCUMENTS = ("title", "description", "content")
_ANCHOR = "'{}' is the context of its project, and stays there."


class Taken(NamedTuple):
    """What was moved, and the new rows by the former ids, also of what went along."""

    changed: Changed[Any]
    rows: Mapping[UUID, Document | Entity]


def take_work(service: EntityService, old: Entity, home: UUID) -> Taken:
    made = service.create(home, **{name: getattr(old, name) for name in _OF_WORK})
    former = old.pk
    changed = Changed(made.row, (*made.changes, *service.delete(former).changes))
    return Taken(changed, {former: made.row})


def take_documents(
    service: DocumentService, document: UUID, home: UUID, parent: UUID | None, position: int | None
) -> Taken:
    """Take a document with those below it, to `position` below `parent`."""
    changes, new = list[Change](), dict[str, Document]()
    for node, above in branch_of(service.read(document)):
        old = service.read(UUID(node))
        if old.role == DocumentRole.CONTEXT:
            raise ToolFailed(_ANCHOR.format(old.title))
        place = {"parent_id": new[above].pk} if new else {"parent_id": parent, "position": position}
        made = service.create(home, **place, **{name: getattr(old, name) for name in _OF_DOCUMENTS})
        new[node] = made.row
        changes += (*made.changes, *service.delete(old.pk).changes)
    return Taken(Changed(new[str(document)], tuple(changes)), {UUID(one): row for one, row in new.items()})


def branch_of(document: Document) -> list[tuple[str, str]]:
    """Return a document and those below it in reading order, each with what it is directly below."""
    walk, top = tree.walk(document.project.doc_structure), str(document.pk)
    return [(node["id"], above[-1] if above else "") for node, above in walk if top in (node["id"], *above)]
