"""Recurring events (RFC 5545, section 3.8.5): their occurrences and overrides of single ones."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from math import prod
from typing import Any

import icalendar
import recurring_ical_events

from omniforge.calendar.ical import in_zone

_MOST = 1_000  # occurrences examined per series
_MOST_A_DAY = 24
_TOO_OFTEN = frozenset(("SECONDLY", "MINUTELY", "HOURLY"))  # no appointments, and slow to expand


def occurrences(
    calendar: icalendar.Calendar, since: datetime, until: datetime
) -> Iterator[tuple[str, icalendar.Event]]:
    """Yield the events in this period, each with its occurrence name, empty for a single event."""
    events = calendar.events
    if any(_is_beyond_counting(rule) for event in events for rule in _rules(event)):
        return
    if not any(_is_series(event) for event in events):
        yield from (("", event) for event in events if _overlaps(event, since, until))
        return
    following = islice(recurring_ical_events.of(calendar).after(since), _MOST)
    for event in takewhile(lambda event: in_zone(event.start, UTC) < until, following):
        yield occurrence_name(event), event


def occurrence_name(event: icalendar.Event) -> str:
    """Return the name of an occurrence in its series: its original start time."""
    time = _recurrence(event)
    if not isinstance(time, datetime):
        return f"{time:%Y%m%d}" if time else ""
    return f"{time.astimezone(UTC):%Y%m%dT%H%M%SZ}" if time.tzinfo else f"{time:%Y%m%dT%H%M%S}"


def find_occurrence(calendar: icalendar.Calendar, name: str) -> icalendar.Event | None:
    """Return the occurrence of this name as it is now, or None, the whole event if the name is empty."""
    own = [event for event in calendar.events if occurrence_name(event) == name]
    if own or not name:
        return own[0] if own else None
    try:
        day = datetime.strptime(name[:8], "%Y%m%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    around = occurrences(calendar, day - timedelta(days=1), day + timedelta(days=2))
    return next((event for named, event in around if named == name), None)


def exclude_occurrence(calendar: icalendar.Calendar, event: icalendar.Event) -> None:
    """Delete one occurrence from its series."""
    drop_override(calendar, occurrence_name(event))
    series = next(one for one in calendar.events if _is_series(one))
    series.add("EXDATE", _recurrence(event))


def drop_override(calendar: icalendar.Calendar, name: str) -> None:
    """Remove the override of one occurrence."""
    overriding = [event for event in calendar.events if occurrence_name(event) == name]
    calendar.subcomponents[:] = [part for part in calendar.subcomponents if part not in overriding]


def _recurrence(event: icalendar.Event) -> Any:
    """Return the original date or time of an occurrence, or None for a single event."""
    return getattr(event.get("RECURRENCE-ID"), "dt", None)


def _is_series(event: icalendar.Event) -> bool:
    return "RRULE" in event or "RDATE" in event


def _rules(event: icalendar.Event) -> list[Any]:
    rules: Any = event.get("RRULE", [])
    return rules if isinstance(rules, list) else [rules]


def _is_beyond_counting(rule: Any) -> bool:
    """Return whether a rule repeats within the day, or never advances."""
    a_day = prod(len(rule.get(part, [0])) for part in ("BYHOUR", "BYMINUTE", "BYSECOND"))
    is_too_often = _TOO_OFTEN & set(map(str, rule.get("FREQ", []))) or a_day > _MOST_A_DAY
    return bool(is_too_often) or 0 in rule.get("INTERVAL", [])


def _overlaps(event: icalendar.Event, since: datetime, until: datetime) -> bool:
    began, ended = in_zone(event.start, UTC), in_zone(event.end, UTC)
    return began < until and (ended > since or began >= since)
