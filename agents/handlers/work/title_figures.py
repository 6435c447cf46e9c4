"""Corrects a title: 'make it 30 bags, not 25', 'take Pru out of the title of the other one'."""

from collections.abc import Sequence

from agents.handlers.items import WORK, Item, load_items, load_kept
from agents.handlers.lines import bold
from agents.handlers.references.targets import resolve_all, resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.things import change_items
from intent.commands import Command, Reference
from intent.sentences.title_figures import with_figure, without_words
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain


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


@handles("thing.untitle")
async def drop_words(task: Task, command: Command) -> Answer:
    """Take words out of a title. Raises NoSuchTarget unless it has them once."""
    item = await resolve_one(task, command.slots["thing"])
    title = without_words(item.title, command.slots["left"])
    if not title:
        raise NoSuchTarget(f"“{plain(command.slots['left'])}” isn't in the title {bold(item.title)}.")
    return await change_items(task, [item], {"title": title})


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
