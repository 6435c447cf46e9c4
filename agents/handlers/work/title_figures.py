"""Corrects a figure in a title: 'make it 30 bags, not 25', 'the brake pads should be 60, not 40'."""

from collections.abc import Sequence

from agents.handlers.items import WORK, Item, load_items, load_kept
from agents.handlers.references.targets import resolve_all
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.things import change_items
from intent.commands import Command, Reference
from intent.sentences.title_figures import with_figure
from omniforge.storage.database import in_database


@handles("thing.refigure")
async def correct_figure(task: Task, command: Command) -> Answer:
    """Replace a figure in a title. Raises NoSuchTarget unless exactly one title has it."""
    right, wrong = command.slots["right"], command.slots.get("wrong", "")
    for items in await _candidates(task, command.slots["thing"]):
        titles = [(one, title) for one in items if (title := with_figure(one.title, right, wrong))]
        if len(titles) == 1:
            item, title = titles[0]
            return await change_items(task, [item], {"title": title})
    raise NoSuchTarget


async def _candidates(task: Task, thing: Reference) -> Sequence[Sequence[Item]]:
    """Return the things meant. 'It' is one of those just touched, else any that is open."""
    if not thing.is_pronoun:
        return [await resolve_all(task, thing)]
    touched = [*task.run.touched, *task.pack.dialogue.touched]
    items = await in_database(load_items, task.pack.access, WORK, task.pack.focus.project_id)
    return [
        await in_database(load_kept, task.pack.access, touched),
        [one for one in items if one.is_open],
    ]
