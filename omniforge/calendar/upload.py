"""Reading the events of an uploaded iCalendar file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import icalendar

from omniforge.calendar.ical import BADLY_WRITTEN, read
from omniforge.calendar.rule import read_rule
from omniforge.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Brought:
    """The contents of a file: the fields of its events, and the titles of unsupported ones."""

    events: tuple[Mapping[str, Any], ...]
    left_out: tuple[str, ...]


def read_events(text: str, zone: ZoneInfo) -> Brought:
    """Return the events of a file. Times without a zone are in `zone`. Raises InvalidInput if it has none."""
    try:
        components = icalendar.Calendar.from_ical(text).events
    except BADLY_WRITTEN as error:
        raise InvalidInput("That file isn't a calendar that I can read.") from error
    found: list[Mapping[str, Any]] = []
    left_out: list[str] = []
    for component in components:
        try:
            found.append(_fields(component, zone))
        except (*BADLY_WRITTEN, InvalidInput):
            left_out.append(str(component.get("SUMMARY", "")) or "(no title)")
    return Brought(tuple(found), tuple(left_out))


def _fields(component: icalendar.Event, zone: ZoneInfo) -> dict[str, Any]:
    event = read(component, "", zone)
    fields = {
        "title": event.title,
        "starts_at": event.starts_at.isoformat(),
        "ends_at": event.ends_at.isoformat(),
        "all_day": event.all_day,
        "place": event.place,
        "notes": event.notes,
    }
    rule = component.get("RRULE")
    said = str(read_rule(rule.to_ical().decode())) if rule else ""
    return fields | ({"rule": said} if said else {})
