"""The tool that undoes what a turn of the conversation changed in projects and in the calendar."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from pydantic import Field, PrivateAttr

from agents.events import Operation
from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.tool import Ask, Effect, ToolArguments, tool
from agents.tools.workspace.changed_turns import events_kept, last_turns_of, nothing_changed
from agents.tools.workspace.left_since import left_in_part, left_of
from agents.tools.workspace.results import Changing, operation_of
from omniforge.calendar.changes import EventChanged
from omniforge.calendar.undoing import undo_events
from omniforge.errors import NotFound
from omniforge.projects.changes import Change
from omniforge.projects.models import Action
from omniforge.projects.selectors import find_documents
from omniforge.projects.services import Undone, undo_turn
from omniforge.storage.database import in_database
from omniforge.storage.ids import as_id

_IS_NOW: Mapping[str, str] = {
    Action.DELETE: "is gone again",
    Action.UPDATE: "is as it was before",
    Action.MOVE: "is back in its place",
    Action.RESTORE: "is back",
    Action.CREATE: "is back",
}
_WHOLE = (Action.DELETE, Action.RESTORE, Action.CREATE)  # of a project: its contents follow
_THIS = "this"
_NOT_NOW = (
    "This answer has changed nothing that can be taken back so far. Without `turn` the last answer that did "
    "is taken back."
)


class WhichTurn(ToolArguments):
    """The turn to undo."""

    turn: str = Field(
        "",
        max_length=40,
        description="'this': what you did just now.",
    )
    answers: int = Field(1, ge=1, le=20, description="How many, newest first.")


class TakenBack(Changing):
    """What was undone. `left` describes what was kept because it has changed since, and by whom."""

    taken_back: list[str]
    left: list[str]
    undone_turns: list[str]
    _news: Sequence[Change] = PrivateAttr(())
    _events: Sequence[EventChanged] = PrivateAttr(())

    def as_read(self) -> dict[str, Any]:
        read = {"taken_back": self.taken_back, "left": self.left}
        return {name: lines for name, lines in read.items() if lines}

    def is_news(self) -> bool:
        return bool(self.left or not self.taken_back)

    def summary(self) -> str:
        said = f"Taken back: {'; '.join(self.taken_back) or 'nothing'}"
        return f"{said}. Left as it is: {'; '.join(self.left)}" if self.left else said

    def operations(self) -> Sequence[Operation]:
        return [*map(operation_of, self._news), *map(_of_event, self._events)]


@tool(said="Taking back the last changes", effect=Effect.WRITE, ask=Ask.NEVER, rare=True)
async def undo(arguments: WhichTurn, context: CallContext) -> TakenBack:
    """Take back what your last answer with changes in this talk did in projects and calendar, but not what
    changed since.
    """
    return await in_database(_undone, arguments, context)


def _undone(asked: WhichTurn, context: CallContext) -> TakenBack:
    turns = _turns(asked, context)
    if not turns:
        raise ToolFailed(_NOT_NOW if asked.turn == _THIS else nothing_changed(context.access))
    undone = [_in_projects(UUID(one), context) for one in turns]
    by_turn = [undo_events(access=context.access, turn_id=UUID(one), within=context.turn_id) for one in turns]
    changes = [change for one in undone for change in one.changes]
    events = [event for one in by_turn for event in one.changes]
    kept = dict.fromkeys(line for one in turns for line in events_kept(context.access, one))
    left = [*left_of(context.access, undone, by_turn), *kept]
    news, partly = _told(_of_documents(changes, context)) if changes else (), left_in_part(undone, by_turn)
    lines = [*(_line(one, partly) for one in news), *(_line(one, partly) for one in events)]
    result = TakenBack(taken_back=[*dict.fromkeys(lines)], left=left, undone_turns=turns)
    result._changes, result._news, result._events = tuple(changes), news, events
    return result


def _in_projects(turn: UUID, context: CallContext) -> Undone:
    try:
        return undo_turn(access=context.access, turn_id=turn, within=context.turn_id)
    except NotFound:  # it changed the calendar only
        return Undone([], [])


def _of_event(event: EventChanged) -> Operation:
    return Operation(event.action, "event", event.name, "done", str(event.entity_id))


def _of_documents(changes: Sequence[Change], context: CallContext) -> Sequence[Change]:
    """Return the changes, with those that moved a document as changes of that document."""
    moved = [one.moved for one in changes if one.moved]
    titles = {one.pk: one.title for one in find_documents(context.access).filter(pk__in=moved)}
    return [
        replace(one, entity_type="document", entity_id=one.moved, name=titles[one.moved])
        if one.moved in titles
        else one
        for one in changes
    ]


def _turns(asked: WhichTurn, context: CallContext) -> list[str]:
    """Return the turns meant, newest first, empty if they changed nothing here."""
    here = [*context.changed_turns, context.undone_in, str(context.turn_id)]
    if asked.turn == _THIS:
        here = [str(context.turn_id)]
    elif turn := as_id(asked.turn):
        here = [one for one in here if one == str(turn)]
    elif not asked.turn:
        here = list(context.changed_turns)
    return last_turns_of(context.access, here)[: asked.answers]


def _told(changes: Sequence[Change]) -> Sequence[Change]:
    """Return the changes to report, one per thing. Implied changes are left out."""
    last = {one.entity_id: one for one in changes}.values()
    projects = {one.entity_id for one in last if one.entity_type == "project" and one.action in _WHOLE}
    things = [one for one in last if one.entity_type not in ("edge", "project")]
    if projects:
        things = [one for one in last if one.entity_id in projects]
    return things or [one for one in last if one.entity_type == "edge"] or list(last)


def _line(change: Change | EventChanged, partly: Collection[UUID]) -> str:
    """Return what was undone. Of some things only a part was."""
    but = ", except what is left" if change.entity_id in partly else ""
    return f"{change.entity_type} '{change.name}' {_IS_NOW[change.action]}{but}"
