"""Figures that answers of the talk gave: what one was before, and what those of the last answer come to."""

from collections.abc import Iterator
from decimal import Decimal

from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import grouped
from intent.commands import Command
from omniforge.tables.cells import as_number

_OF, _IS = " of ", " is **"


@handles("figure.before")
async def tell_before(task: Task, command: Command) -> Answer:
    """Quote the last different figure that an answer gave under the same name."""
    told = (one for answer in _answers(task) for one in reversed(_figures_told(answer)))
    last = next(told, "")
    before = next((one for one in told if _name(one) == _name(last) and _figure(one) != _figure(last)), "")
    if not before:
        raise NoSuchTarget
    return Answer(f"Before that I said: {before.rstrip('.')}.")


def both_together(task: Task, number: int) -> str:
    """Say what so many figures of the last answer come to, if they are of one kind, else nothing."""
    told = _figures_told(next(_answers(task), ""))
    figures = [figure for one in told if (figure := as_number(_figure(one).rstrip("*"))) is not None]
    if not 1 < number == len(figures) == len(told) or len({*map(_name, told)}) > 1:
        return ""
    worked = " + ".join(map(grouped, figures))
    return f"{worked} is **{grouped(sum(figures, Decimal(0)))}**."


def _answers(task: Task) -> Iterator[str]:
    """Yield the answers of a talk, newest first."""
    return (str(one.content) for one in reversed(task.pack.window) if one.role == "assistant")


def _figures_told(answer: str) -> list[str]:
    """Return the sentences of an answer that give a figure: 'The total fee of … is **9**.'"""
    said = (one for line in answer.splitlines() for one in line.split(". "))
    return [one for one in said if one.startswith("The ") and _OF in one and _IS in one]


def _name(sentence: str) -> str:
    return sentence.partition(_OF)[0]


def _figure(sentence: str) -> str:
    return sentence.rpartition(_IS)[2].rstrip(".")
