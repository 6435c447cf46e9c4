"""Events written to and read from iCalendar (RFC 5545). Imported only for feeds and CalDAV."""

from datetime import UTC, date, datetime, time, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import icalendar

from omniforge.calendar.appointment import Appointment
from omniforge.calendar.rule import read_rule

PRODUCT = "-//OmniForge//Calendar//EN"
# The errors that the libraries raise for a malformed event.
BADLY_WRITTEN = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError)


def new_calendar() -> icalendar.Calendar:
    """Return an empty iCalendar object."""
    calendar = icalendar.Calendar()
    calendar.add("PRODID", PRODUCT)
    calendar.add("VERSION", "2.0")
    return calendar


def new_component(appointment: Appointment, uid: str) -> icalendar.Event:
    """Return a VEVENT, stamped with the time of its last change. With a rule it is a series."""
    component = icalendar.Event()
    component.add("UID", uid)
    write(component, appointment, appointment.changed_at)
    if appointment.rule:
        _repeat(component, appointment)
    return component


def _repeat(component: icalendar.Event, series: Appointment) -> None:
    """Set the rule, and times in local time with their zone, so ten o'clock stays ten o'clock across DST."""
    rule = read_rule(series.rule)
    recurrence = icalendar.vRecur.from_ical(str(rule))
    if rule.until and not series.all_day:  # RFC 5545: if the start is a time, UNTIL is one too, in UTC
        ends = datetime.combine(rule.until, time.max, series.starts_at.tzinfo)
        recurrence["UNTIL"] = [ends.replace(microsecond=0).astimezone(UTC)]
    component.add("RRULE", recurrence)
    if not series.all_day:
        for name, moment in (("DTSTART", series.starts_at), ("DTEND", series.ends_at)):
            component.pop(name)
            component.add(name, moment)


def write(component: icalendar.Event, appointment: Appointment, stamp: datetime) -> None:
    """Copy the appointment's fields into a VEVENT. All others stay: guests, alarms, colours.

    Times are written in UTC, which needs no VTIMEZONE, whole days as dates.
    """
    texts = {"SUMMARY": appointment.title, "LOCATION": appointment.place, "DESCRIPTION": appointment.notes}
    times = {"DTSTART": appointment.starts_at, "DTEND": appointment.ends_at}
    values: dict[str, Any] = {name: text for name, text in texts.items() if text}
    for name, moment in times.items():
        values[name] = moment.date() if appointment.all_day else moment.astimezone(UTC)
    for name in (*texts, *times, "DURATION", "DTSTAMP", "LAST-MODIFIED"):
        component.pop(name, None)
    for name, value in (values | {"DTSTAMP": stamp, "LAST-MODIFIED": stamp}).items():
        component.add(name, value)


def read(component: icalendar.Event, event_id: str, zone: ZoneInfo, *, repeats: bool = False) -> Appointment:
    """Return a VEVENT as a value. Times without a zone are in `zone`."""
    changed = component.get("LAST-MODIFIED") or component.get("DTSTAMP")
    return Appointment(
        id=event_id,
        title=str(component.get("SUMMARY", "")) or "(no title)",
        starts_at=in_zone(component.start, zone),
        ends_at=in_zone(component.end, zone),
        all_day=not isinstance(component.start, datetime),
        place=str(component.get("LOCATION", "")),
        notes=str(component.get("DESCRIPTION", "")),
        repeats=repeats,
        changed_at=in_zone(changed.dt, zone) if changed else datetime(2000, 1, 1, tzinfo=UTC),
    )


def in_zone(moment: date, zone: tzinfo) -> datetime:
    """Return an iCalendar date or time in `zone`. One without a zone is taken as local to it."""
    if not isinstance(moment, datetime):
        return datetime.combine(moment, time(), zone)
    return moment.astimezone(zone) if moment.tzinfo else moment.replace(tzinfo=zone)
