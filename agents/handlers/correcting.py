"""Puts right what was just done, by a word or two: 'no, Thursday', 'I meant Gwen', 'same for the tents'."""

from dataclasses import replace

from agents.handlers.registry import handles
from agents.handlers.targets import all_of
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.things import create, update
from intent.commands import Command, read_commands

_REPEATED = {"thing.update": update, "thing.correct": update, "thing.create": create}


@handles("thing.correct")
async def correct(task: Task, command: Command) -> Answer:
    """Give the thing that was changed just now another value. Raises NoSuchTarget where it has none yet."""
    items = await all_of(task, command.slots["thing"])
    if "assignee" in command.slots and not all(one.assignee for one in items):
        raise NoSuchTarget
    return await update(task, command)


@handles("thing.same")
async def repeat(task: Task, command: Command) -> Answer:
    """Do with another thing what the message before ordered; of a new task, for another person.

    Raises NoSuchTarget if that was no single order.
    """
    said = task.situation.said
    before = read_commands(said, replace(task.situation, said="", scope="")).commands
    if len(before) != 1 or before[0].name not in _REPEATED:
        raise NoSuchTarget
    other, slots = command.slots["other"], dict(before[0].slots)
    if before[0].name == "thing.create":
        slots |= {"assignee": other.words, "again": True}
    else:
        slots |= {"thing": other}
    return await _REPEATED[before[0].name](task, replace(before[0], slots=slots, tentative=True))
