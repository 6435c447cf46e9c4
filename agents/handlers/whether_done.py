"""Answers 'did you?' and 'are they gone?' with yes or no, from what the last answer changed."""

from collections.abc import Sequence

from agents.handlers.items import WORK, Item, load_items
from agents.handlers.lines import bold, format_line
from agents.handlers.references.targets import resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.handlers.undo import Change, last_deeds, named_deeds, waiting
from agents.tools.assignees import words_of_name
from agents.tools.workspace.changed_turns import last_turn_of
from intent.commands import Command, Reference
from intent.statements.from_replies import NOTED
from omniforge.projects.models import Action
from omniforge.storage.database import in_database

_NO = "No. My last answer changed nothing."


@handles("work.did")
async def tell_whether_done(task: Task, command: Command) -> Answer:
    """Say whether the last answer changed or deleted something, or whether the last change was of a thing."""
    named: Reference | None = command.slots.get("thing")
    if named is not None and not named.only_points:
        return await _of_thing(task, named)
    if open_ones := await in_database(waiting, task.pack.access):
        return Answer(f"Not yet. This waits for your yes: {'; '.join(open_ones)}.")
    last = str(task.pack.window[-1].content) if task.pack.window else ""
    if last.startswith(NOTED) and "gone" not in command.slots:
        return Answer("Yes, it's noted.")
    deeds = await _deeds(task)
    if "gone" in command.slots:
        deeds = [one for one in deeds if one.action == Action.DELETE]
    if task.pack.dialogue.did == "changed" and deeds:
        return Answer(f"Yes: {named_deeds(deeds)}.")
    before = f" Before that, my last change was: {named_deeds(deeds)}." if deeds else ""
    return Answer(f"{_NO}{before}")


async def _of_thing(task: Task, named: Reference) -> Answer:
    """Say whether a thing was part of the last change, and how it is now."""
    item = await in_database(_only_of_person, task, named.name) or await resolve_one(task, named)
    deeds = [one for one in await _deeds(task) if str(one.entity_id) == str(item.id)]
    says = (
        f"Yes, my last change was: {named_deeds(deeds)}"
        if deeds
        else f"No. {bold(item.title)} wasn't changed"
    )
    return Answer(f"{says}. It is now: {format_line(item, task.today, home=True)}.", (item.kept,))


async def _deeds(task: Task) -> Sequence[Change]:
    """Return what this conversation changed last, empty if that is nothing."""
    turn = await in_database(last_turn_of, task.pack.access, task.pack.dialogue.changed_turns)
    return await last_deeds(task) if turn else []


def _only_of_person(task: Task, name: str) -> Item | None:
    """Return the one open thing of somebody: "Kari's"."""
    items = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    own = [one for one in items if one.is_open and name.casefold() in words_of_name(one.assignee)]
    return own[0] if len(own) == 1 else None
