"""How each kind of thing is listed: its conditions, its orders, and the source of its rows."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from agents.tools.context import CallContext
from agents.tools.listers import around, changes, events, projects, runs, work
from agents.tools.listers.listed import Listed, Wanted
from agents.tools.resolver import Resolver

__all__ = ["LISTERS", "Listed", "Wanted"]


class Lister(NamedTuple):
    """Lists the rows of one kind. The first of its orders is the default."""

    rows: Callable[[Wanted, Resolver, CallContext], Listed]
    conditions: tuple[str, ...]
    orders: tuple[str, ...]


_WORK = Lister(
    work.rows,
    work.CONDITIONS,
    ("due", "priority", "title", "state", "assignee", "updated", "created"),
)
LISTERS: Mapping[str, Lister] = {
    **dict.fromkeys(("task", "goal", "plan", "milestone", "risk", "requirement"), _WORK),
    "project": Lister(projects.projects, ("state", "title"), ("updated", "title", "created")),
    "document": Lister(projects.documents, ("state", "title", "linked_to"), ("updated", "title")),
    "agent": Lister(around.agents, ("state", "title"), ("title",)),
    "skill": Lister(around.skills, ("title",), ("title",)),
    "run": Lister(runs.runs, ("state", "title"), ("created",)),
    "file": Lister(around.files, ("title",), ("created",)),
    "conversation": Lister(around.conversations, ("due_before", "due_after", "title"), ("updated",)),
    "change": Lister(changes.changes, ("kind", "state", "due_before", "due_after", "title"), ("created",)),
    "event": Lister(events.events, ("due_before", "due_after", "title"), ("due",)),
    "approval": Lister(around.approvals, (), ("created",)),
    "member": Lister(around.members, ("title",), ("created",)),
    "connection": Lister(around.connections, ("title",), ("title",)),
}
