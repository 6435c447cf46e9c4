"""Changes the figure that a document tells of something: 'change the float to £200'."""

from functools import partial

from agents.handlers.items import Item, load_items
from agents.handlers.lines import bold
from agents.handlers.references.targets import resolve_one
from agents.handlers.references.which_thing import WHICH, choose_option
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.readers.numbers.figure_changes import FigureOf
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain


@handles("document.figure")
async def change_figure(task: Task, command: Command) -> Answer:
    """Change a figure in the only document that tells it. Asks which if several do."""
    change = FigureOf(command.slots["topic"], command.slots["new"])
    item = await _document(task, command, change)
    changes = change.changes(item.text)
    if len(changes) != 1 or item.text.count(changes[0][0]) != 1:
        raise NoSuchTarget
    before, after = changes[0]
    await task.call("edit_document", ref=str(item.id), edits=[{"find": before, "replace": after}])
    return Answer(f"{bold(item.title)} now says: “{plain(after.strip('-*# '))}”")


async def _document(task: Task, command: Command, change: FigureOf) -> Item:
    load = partial(load_items, texts=True)
    items = await in_database(load, task.pack.access, ("document",), task.pack.focus.project_id)
    if "document" in command.slots:
        named = await resolve_one(task, command.slots["document"], kinds=("document",))
        items = [one for one in items if one.id == named.id]
    telling = [one for one in items if change.changes(one.text)]
    if not telling:
        raise NoSuchTarget
    return telling[0] if len(telling) == 1 else choose_option(task, telling, "document", WHICH)
