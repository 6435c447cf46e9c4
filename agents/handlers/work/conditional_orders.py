"""Conditions of orders, 'if the report is still open', and exceptions: 'don't delete it, …'."""

from agents.handlers.references.targets import filter_by, resolve_one
from agents.handlers.references.which_thing import option_line
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NotSo, Task
from intent.commands import Command, Condition
from omniforge.storage.database import in_database

_TAKEN_BY_NOBODY = (Condition("assignee", negated=True),)


@handles("thing.left")
async def keep_in_mind(task: Task, command: Command) -> Answer:
    """Say nothing. 'it' now refers to the thing left unchanged. Raises what `resolve_one` raises."""
    thing = command.slots.get("thing")
    if thing is None:
        return Answer("")
    if thing.name in task.situation.agents:
        return Answer("", agent=thing.name)
    task.run.touched[:] = [(await resolve_one(task, thing)).kept]
    return Answer("")


@handles("thing.if")
async def check(task: Task, command: Command) -> Answer:
    """Say nothing if it holds. 'it' is then its subject. Raises NotSo, and what `resolve_one` raises."""
    item = await resolve_one(task, command.slots["thing"])
    limits = command.slots.get("limits")
    wanted = limits.conditions if limits else _TAKEN_BY_NOBODY
    if not await in_database(filter_by, task, [item], wanted):
        raise NotSo(f"That isn't so, so I've changed nothing there. {option_line(item)}")
    task.run.touched[:] = [item.kept]
    return Answer("")
