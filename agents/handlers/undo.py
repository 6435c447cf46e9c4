"""Undoes the last turn's changes, redoes them, and reports the last change.

Anything older than the last turn is undone only after a yes, or as 'the last change': 'undo that' rarely
means it.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from agents.context.agent_changes import AgentChange
from agents.failures import ToolFailed
from agents.handlers.agents.undo import (
    last_agent_changes,
    redo_agent_changes,
    told_agent_changes,
    undo_agent_changes,
)
from agents.handlers.items import Item
from agents.handlers.lines import bold, format_day
from agents.handlers.references.targets import resolve_one
from agents.handlers.registry import handles
from agents.handlers.tables.undoing import take_cells_back
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.records.runs import pending_approvals
from agents.tools.workspace.changed_turns import deeds_of, last_turn_of, nothing_changed
from intent.commands import Command
from intent.dialogue.refusals import says_no
from omniforge.calendar.changes import EventChanged
from omniforge.english import first_of
from omniforge.projects.models import Action, Version
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain
from omniforge.tenants.access import Access

Change = Version | EventChanged
DID: Mapping[str, str] = {
    "create": "added",
    "update": "changed",
    "move": "moved",
    "delete": "deleted",
    "restore": "restored",
}
LEFT = "OK, I leave everything as it is."
DONE_BEFORE = f"{LEFT} What I changed just now stays, too: say “undo that” to take it back."
_LEFT = Answer(LEFT)
_AGAIN = (
    "My last answer took a change back. Shall I bring that back? "
    "To go back further, say “undo the last change”."
)
_CHANGED_SINCE = "It was changed again since, so I left it as it is."
_NOT_THERE = "I don't know which thing you mean, so I've changed nothing."
_TOLD = 5
_LAST = "last"  # explicit, so it needs no yes
_KEEP = "keep"  # too late: 'no, keep it' after a deletion


@handles("work.undo")
async def undo(task: Task, command: Command) -> Answer:
    """Undo the last turn's changes, an earlier turn's only if the person says so."""
    if cells := await take_cells_back(task, command.words):
        return cells
    did, points = task.pack.dialogue.did, command.slots.get("points", "")
    if did == "undone" and points not in ("", _LAST):
        return await _brought_back(task, sure=points != "that")
    if agents := await _newest_of_agents(task):
        is_sure = did == "arranged" or points == _LAST or task.confirm(await _of_agents(task, agents))
        return await undo_agent_changes(task, agents) if is_sure else _LEFT
    if did == "arranged":
        raise ToolFailed(_CHANGED_SINCE)
    deeds = await last_deeds(task)
    if "thing" in command.slots and (other := await _other_than_last(task, command, deeds)):
        return other
    stays = _is_move(deeds) and not says_no(task.pack.message)  # 'did you delete it? I still need it'
    if points == _KEEP and (stays or all(one.action == Action.CREATE for one in deeds)):
        return Answer(DONE_BEFORE)
    goes_on = did == "undone" and not task.pack.dialogue.undone_agents
    if not (goes_on or _is_meant(task, points, deeds)) and not task.confirm(_question(deeds, did)):
        return _LEFT
    return describe_undone(await task.call("undo"))


async def _other_than_last(task: Task, command: Command, deeds: Sequence[Change]) -> Answer | None:
    """Say that a named thing doesn't exist, or wasn't all of the last change, or None if it was.

    'Undo that, X stays on the 15th' sets only the day of X.
    """
    try:
        item = await resolve_one(task, command.slots["thing"])
    except NoSuchTarget as missing:
        return Answer(missing.message or _NOT_THERE)
    changed = {str(one.entity_id) for one in deeds}
    if changed == {str(item.id)}:
        return None
    if str(item.id) in changed and "due" in command.slots:
        return await _set_back(task, item, command.slots["due"])
    return Answer(f"My last change was: {named_deeds(deeds)}. Of {bold(item.title)} I've taken nothing back.")


async def _set_back(task: Task, item: Item, due: date) -> Answer:
    """Set a thing's day back, and leave the other changes as they are."""
    fields = {"due": due.isoformat()}
    await task.call(
        "change", operations=[{"op": "update", "ref": str(item.id), "kind": item.kind, "fields": fields}]
    )
    return Answer(
        f"{bold(item.title)} is due {format_day(due, task.today)} again. Nothing else was taken back."
    )


@handles("work.redo")
async def redo(task: Task, command: Command) -> Answer:
    """Redo what was just undone."""
    return await _brought_back(task, sure=True)


