"""What a call is about to do, for the people who watch it: told by a name, never by an id."""

from typing import NamedTuple
from uuid import UUID

from agents.events import Operation
from agents.tools.call import Call
from omniforge.ids import as_id
from omniforge.projects.selectors import find_documents, find_entities, find_projects
from omniforge.tenants.access import Access

_LONGEST = 120  # characters of a name


class _Meant(NamedTuple):
    kind: str
    name: str
    id: str = ""


def begun(call: Call) -> Operation | None:
    """Return what a call begins to do; nothing where what it is about has no name yet. One query at most."""
    doing = call.tool.doing
    if doing is None:
        return None
    kind = doing.kind or str(call.arguments.get("kind") or "")
    said = str(call.arguments.get(doing.named_by) or "")
    if doing.named_by == "project":
        meant = _meant(call, "project", said or str(call.run.pack.focus.project_id or ""))
    else:
        meant = _meant(call, kind, said)
    if not (meant.name and (kind or meant.kind)):
        return None
    thing_id = meant.id if meant.kind == (kind or meant.kind) else ""
    return Operation(doing.action, kind or meant.kind, meant.name, "started", thing_id, call.id)


def _meant(call: Call, kind: str, said: str) -> _Meant:
    """Return what a name or an id means; of a path like 'Research > Rivals' the last title is the name."""
    if thing_id := as_id(said):
        return _stored(call.run.pack.access, kind, thing_id) or _Meant(kind, "")
    return _Meant(kind, said.rpartition(">")[2].strip()[:_LONGEST])


def _stored(access: Access, kind: str, thing_id: UUID) -> _Meant | None:
    if kind == "project":
        name = find_projects(access).filter(pk=thing_id).values_list("name", flat=True).first()
    elif kind == "document":
        name = find_documents(access).filter(pk=thing_id).values_list("title", flat=True).first()
    else:
        found = find_entities(access).filter(pk=thing_id).values_list("kind", "title").first()
        return _Meant(*found, str(thing_id)) if found else None
    return _Meant(kind, name, str(thing_id)) if name else None
