"""Expanding the series of calendars stored here. Imported only if there is one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import icalendar

from omniforge.calendar import ical
from omniforge.calendar.appointment import Appointment
from omniforge.calendar.rule import read_rule
from omniforge.calendar.series import occurrences

_DAY = timedelta(days=1)
_FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)


def expand(
    series: Appointment, left_out: Sequence[str], since: datetime, until: datetime
) -> Iterator[Appointment]:
    """Yield the occurrences in this period, at most 1,000, each named by its start day.

    `left_out` names deleted ones. Times are in the zone of the series.
    """
    calendar = ical.new_calendar()
    calendar.add_component(_component(series, left_out))
    zone = series.starts_at.tzinfo or UTC
    for _, event in occurrences(calendar, since, until):
        starts_at, ends_at = ical.in_zone(event.start, zone), ical.in_zone(event.end, zone)
        name = f"{series.id}@{starts_at:%Y%m%d}"
        yield replace(series, id=name, starts_at=starts_at, ends_at=ends_at, repeats=True)


def find(series: Appointment, left_out: Sequence[str], name: str) -> Appointment | None:
    """Return the occurrence that starts on the day `name`, or None."""
    try:
        begins = datetime.strptime(name, "%Y%m%d").replace(tzinfo=series.starts_at.tzinfo)
    except ValueError:
        return None
    around = expand(series, left_out, begins, begins + _DAY)
    return next((one for one in around if one.id == f"{series.id}@{name}"), None)


def last_end(series: Appointment) -> datetime:
    """Return an upper bound for the end of the last occurrence, far in the future for an endless series."""
    rule = read_rule(series.rule)
    if rule.count:
        return max(one.ends_at for one in expand(series, (), series.starts_at, _FOR_EVER))
    if rule.until is None:
        return _FOR_EVER
    begins = datetime.combine(rule.until + _DAY, datetime.min.time(), series.starts_at.tzinfo)
    return begins + (series.ends_at - series.starts_at)


def _component(series: Appointment, left_out: Sequence[str]) -> icalendar.Event:
    component = ical.new_component(series, series.id)
    for name in left_out:
        day = datetime.strptime(name, "%Y%m%d").date()
        component.add("EXDATE", day if series.all_day else _begin(series, day))
    return component


def _begin(series: Appointment, day: date) -> datetime:
    return datetime.combine(day, series.starts_at.timetz())
