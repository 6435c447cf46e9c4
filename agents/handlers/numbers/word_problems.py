"""Word problems: totals of quantities."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.tools.counts import counted, grouped
from intent.commands import Command
from intent.commands.quantities import Worked
from intent.commands.quantities.words import MONEY
from omniforge.tables.markdown import plain

_PLACES = 2
_HOUR = 60  # minutes


@handles("sum.worked")
async def work_out(task: Task, command: Command) -> Answer:
    """Answer a word problem, with its calculation."""
    worked: Worked = command.slots["worked"]
    how = " times ".join(one.written for one in worked.times)
    how += "".join(f", divided by {one.written}," for one in worked.over)
    by = f" {plain(worked.by)}" if worked.by else ""
    return Answer(f"{plain(how)} {_comes_to(worked, worked.value)}{by}.")


def _comes_to(worked: Worked, exact: Fraction) -> str:
    """Return 'is 12.5, so 13 boxes': things count in whole units only."""
    rounded = round(exact, _PLACES)
    verb, value = "is" if rounded == exact else "is about", Decimal(rounded.numerator) / rounded.denominator
    if worked.of == MONEY:
        return f"{verb} **{_money(value, worked.unit)}**"
    if not worked.is_whole or value == value.to_integral_value():
        hours = f" ({_in_hours(int(value))})" if worked.unit == "minutes" and value > _HOUR else ""
        return f"{verb} **{f'{grouped(value)} {plain(worked.unit)}'.strip()}**{hours}"
    whole = ceil(exact) if worked.is_needed else floor(exact)
    return f"{verb} {grouped(value)}, so **{whole:,} {plain(worked.unit)}**"


def _money(value: Decimal, currency: str) -> str:
    figures = f"{value:,.2f}" if value % 1 or not currency else f"{value:,.0f}"
    return f"{figures} {currency}".strip() if not currency or currency.isalpha() else f"{currency}{figures}"


def _in_hours(minutes: int) -> str:
    """Return minutes as '7 hours and 45 minutes'."""
    hours, rest = divmod(minutes, _HOUR)
    return " and ".join([counted(hours, "hour")] * bool(hours) + [counted(rest, "minute")] * bool(rest))
