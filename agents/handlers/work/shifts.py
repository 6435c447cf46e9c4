"""Shifts of a whole plan: 'push everything back a fortnight'."""

from collections.abc import Sequence

from agents.handlers.items import DATED, Item, load_items
from agents.handlers.lines import bold
from agents.handlers.references.target_projects import project_for, require_in_project
from agents.handlers.task import Task
from intent.commands import Command
from intent.commands.words import key_of
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database

_BY = {"later", "earlier"}


def shifts_plan(task: Task, command: Command) -> bool:
    """Return whether an order shifts 'everything', and no list was shown that this could mean."""
    dialogue = task.pack.dialogue
    shown = [one for one in task.run.listed or dialogue.listed if one.kind in DATED]
    shown = [one for one in shown if one not in dialogue.touched]
    shifts = not _BY.isdisjoint(command.slots)
    return shifts and not shown and bool(key_of("whole_plan", command.slots["thing"].words))


async def open_plan(task: Task) -> Sequence[Item]:
    """Return all open things with a date in the project at hand. Raises Question if it isn't clear which."""
    home = await project_for(task, "")
    items = await in_database(load_items, task.pack.access, DATED, home.id)
    dated = [one for one in items if one.is_open and one.due]
    if not dated:
        raise InvalidInput(f"Nothing open in {bold(home.title)} has a date, so there's nothing to move.")
    return require_in_project(task, dated)
