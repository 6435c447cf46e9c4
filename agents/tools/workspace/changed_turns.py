"""Which turns of a conversation changed projects or the calendar, for 'undo that': the last one."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from agents.context.dialogue import DialogueState
from agents.events import DialogueChanged
from agents.tools.ledger import writes_of
from agents.tools.run_context import Deed, RunContext
from omniforge.calendar.changes import EventChanged, event_changes, events_changed
from omniforge.calendar.selectors import store_of
from omniforge.projects.models import Action, Version
from omniforge.tenants.access import Access

_NOTHING_CHANGED = (
    "There's nothing here that I can take back: in this conversation I've changed nothing in a project "
    "or your calendar, or it's taken back already. Older changes are in the history of each thing, on its "
    "page."
)
_ELSEWHERE = "Events of a calendar at another service can't be taken back from here."
_CALENDAR = "calendar"
_MOST = 20  # turns that can be undone in sequence


def record_changed_turns(run: RunContext, dialogue: DialogueState) -> DialogueState:
    """Return the state with whether this turn changed something, and which turn it undid."""
    undone = {turn for given in run.gave for turn in given.get("undone_turns", ())}
    turns = [turn for turn in dialogue.changed_turns if turn not in undone]
    this = str(run.pack.turn_id)
    brought_back = dialogue.undone_in in undone - {""}
    changed = brought_back or any(_can_be_undone(run, deed) for deed in run.done)
    turns += [this] if changed else []
    dialogue = replace(dialogue, changed_turns=tuple(dict.fromkeys(turns))[-_MOST:])
    if changed:
        return replace(dialogue, did="changed", undone_in="")
    return replace(dialogue, did="undone", undone_in=this) if undone else dialogue


def tell_changed_turn(run: RunContext) -> None:
    """Report a turn's change at once, so that it can be undone even if the turn breaks off."""
    dialogue = record_changed_turns(run, run.pack.dialogue)
    if dialogue != run.pack.dialogue:
        run.channel.send(DialogueChanged(dialogue))


def nothing_changed(access: Access) -> str:
    """Say that nothing can be undone, and what never can."""
    return f"{_NOTHING_CHANGED} {_ELSEWHERE}" if store_of(access).remote else _NOTHING_CHANGED


def events_kept(access: Access, turn: str) -> Sequence[str]:
    """Say that a turn's events stay if it changed a calendar at another service."""
    tools = {tool for tool, _, _ in writes_of(turn_id=UUID(turn))}
    return [_ELSEWHERE] if _CALENDAR in tools and store_of(access).remote else []


def last_turn_of(access: Access, turns: Sequence[str]) -> str | None:
    """Return the newest of these turns (given oldest first) in which this person changed something."""
    return next(iter(last_turns_of(access, turns)), None)


def last_turns_of(access: Access, turns: Sequence[str]) -> list[str]:
    """Return those of these turns in which this person changed something, newest first."""
    own = Version.objects.filter(tenant_id=access.tenant_id, changed_by_id=access.user_id)
    rows = (own, event_changes(access))
    known = {
        str(one) for row in rows for one in row.filter(turn_id__in=turns).values_list("turn_id", flat=True)
    }
    return [turn for turn in reversed(turns) if turn in known]


def deeds_of(access: Access, turn: str) -> Sequence[Version | EventChanged]:
    """Return what a person's turn changed, once per thing, a new project without its contents."""
    return [*_in_projects(access, turn), *events_changed(access, UUID(turn))]


def _in_projects(access: Access, turn: str) -> Sequence[Version]:
    own = Version.objects.filter(tenant_id=access.tenant_id, changed_by_id=access.user_id, turn_id=turn)
    rows = [*own.order_by("-id")]  # a task added and then changed was added
    last = {row.entity_id: row for row in rows}.values()
    made = {row.project_id for row in last if row.entity_type == "project" and row.action == Action.CREATE}
    things = [
        row for row in last if row.entity_type not in ("edge", "project") and row.project_id not in made
    ]
    projects = [
        row for row in last if row.entity_type == "project" and (row.project_id in made or not things)
    ]
    return [*projects, *things] or list(last)


def _can_be_undone(run: RunContext, deed: Deed) -> bool:
    tool = run.tools.get(deed.tool)
    return tool is not None and tool.undoable and not deed.stays
