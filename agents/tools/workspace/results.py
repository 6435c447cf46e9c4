"""The results of writing tools: names and ids for a model, operations and patches for the turn's readers."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from pydantic import PrivateAttr

from agents.events import EntityPatched, Operation
from agents.events.patches import patches_of
from agents.tools.tool import ToolResult
from agents.tools.workspace.headings import outline_of
from omniforge.projects.changes import Change, Changed, Kept
from omniforge.projects.models import Action, Document
from omniforge.projects.representation import name_of, project_id_of, type_of

_DONE: dict[str, Literal["create", "update", "delete", "move"]] = {
    Action.CREATE: "create",
    Action.UPDATE: "update",
    Action.MOVE: "move",
    Action.DELETE: "delete",
    Action.RESTORE: "create",
}
_HEADINGS = 60

UNCHANGED = "unchanged"


class Extent(TypedDict):
    """How long a written document is, and its headings: a part that is missing shows."""

    characters: int
    headings: list[str]


def extent_of(document: Document) -> Extent:
    return Extent(characters=document.content_length, headings=outline_of(document.content, _HEADINGS))


class Changing(ToolResult):
    """The result of a tool that changed something in projects."""

    _changes: tuple[Change, ...] = PrivateAttr(())

    def patches(self) -> Sequence[EntityPatched]:
        return patches_of(self._changes)


class Written(Changing):
    """The result for one thing, and for things created along with it (seed 003, section 8.2)."""

    done: str
    kind: str
    id: str
    name: str
    project_id: str
    version: int
    entities_created: list[str] = []
    edges_created: list[str] = []
    note: str | None = None

    @classmethod
    def of(cls, changed: Changed[Kept], done: str, note: str | None = None) -> "Written":
        """Return the result of a service. `done` names the action, like 'created'."""
        row = changed.row
        written = cls(
            done=done if changed.changes else UNCHANGED,
            kind=type_of(row),
            id=str(row.pk),
            name=name_of(row),
            project_id=str(project_id_of(row)),
            version=row.version,
            entities_created=[str(one) for one in changed.entities_created],
            edges_created=[str(one) for one in changed.edges_created],
            note=note,
        )
        written._changes = changed.changes
        return written

    def summary(self) -> str:
        return f"{self.kind.capitalize()} '{self.name}' {self.done}{f': {self.note}' if self.note else ''}"

    def is_news(self) -> bool:
        return bool(self.note) or self.done == UNCHANGED

    def operations(self) -> Sequence[Operation]:
        return [operation for change in self._changes if (operation := self._operation(change))]

    def _operation(self, change: Change) -> Operation | None:
        """Return a change as people see it, or None for the tree's own update, which is implied."""
        if change.action == Action.MOVE:
            return Operation("move", self.kind, self.name, "done", self.id)
        if change.entity_type == "edge" or (change.entity_type == "project" and self.kind != "project"):
            return None
        return operation_of(change)


def operation_of(change: Change) -> Operation:
    """Return a change as people see it."""
    return Operation(_DONE[change.action], change.entity_type, change.name, "done", str(change.entity_id))
