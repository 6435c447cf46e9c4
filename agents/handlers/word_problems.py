"""Word problems: totals of quantities, and when something ends after a duration."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from dateutil.relativedelta import relativedelta

from agents.handlers.dates import format_long_day
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import counted, grouped
from intent.commands import Command
from intent.commands.quantities import Between, Shifted, Worked
from intent.commands.quantities.words import MONEY
from omniforge.tables.markdown import plain

_PLACES = 2
_HOUR = 60  # minutes
_NO_DAY = date(2000, 1, 1)  # the date used to calculate with times


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


@handles("time.shifted")
async def tell_shifted(task: Task, command: Command) -> Answer:
    """Say which day or time is a given distance after or before another."""
    shifted: Shifted = command.slots["shifted"]
    way = -1 if shifted.back else 1
    if isinstance(shifted.start, time):
        found = datetime.combine(_NO_DAY, shifted.start) + way * shifted.length
        return Answer(f"That's at **{found:%H:%M}**{_day_apart((found.date() - _NO_DAY).days)}.")
    if shifted.length % timedelta(days=1):
        raise NoSuchTarget
    day = shifted.start + way * (relativedelta(months=shifted.months) + shifted.length)
    return Answer(f"That's **{format_long_day(day)}**.")


def _day_apart(days: int) -> str:
    if abs(days) > 1:
        raise NoSuchTarget
    return {0: "", 1: " the next day", -1: " the day before"}[days]


@handles("time.between")
async def tell_between(task: Task, command: Command) -> Answer:
    """Say how long it is between two times of day, less a break."""
    between: Between = command.slots["between"]
    first, last = (datetime.combine(_NO_DAY, one) for one in (between.first, between.last))
    apart = last - first + timedelta(days=last <= first) - between.pause
    if apart <= timedelta():
        raise NoSuchTarget
    less = " without the break" if between.pause else ""
    long = _in_hours(int(apart.total_seconds()) // _HOUR)
    return Answer(f"From {between.first:%H:%M} to {between.last:%H:%M} is **{long}**{less}.")


def _in_hours(minutes: int) -> str:
    """Return minutes as '7 hours and 45 minutes'."""
    hours, rest = divmod(minutes, _HOUR)
    return " and ".join([counted(hours, "hour")] * bool(hours) + [counted(rest, "minute")] * bool(rest))
