"""The tool that knows the date, and reckons with dates, times and time zones."""

from datetime import UTC, date, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from agents.compute.dates import Moment, Shift, at_time, moved, read_moment, working_days_between
from agents.compute.zones import zone_named
from agents.counting import counted, plural
from agents.tools.context import CallContext
from agents.tools.tool import ToolArguments, ToolFailed, ToolResult, tool

_FORMATS = "2026-11-20, 2026-11-20T09:30, now, today, tomorrow or yesterday"
_FURTHEST = 100_000


def _shift(what: str, most: int = _FURTHEST) -> int:
    count: int = Field(default=0, ge=-most, le=most, description=f"add: {what} to add; negative goes back.")
    return count


class Reckoning(ToolArguments):
    """What to do with a date, and what that needs."""

    do: Literal["show", "add", "difference", "convert"] = Field(
        default="show",
        description="show: the date, its weekday and week. add: the date moved. difference: from `date` to "
        "`until`. convert: the same time in `to_zone`.",
    )
    date: str = Field(default="now", max_length=40, description=f"Like {_FORMATS}.")
    until: str = Field(default="", max_length=40, description=f"difference: the other date, like {_FORMATS}.")
    zone: str = Field(
        default="", max_length=60, description="Time zone like Europe/Berlin; empty: the workspace's own."
    )
    to_zone: str = Field(default="", max_length=60, description="convert: the time zone wanted.")
    years: int = _shift("years")
    months: int = _shift("months")
    weeks: int = _shift("weeks")
    days: int = _shift("days")
    working_days: int = _shift("days from Monday to Friday", 10_000)
    hours: int = _shift("hours")
    minutes: int = _shift("minutes")


class Reckoned(ToolResult):
    """A date (ISO 8601) in words, or how far two lie apart."""

    words: str
    date: str
    week: int | None = None
    days: int | None = None
    working_days: int | None = None
    hours: float | None = None

    def summary(self) -> str:
        return self.words


@tool(said="Looking up a date: {date}")
async def date_and_time(arguments: Reckoning, context: CallContext) -> Reckoned:
    """Tell today's date and the time anywhere, the weekday and week of a date, and reckon with dates.

    Adds and takes away years to minutes and working days, tells how far two dates lie apart, converts between
    time zones. Working days are Monday to Friday; public holidays are not known. Never reckon in your head.
    """
    zone = zone_named(arguments.zone) if arguments.zone else _own_zone(context)
    moment = read_moment(arguments.date, context.now, zone)
    if arguments.do == "add":
        return _told(moved(moment, _shift_of(arguments), zone), zone)
    if arguments.do == "difference":
        return _difference(moment, _until(arguments, context, zone), zone)
    if arguments.do == "convert":
        return _converted(moment, arguments.to_zone, zone)
    return _told(moment, zone)


def _own_zone(context: CallContext) -> ZoneInfo:
    zone = context.now.tzinfo
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")


def _shift_of(arguments: Reckoning) -> Shift:
    return Shift(**{name: getattr(arguments, name) for name in Shift.__slots__})


def _until(arguments: Reckoning, context: CallContext, zone: ZoneInfo) -> Moment:
    if not arguments.until:
        raise ToolFailed(f"until: a difference needs a second date, like {_FORMATS}.")
    return read_moment(arguments.until, context.now, zone, "until")


def _converted(moment: Moment, to: str, zone: ZoneInfo) -> Reckoned:
    if not to:
        raise ToolFailed("to_zone: say which time zone is wanted, like Europe/Berlin or UTC.")
    wanted = zone_named(to, "to_zone")
    return _told(at_time(moment, zone).astimezone(wanted), wanted)


def _told(moment: Moment, zone: ZoneInfo) -> Reckoned:
    words = f"{moment:%A}, {moment.day} {moment:%B} {moment.year}"
    if isinstance(moment, datetime):
        words += f", {moment:%H:%M} ({zone.key})"
    return Reckoned(words=words, date=moment.isoformat(), week=moment.isocalendar().week)


def _difference(first: Moment, last: Moment, zone: ZoneInfo) -> Reckoned:
    days = (_day(last) - _day(first)).days
    working = working_days_between(_day(first), _day(last))
    hours = None
    words = f"{counted(days, 'day')}, of them {counted(working, 'working day')}"
    if isinstance(first, datetime) or isinstance(last, datetime):
        apart = at_time(last, zone).astimezone(UTC) - at_time(first, zone).astimezone(UTC)
        hours = round(apart.total_seconds() / 3600, 2)
        words += f"; on the clock {hours:,g} {plural(hours, 'hour')}"
    return Reckoned(words=words, date=last.isoformat(), days=days, working_days=working, hours=hours)


def _day(moment: Moment) -> date:
    return moment.date() if isinstance(moment, datetime) else moment