@handles("work.last")
async def tell_last(task: Task, command: Command) -> Answer:
    """Say what the last change was."""
    if agents := await _newest_of_agents(task):
        return Answer(f"The last change that I made here: {await told_agent_changes(task, agents)}.")
    if not task.pack.dialogue.changed_turns:
        return Answer("I've changed nothing in a project in this conversation.")
    deeds = await last_deeds(task)
    return Answer(f"The last change that I made in a project here: {named_deeds(deeds)}.")


async def _brought_back(task: Task, *, sure: bool) -> Answer:
    if task.pack.dialogue.undone_agents:
        return await redo_agent_changes(task)
    if not (turn := task.pack.dialogue.undone_in):
        raise ToolFailed("I've taken nothing back that I could bring back.")
    if not sure and not task.confirm(_AGAIN):
        return _LEFT
    return describe_undone(await task.call("undo", turn=turn))


async def _newest_of_agents(task: Task) -> Sequence[AgentChange]:
    """Return the last changes to agents, empty if this conversation changed a project since."""
    changes, turn = await last_agent_changes(task), await _last_turn(task)
    return changes if changes and changes[-1].turn > (turn or "") else ()


async def _of_agents(task: Task, changes: Sequence[AgentChange]) -> str:
    return f"My last change was: {await told_agent_changes(task, changes)}. Shall I take that back?"


async def last_deeds(task: Task) -> Sequence[Change]:
    """Return the newest changes of this conversation. Raises ToolFailed if there are none."""
    if not (turn := await _last_turn(task)):
        raise ToolFailed(await in_database(nothing_changed, task.pack.access))
    return await in_database(deeds_of, task.pack.access, turn)


async def _last_turn(task: Task) -> str | None:
    """Return the last turn that changed a project in this conversation."""
    return await in_database(last_turn_of, task.pack.access, task.pack.dialogue.changed_turns)


def _any_deleted(deeds: Sequence[Change]) -> bool:
    return any(one.action == Action.DELETE for one in deeds)


def _is_move(deeds: Sequence[Change]) -> bool:
    """Return whether everything that was deleted was created elsewhere at once: it moved."""
    made = {(one.entity_type, one.name) for one in deeds if one.action == Action.CREATE}
    gone = {(one.entity_type, one.name) for one in deeds if one.action == Action.DELETE}
    return bool(gone) and gone <= made


def _is_meant(task: Task, points: str, deeds: Sequence[Change]) -> bool:
    """Return whether the words certainly mean these changes: 'no, leave it' does, 'leave it' may not."""
    refuses = points == _KEEP and says_no(task.pack.message)
    fits = refuses or _FITS.get(points, bool)(deeds)
    return points == _LAST or (task.pack.dialogue.did == "changed" and fits)


def _several(deeds: Sequence[Change]) -> bool:
    return len(deeds) > 1


# The last change required by each reference: a deletion for 'bring it back', two things for 'both'.
_FITS: Mapping[str, Callable[[Sequence[Change]], bool]] = {
    "back": _any_deleted,
    "keep": _any_deleted,
    "all": _several,
}


def _question(deeds: Sequence[Change], did: str) -> str:
    lead = "" if did == "changed" else "My last answer changed no project. "
    return f"{lead}My last change was: {named_deeds(deeds)}. Shall I take that back?"


def named_deeds(deeds: Sequence[Change]) -> str:
    """Return what was done to which things, in words."""
    return first_of([f"{one.entity_type} {bold(one.name)} {DID[one.action]}" for one in deeds], _TOLD)


def describe_undone(given: Mapping[str, Any]) -> Answer:
    """Say what was undone, and what was left unchanged."""
    taken, left = given.get("taken_back", ()), given.get("left", ())
    said = [f"Undone: {'; '.join(map(plain, taken))}."] if taken else ["Nothing was undone."]
    kept = "; ".join(plain(one).rstrip(".") for one in left)
    said += [f"Left as it is: {kept}."] if left else []
    return Answer(" ".join(said))


@handles("work.waits")
async def tell_waiting(task: Task, command: Command) -> Answer:
    """List what waits for a yes."""
    if named := await in_database(waiting, task.pack.access):
        return Answer(f"This waits for your yes: {'; '.join(named)}.")
    return Answer("Nothing waits for your yes.")


def waiting(access: Access) -> list[str]:
    """Return what waits for a yes, in words."""
    return list(dict.fromkeys(one.what.rstrip(".") for one in pending_approvals(access)))
