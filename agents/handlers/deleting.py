"""Deletes things, and brings back what was deleted."""

from collections.abc import Sequence

from agents.handlers.items import PROJECT, Item
from agents.handlers.registry import handles
from agents.handlers.targets import all_of
from agents.handlers.task import Answer, Task
from agents.handlers.trash import deleted_one
from agents.handlers.wording import names
from intent.commands import Command
from omniforge.errors import InvalidInput


@handles("thing.delete")
async def delete(task: Task, command: Command) -> Answer:
    """Put things into the trash."""
    return await delete_items(task, await all_of(task, command.slots["thing"], exactly=True))


async def delete_items(task: Task, items: Sequence[Item]) -> Answer:
    """Put these things into the trash."""
    if any(one.kind == PROJECT for one in items):
        raise InvalidInput("Delete a project on its own page, with everything in it. Nothing was deleted.")
    operations = [{"op": "delete", "ref": str(one.id), "kind": one.kind} for one in items]
    await task.call("change", operations=operations)
    kind = f"the {items[0].kind} " if len(items) == 1 else ""
    return Answer(f"Deleted {kind}{names([one.title for one in items])}. Say “undo” to get it back.")


@handles("thing.restore")
async def restore(task: Task, command: Command) -> Answer:
    """Bring back what lies in the trash, by its name."""
    gone = await deleted_one(task, command.slots["thing"])
    operation = {"op": "restore", "ref": gone.id, "kind": gone.kind}
    given = await task.call("change", operations=[operation])
    return Answer(f"Restored {names([row['title'] for row in given['done']])}.")
