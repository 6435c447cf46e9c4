"""Puts right what was just done, by a word or two: 'no, Thursday', 'I meant Gwen', 'same for the tents'."""

from collections.abc import Sequence
from dataclasses import replace

from agents.handlers.registry import handles
from agents.handlers.targets import all_of
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.things import create, update
from agents.handlers.undoing import say_undone
from intent.commands import Command, Reference, read_commands

_UPDATES = ("thing.update", "thing.correct")


@handles("thing.correct")
async def correct(task: Task, command: Command) -> Answer:
    """Give the thing that was changed just now another value. Raises NoSuchTarget where it has none yet."""
    items = await all_of(task, command.slots["thing"])
    if "assignee" in command.slots and not all(one.assignee for one in items):
        raise NoSuchTarget
    return await update(task, command)


@handles("thing.instead")
async def do_instead(task: Task, command: Command) -> Answer:
    """Take the last change back, and make it of another thing. Raises NoSuchTarget if that is not here."""
    await all_of(task, command.slots["other"])
    before = _before(task)
    undone = say_undone(await task.call("undo"))
    done = await _with_other(task, before, command.slots["other"])
    return replace(done, text=f"{undone.text}\n{done.text}")


@handles("thing.same")
async def repeat(task: Task, command: Command) -> Answer:
    """Do with another thing what the message before ordered; of a new task, for another person."""
    return await _with_other(task, _before(task), command.slots["other"])


def _before(task: Task) -> Sequence[Command]:
    """Return the orders of the message before. Raises NoSuchTarget if they were no changes of one thing."""
    situation = task.situation
    found = read_commands(situation.said, replace(situation, said="")).commands
    one_thing = all(one.name in _UPDATES for one in found) or [one.name for one in found] == ["thing.create"]
    if not found or not one_thing:
        raise NoSuchTarget
    return found


async def _with_other(task: Task, commands: Sequence[Command], other: Reference) -> Answer:
    texts, answer = [], Answer("")
    for one in commands:
        creates = one.name == "thing.create"
        own = {"assignee": other.words, "again": True} if creates else {"thing": other}
        again = replace(one, slots={**one.slots, **own}, tentative=True)
        answer = await (create if creates else update)(task, again)
        texts.append(answer.text)
    return replace(answer, text="\n".join(texts))
