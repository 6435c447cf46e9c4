"""Dates and times: weekdays, distances between days, time zones, ages."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from agents.handlers.items import PROJECT, Item
from agents.handlers.references.targets import resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import counted
from intent.commands import Command, Reference
from intent.slots.days import find_days
from omniforge.errors import InvalidInput
from omniforge.recurrence.rule import WEEKDAYS
from omniforge.tables.dates import Shift, day_of, move, working_days_between
from omniforge.tables.markdown import plain
from omniforge.tables.zones import zone_named

_WEEK = timedelta(7)
_YEARS = 366 * 3  # days; longer distances are also given in years


@handles("date.today")
async def tell_today(task: Task, command: Command) -> Answer:
    """Say today's date, with its week."""
    return Answer(f"Today is **{format_long_day(task.today)}**, in week {task.today.isocalendar().week}.")


@handles("date.of")
async def tell_day(task: Task, command: Command) -> Answer:
    """Say which weekday and week a day is."""
    day: date = command.slots["day"]
    verb = "is" if day >= task.today else "was"
    asked = command.slots.get("weekday", "")
    sure = f"{'Yes' if WEEKDAYS[day.weekday()] in asked.split(',') else 'No'}. " if asked else ""
    return Answer(f"{sure}That {verb} **{format_long_day(day)}**, in week {day.isocalendar().week}.")


@handles("date.until")
async def tell_until(task: Task, command: Command) -> Answer:
    """Say how far away a day is, in the requested unit."""
    day: date = command.slots.get("day") or await _due_of(task, command)
    if day == task.today:
        return Answer(f"**{format_long_day(day)}** is today.")
    unit = command.slots.get("unit", "")
    if day < task.today:
        return Answer(f"**{_apart(day, task.today, unit)}** since {format_long_day(day)}.")
    return Answer(f"**{_apart(task.today, day, unit)}** until {format_long_day(day)}.{_note(unit)}")


async def _due_of(task: Task, command: Command) -> date:
    """Return the due day of the thing named or just mentioned. Raises NoSuchTarget if it has none."""
    item = await resolve_one(task, command.slots.get("thing") or Reference(command.words, is_pronoun=True))
    day = item.due or _told_day(item, task.today)
    if day is None:
        raise NoSuchTarget
    task.run.touched[:] = [item.kept]
    return day


def _told_day(item: Item, today: date) -> date | None:
    """Return the one day that a project's description tells, if it is none counted from when it was told."""
    text = item.text if item.kind == PROJECT else ""
    now, before = ([one.last for one in find_days(text, day)] for day in (today, today - _WEEK))
    return now[0] if len(now) == 1 and now == before else None


@handles("date.between")
async def tell_between(task: Task, command: Command) -> Answer:
    """Say how far apart two days are."""
    range_: tuple[date, date] = command.slots.get("range") or (command.slots["first"], command.slots["day"])
    first, last = sorted(range_)
    if first == task.today < last and range_[1] == first:  # 'from 30 October to today' began in the past
        first, last = last.replace(year=last.year - 1), first
    unit = command.slots.get("unit", "")
    both = (command.slots.get("inclusive", False) and unit != "nights") or unit == "working_days"
    apart = _apart(first - timedelta(1) if both else first, last, unit)
    counts = ", both counted" if both else ""
    return Answer(
        f"**{apart}** from {format_long_day(first)} to {format_long_day(last)}{counts}.{_note(unit)}"
    )


@handles("date.shift")
async def tell_shifted(task: Task, command: Command) -> Answer:
    """Say which day is a given distance after or before another."""
    reached = format_long_day(_shifted(task, command, command.slots["day"]))
    return Answer(f"That's **{reached}**.{_note(command.slots['unit'])}")


def _shifted(task: Task, command: Command, day: date) -> date:
    """Return the day at a distance from another. Raises NoSuchTarget if the distance isn't in whole days."""
    number: Decimal = command.slots["number"]
    unit, back = command.slots["unit"], command.slots.get("back", False)
    if unit == "fortnights":
        number, unit = number * 2, "weeks"
    if number != int(number) or unit in ("hours", "minutes", "nights", "weekends"):
        raise NoSuchTarget
    shift = Shift(**{unit: -int(number) if back else int(number)})
    return day_of(move(day, shift, _zone(task)))


@handles("time.now")
async def tell_time(task: Task, command: Command) -> Answer:
    """Say the current time, here or elsewhere."""
    place = command.slots.get("place", "")
    if not place:
        return Answer(f"It's **{task.pack.now:%H:%M}** ({_zone(task).key}).")
    there = task.pack.now.astimezone(_zone_of(place))
    return Answer(f"It's **{there:%H:%M}** in {_name(place)}, {format_long_day(there.date())}.")


@handles("time.convert")
async def convert_time(task: Task, command: Command) -> Answer:
    """Convert a time in one place to the time in another."""
    place, to = command.slots["place"], command.slots["to"]
    said = datetime.combine(task.today, command.slots["at"], _zone_of(place))
    there = said.astimezone(_zone_of(to))
    apart = (there.date() - said.date()).days
    day = {0: "", 1: " the next day", -1: " the day before"}[apart]
    return Answer(f"{said:%H:%M} in {_name(place)} is **{there:%H:%M}** in {_name(to)}{day}.")


def format_long_day(day: date) -> str:
    """Return a day as 'Wednesday, 3 March 2027'."""
    return f"{day:%A}, {day.day} {day:%B} {day.year}"


def _apart(first: date, last: date, unit: str) -> str:
    days = (last - first).days
    if unit == "weekends":
        return counted(sum((first + timedelta(day)).weekday() == 5 for day in range(days + 1)), "weekend")
    if unit == "fortnights":
        return _listed(counted(days // 14, "fortnight"), days % 14, "day")
    if unit == "nights":
        return counted(days, "night")
    if unit == "working_days":
        return counted(working_days_between(first, last), "working day")
    if unit in ("hours", "minutes"):
        return counted(days * (24 if unit == "hours" else 24 * 60), unit.removesuffix("s"))
    if unit in ("months", "years", "weeks"):
        return _in_units(first, last, unit)
    return counted(days, "day") + (f" ({_in_units(first, last, 'years')})" if days > _YEARS else "")


def _in_units(first: date, last: date, unit: str) -> str:
    """Return '3 weeks and 2 days', '14 months and 1 day', '3 years, 2 months'."""
    if unit == "weeks":
        whole, rest = divmod((last - first).days, 7)
        return _listed(counted(whole, "week"), rest, "day")
    age = relativedelta(last, first)
    if unit == "months":
        return _listed(counted(age.years * 12 + age.months, "month"), age.days, "day")
    return _listed(counted(age.years, "year"), age.months, "month")


def _listed(first: str, rest: int, unit: str) -> str:
    return f"{first} and {counted(rest, unit)}" if rest else first


def _note(unit: str) -> str:
    return " Public holidays aren't taken into account." if unit == "working_days" else ""


def _zone(task: Task) -> ZoneInfo:
    zone = task.pack.now.tzinfo
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")


def _zone_of(place: str) -> ZoneInfo:
    """Return the zone of a city or country. Raises NoSuchTarget if the place has none of its own here."""
    try:
        return zone_named(place)
    except InvalidInput as error:
        raise InvalidInput(f"I don't know the time in {plain(place)}. Try the nearest large city.") from error


def _name(place: str) -> str:
    return plain(place if any(sign.isupper() for sign in place) else place.title())
