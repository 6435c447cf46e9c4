"""Two people who do each other's work from now on, or two things that get each other's day."""

from collections.abc import Sequence

from agents.handlers.conditions import filter_items
from agents.handlers.dates import format_long_day
from agents.handlers.items import DATED, Item, load_items
from agents.handlers.lines import bold, format_names
from agents.handlers.people import complete_names
from agents.handlers.registry import handles
from agents.handlers.targets import resolve_one
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.types import Condition
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain


@handles("thing.swap")
async def swap(task: Task, command: Command) -> Answer:
    """Give the open work of each of two people to the other."""
    one, other = [await _whole(task, command.slots[name]) for name in ("who", "other")]
    ones, others = await _work_of(task, one), await _work_of(task, other)
    if not (ones or others):
        raise NoSuchTarget
    changes = [(item, other) for item in ones] + [(item, one) for item in others]
    operations = [
        {"op": "update", "ref": str(item.id), "kind": item.kind, "fields": {"assignee": who}}
        for item, who in changes
    ]
    await task.call("change", operations=operations)
    return Answer(f"{_has(other, ones)} {_has(one, others)}")


@handles("thing.swap_days")
async def swap_days(task: Task, command: Command) -> Answer:
    """Give each of two things the day of the other."""
    one, other = (
        await resolve_one(task, command.slots["thing"]),
        await resolve_one(task, command.slots["other"], "other"),
    )
    if one.due is None or other.due is None:
        undated = one if one.due is None else other
        raise InvalidInput(f"{bold(undated.title)} has no day, so I've changed nothing.")
    pairs = ((one, other.due), (other, one.due))
    operations = [
        {"op": "update", "ref": str(item.id), "kind": item.kind, "fields": {"due": day.isoformat()}}
        for item, day in pairs
    ]
    await task.call("change", operations=operations)
    task.run.touched[:] = [one.kept, other.kept]
    return Answer(" ".join(f"{bold(item.title)} is due {format_long_day(day)} now." for item, day in pairs))


async def _whole(task: Task, said: str) -> str:
    return str((await complete_names(task, {"assignee": said}))["assignee"])


async def _work_of(task: Task, who: str) -> Sequence[Item]:
    items = await in_database(load_items, task.pack.access, DATED, task.pack.focus.project_id)
    return filter_items(task, items, (Condition("assignee", who), Condition("state", "done", negated=True)))


def _has(who: str, items: Sequence[Item]) -> str:
    """Say what somebody has got from the other."""
    if not items:
        return f"{plain(who)} gets nothing: there was no open work to hand over."
    titles = [one.title for one in items]
    return f"{format_names(titles)} {'is' if len(titles) == 1 else 'are'} assigned to {plain(who)} now."
