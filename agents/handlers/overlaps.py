"""What else is in the calendar at the time of an event."""

from agents.handlers.appointments import Event, events_between
from agents.handlers.event_words import line_of
from agents.handlers.task import Task


async def overlap_of(task: Task, event: Event, *, lead: str = "\n\n") -> str:
    """Say what else is in the calendar at the time of an event; empty if nothing is."""
    if event.all_day:
        return ""
    others = await events_between(task, event.starts_at, event.ends_at)
    found = [one for one in others if one.series != event.series and not one.all_day and _overlap(one, event)]
    return f"{lead}This overlaps with {line_of(found[0], with_day=False)}." if found else ""


def _overlap(one: Event, other: Event) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at
