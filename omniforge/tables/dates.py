"""Parsing, moving and comparing dates and times. Days are calendar days, hours are elapsed time.

A date without a time is a `date`, one with a time an aware `datetime`. Working days are Monday to Friday.
Public holidays are unknown.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from omniforge.errors import InvalidInput

Moment = date | datetime
Day = TypeVar("Day", date, datetime, Moment)
_FORMATS = "Write it like 2026-11-20 or 2026-11-20T09:30, or as now, today, tomorrow or yesterday."
_DAYS = {"today": 0, "tomorrow": 1, "yesterday": -1}


@dataclass(frozen=True, slots=True)
class Shift:
    """An offset. Negative is back. Applied from the largest unit to the smallest."""

    years: int = 0
    months: int = 0
    weeks: int = 0
    days: int = 0
    working_days: int = 0
    hours: int = 0
    minutes: int = 0


def day_of(moment: Moment) -> date:
    """Return the day of a moment."""
    return moment.date() if isinstance(moment, datetime) else moment


def read_moment(text: str, now: datetime, zone: ZoneInfo, field: str = "date") -> Moment:
    """Parse the moment in `text`, in `zone` unless it has an offset.

    Raises InvalidInput, which names `field` and the format.
    """
    said, here = text.strip().lower(), now.astimezone(zone)
    if said == "now":
        return here.replace(microsecond=0)
    if said in _DAYS:
        return here.date() + timedelta(days=_DAYS[said])
    try:
        return _read_written(said, zone)
    except (ValueError, OverflowError) as error:
        raise InvalidInput.of(field, f"{field}: '{text}' is no date. {_FORMATS}") from error


def _read_written(said: str, zone: ZoneInfo) -> Moment:
    """Parse ISO 8601. The first and last year are excluded: conversion to other zones could overflow."""
    day = date.fromisoformat(said[:10])
    if not 1 < day.year < 9999:
        raise OverflowError
    return day if len(said) <= len("2026-11-20") else _read_time(said, zone)


def _read_time(said: str, zone: ZoneInfo) -> datetime:
    moment = datetime.fromisoformat(said.upper())
    return (moment if moment.tzinfo else _shown(moment.replace(tzinfo=zone))).astimezone(zone)


def _shown(moment: datetime) -> datetime:
    """Normalise a local time: 02:30 in the hour that clocks skip becomes 03:30."""
    return moment.astimezone(UTC).astimezone(moment.tzinfo)


def at_time(moment: Moment, zone: ZoneInfo) -> datetime:
    """Return the moment as a time in `zone`. For a date its start."""
    if isinstance(moment, datetime):
        return moment.astimezone(zone)
    return datetime.combine(moment, time(), zone)


def move(moment: Moment, shift: Shift, zone: ZoneInfo) -> Moment:
    """Return the moment moved by `shift`. Months clamp to their end: 31 January plus a month is 28 February.

    Raises InvalidInput if that leaves the years 1 to 9999.
    """
    try:
        day: Moment = moment + relativedelta(months=shift.years * 12 + shift.months)
        day += timedelta(weeks=shift.weeks, days=shift.days)
        day = working_days_later(day, shift.working_days)
        if not (shift.hours or shift.minutes):
            return _shown(day) if isinstance(day, datetime) else day
        later = at_time(day, zone).astimezone(UTC) + timedelta(hours=shift.hours, minutes=shift.minutes)
        return later.astimezone(zone)
    except (OverflowError, ValueError) as error:
        raise InvalidInput("This leaves the years 1 to 9999. Move the date by less.") from error


def working_days_later(moment: Day, days: int) -> Day:
    """Return the moment `days` working days (Monday to Friday) later, or earlier if negative."""
    step = timedelta(days=1 if days > 0 else -1)
    for _ in range(abs(days)):
        moment += step
        while moment.weekday() >= 5:
            moment += step
    return moment


def working_days_between(first: date, last: date) -> int:
    """Return how many working days come after `first` up to `last`, negative if `last` is earlier."""
    if last < first:
        return -working_days_between(last, first)
    weeks, days = divmod((last - first).days, 7)
    rest = ((first.weekday() + day) % 7 for day in range(1, days + 1))
    return weeks * 5 + sum(weekday < 5 for weekday in rest)
