"""Validation of events. Checks return a normalised value or raise InvalidInput."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from omniforge.calendar.appointment import Appointment
from omniforge.calendar.rule import first_day, read_rule
from omniforge.errors import InvalidInput

LONGEST = {"title": 200, "place": 500, "notes": 10_000}
LONGEST_SPAN = timedelta(days=366)
_ZONE = "Say its zone too, as in 2026-11-20T10:00:00+01:00."


def check_appointment(appointment: Appointment, zone: ZoneInfo) -> Appointment:
    """Return the appointment with its times in `zone`, those of whole days at midnight.

    One that repeats begins on the first day that fits its rule.

    Raises InvalidInput by field.
    """
    _refuse(dict(_wrong(appointment)))
    starts_at, ends_at = appointment.starts_at.astimezone(zone), appointment.ends_at.astimezone(zone)
    if appointment.all_day:
        starts_at, ends_at = midnight(starts_at), midnight(ends_at - timedelta(microseconds=1), days=1)
    tidied = replace(appointment, title=appointment.title.strip(), starts_at=starts_at, ends_at=ends_at)
    return _beginning_by_rule(tidied) if appointment.rule else tidied


def check_span(since: datetime, until: datetime) -> None:
    """Raise InvalidInput unless both times have a zone and `until` follows within a year."""
    _refuse(dict(_wrong_times(since=since, until=until)))
    if until - since > LONGEST_SPAN:
        _refuse({"until": f"Ask for {LONGEST_SPAN.days} days at most."})


def midnight(time: datetime, *, days: int = 0) -> datetime:
    """Return the midnight with which the day of `time`, or the one `days` later, begins in its zone."""
    day = time.date() + timedelta(days=days)
    return datetime.combine(day, datetime.min.time(), time.tzinfo)


def _beginning_by_rule(series: Appointment) -> Appointment:
    rule = read_rule(series.rule)
    ahead = first_day(rule, series.starts_at.date()) - series.starts_at.date()
    starts_at, ends_at = series.starts_at + ahead, series.ends_at + ahead
    return replace(series, starts_at=starts_at, ends_at=ends_at, rule=str(rule))


def _wrong(appointment: Appointment) -> Iterator[tuple[str, str]]:
    if not appointment.title.strip():
        yield "title", "Give it a title."
    for name, most in LONGEST.items():
        if len(getattr(appointment, name)) > most:
            yield name, f"At most {most:,} characters."
    yield from _wrong_times(starts_at=appointment.starts_at, ends_at=appointment.ends_at)


def _wrong_times(**times: datetime) -> Iterator[tuple[str, str]]:
    """Yield the problems of two times, as (field, message)."""
    without_zone = [name for name, time in times.items() if time.tzinfo is None]
    yield from ((name, _ZONE) for name in without_zone)
    (_, earlier), (name, later) = times.items()
    if not without_zone and later <= earlier:
        yield name, "This must be later than the beginning."


def _refuse(wrong: dict[str, str]) -> None:
    if wrong:
        name, message = next(iter(wrong.items()))
        raise InvalidInput(f"{name}: {message}", fields={name: [said] for name, said in wrong.items()})
