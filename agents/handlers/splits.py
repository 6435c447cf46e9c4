"""Splits an amount by a ratio."""

from collections.abc import Sequence
from decimal import Decimal

from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import grouped
from intent.commands import Command
from omniforge.english import join_words
from omniforge.tables.markdown import plain

_CENT = Decimal("0.01")


@handles("sum.split")
async def split(task: Task, command: Command) -> Answer:
    """Split an amount, or the last answer's number, as '60/40' says."""
    total: Decimal | None = command.slots.get("total", task.situation.number)
    if total is None:
        raise NoSuchTarget
    ratio: Sequence[Decimal] = command.slots["ratio"]
    names: Sequence[str] = command.slots.get("names", ())
    shares = _shares(total, ratio)
    told = [f"**{one:,.2f}**" for one in shares]
    if len(names) == len(shares):
        told = [f"{share} for {plain(name)}" for share, name in zip(told, names, strict=True)]
    said = "/".join(grouped(one) for one in ratio)
    return Answer(f"{grouped(round(total, 2))} split {said} is {join_words(told)}.")


def _shares(total: Decimal, ratio: Sequence[Decimal]) -> list[Decimal]:
    """Return the parts to the cent. The last one takes what rounding leaves."""
    parts = [(total * one / sum(ratio)).quantize(_CENT) for one in ratio[:-1]]
    return [*parts, total.quantize(_CENT) - sum(parts)]
