"""A tool that takes back what an earlier turn of the conversation has changed in projects."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from agents.events import Operation
from agents.tables.markdown import plain
from agents.tools.context import CallContext
from agents.tools.tool import Effect, ToolArguments, ToolFailed, tool
from agents.workspace.results import Changing, operation_of
from agents.workspace.taking_back import NOTHING_CHANGED, last_turn_of
from omniforge.database import in_database
from omniforge.projects.changes import Change
from omniforge.projects.models import Action
from omniforge.projects.services import undo_turn

_IS_NOW = {
    Action.DELETE: "is gone again",
    Action.UPDATE: "is as it was before",
    Action.MOVE: "is back in its place",
    Action.RESTORE: "is back",
    Action.CREATE: "is back",
}


class LastChanges(ToolArguments):
    """It is always the last changes: there is nothing to say."""


class TakenBack(Changing):
    """What was taken back, and in words what was `left` because it has changed since."""

    text: str
    left: list[str]
    undone_turn: str

    def summary(self) -> str:
        return self.text.replace("\n", " ").replace("**", "")

    def operations(self) -> Sequence[Operation]:
        return [operation_of(change) for change in _told(self._changes)]


@tool(said="Taking back the last changes", effect=Effect.WRITE)
async def undo_changes(arguments: LastChanges, context: CallContext) -> TakenBack:
    """Take back all that the last turn of this conversation that changed a project did in projects.

    What it made goes, what it changed, moved or deleted is as before. What was changed again since is left.
    """
    return await in_database(_undone, context)


def _undone(context: CallContext) -> TakenBack:
    turn = last_turn_of(context.access, context.changed_turns)
    if turn is None:
        raise ToolFailed(NOTHING_CHANGED)
    undone = undo_turn(access=context.access, turn_id=UUID(turn))
    taken_back = map(_line, _told(undone.changes))
    said = _listed("I took this back:", taken_back) or "Nothing was taken back."
    left = _listed("This is left as it is:", undone.left)
    result = TakenBack(text=f"{said}\n\n{left}".strip(), left=undone.left, undone_turn=turn)
    result._changes = tuple(undone.changes)
    return result


def _told(changes: Sequence[Change]) -> Sequence[Change]:
    """Return the changes that people are told of, each thing once: what follows from it is no news."""
    last = {one.entity_id: one for one in changes}.values()
    things = [one for one in last if one.entity_type not in ("edge", "project")]
    return things or [one for one in last if one.entity_type == "edge"] or list(last)


def _line(change: Change) -> str:
    return f"{change.entity_type} **{plain(change.name)}** {_IS_NOW[change.action]}"


def _listed(lead: str, lines: Iterable[str]) -> str:
    shown = "\n".join(f"- {line}" for line in lines)
    return f"{lead}\n\n{shown}" if shown else ""
