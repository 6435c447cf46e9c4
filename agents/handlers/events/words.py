"""Events and their times in words, with conflicting events."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from agents.context.stored import KeptResult, KeptThing
from agents.handlers.events.appointments import Event, events_between
from agents.handlers.numbers.dates import format_long_day
from agents.handlers.task import Task
from omniforge.tables.markdown import plain

SHOWN = 25  # events per answer


def line_of(event: Event, *, with_day: bool = True) -> str:
    when = when_of(event) if with_day else clock_of(event)
    place = f", {plain(event.place)}" if event.place else ""
    return f"{when}: **{plain(event.title)}**{place}"


def when_of(event: Event) -> str:
    first, last = event.starts_at.date(), (event.ends_at - timedelta(microseconds=1)).date()
    if event.all_day:
        return f"{format_long_day(first)}{f' to {format_long_day(last)}' if last > first else ''}, all day"
    return f"{format_long_day(first)}, {clock_of(event)}"


def clock_of(event: Event) -> str:
    if event.all_day:
        return "All day"
    later = (
        f"{format_long_day(event.ends_at.date())}, " if event.ends_at.date() > event.starts_at.date() else ""
    )
    return f"{event.starts_at:%H:%M} to {later}{event.ends_at:%H:%M}"


def span_of(since: datetime, until: datetime) -> str:
    """Return a period in words: 'on Friday, 27 November 2026', with hours unless it is a whole day."""
    if since.time() == until.time() == time():
        last = until - timedelta(days=1)
        if since.date() == last.date():
            return f"on {format_long_day(since.date())}"
        return f"from {format_long_day(since.date())} to {format_long_day(last.date())}"
    return f"on {format_long_day(since.date())} from {since:%H:%M} to {until:%H:%M}"


def kept_event(event: Event) -> KeptThing:
    return KeptThing("event", event.id, event.title)


def listed_events(events: Sequence[Event]) -> tuple[KeptThing, ...]:
    return tuple(kept_event(event) for event in events[:SHOWN])


def result_of(events: Sequence[Event]) -> KeptResult:
    rows = tuple(
        (one.title, format_long_day(one.starts_at.date()), clock_of(one), one.place) for one in events
    )
    return KeptResult("calendar", ("title", "day", "time", "place"), rows)


async def overlap_of(task: Task, event: Event, *, lead: str = "\n\n") -> str:
    """Say what else is in the calendar at an event's time, empty if nothing is."""
    if event.all_day:
        return ""
    others = await events_between(task, event.starts_at, event.ends_at)
    found = [one for one in others if one.series != event.series and overlap(one, event)]
    return f"{lead}This overlaps with {line_of(found[0], with_day=False)}." if found else ""


def overlap(one: Event, other: Event) -> bool:
    """Return whether two events are at the same time. What is all day has no time."""
    timed = not (one.all_day or other.all_day)
    return timed and one.starts_at < other.ends_at and other.starts_at < one.ends_at
