"""Says what a figure was before: the same one in an earlier answer of the talk."""

from collections.abc import Iterator

from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command

_OF, _IS = " of ", " is **"


@handles("figure.before")
async def tell_before(task: Task, command: Command) -> Answer:
    """Quote the last different figure that an answer gave under the same name."""
    told = _told(task)
    last = next(told, "")
    names = last.partition(_OF)[0]
    before = next(
        (one for one in told if one.partition(_OF)[0] == names and _figure(one) != _figure(last)), ""
    )
    if not before:
        raise NoSuchTarget
    return Answer(f"Before that I said: {before.rstrip('.')}.")


def _told(task: Task) -> Iterator[str]:
    """Yield the sentences of answers that give a figure, newest first: 'The total fee of … is **9**.'"""
    for message in reversed(task.pack.window):
        if message.role != "assistant":
            continue
        said = (one for line in str(message.content).splitlines() for one in line.split(". "))
        yield from reversed([one for one in said if one.startswith("The ") and _OF in one and _IS in one])


def _figure(sentence: str) -> str:
    return sentence.rpartition(_IS)[2].rstrip(".")
