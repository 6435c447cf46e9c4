"""Answers what is in the calendar, what is free, and when something is next."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import combinations

from agents.handlers.events.appointments import (
    Event,
    days_of,
    events_between,
    events_titled,
    find_events,
    midnight,
)
from agents.handlers.events.series import list_dates
from agents.handlers.events.words import (
    SHOWN,
    kept_event,
    line_of,
    listed_events,
    overlap,
    result_of,
    span_of,
)
from agents.handlers.lines import format_line
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.lists import find_matching
from agents.tools.counts import counted
from intent.commands import Command, Condition, Reference
from intent.commands.readers.events.happenings import EventReference
from intent.commands.words import as_words, key_of
from intent.slots.moment import Moment
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_WEEK = timedelta(days=7)
_HOUR = timedelta(hours=1)
_PAIR = 2
PART_HOURS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (17, 23), "night": (20, 24)}  # hours


@handles("event.list")
async def list_events(task: Task, command: Command) -> Answer:
    """List the calendar's events, say whether a time is free, or when something is next."""
    ask, wanted = command.slots.get("ask", ""), command.slots.get("event") or EventReference("")
    if ask in _OF_EVENT:
        return await _OF_EVENT[ask](task, wanted)
    if ask in ("dates", "often"):
        return await list_dates(task, command)
    when: Moment | None = command.slots.get("when")
    since, until = _hours_of(task, when) if when else _coming_week(task)
    events = await events_between(task, since, until)
    if about := command.slots.get("about"):
        return _tell_those(about, events, since, until)
    if ask == "free":
        return _tell_free(command, events, since, until)
    if ask == "count":
        return Answer(f"**{counted(len(events), 'event')}** {span_of(since, until)}.", listed_events(events))
    told = _tell_list(events, since, until)
    return await _with_work(task, told, since, until) if "work" in command.slots else told


async def _tell_whether(task: Task, wanted: EventReference) -> Answer:
    """Say whether an event is in the calendar, and when."""
    if await find_events(task, wanted):
        told = await _tell_next(task, wanted)
        return replace(told, text=f"Yes. {told.text}")
    no = f"No, nothing called “{plain(wanted.title)}” is in your calendar"
    if wanted.when.first and await find_events(task, other := replace(wanted, when=Moment())):
        told = await _tell_next(task, other)
        return replace(told, text=f"{no} {span_of(*days_of(task, wanted.when))}. {told.text}")
    return Answer(f"{no}.")


async def _tell_overlaps(task: Task, _: EventReference) -> Answer:
    """Say which events of the last list are at the same time. Raises NoSuchTarget for fewer than two."""
    shown = {one.id for one in task.run.listed or task.pack.dialogue.listed or task.pack.dialogue.touched}
    events = [one for one in await find_events(task, EventReference("")) if one.id in shown]
    if len(events) < _PAIR:
        raise NoSuchTarget
    both = [(one, other) for one, other in combinations(events, _PAIR) if overlap(one, other)]
    lines = "\n".join(f"- {line_of(one)}, and {line_of(other, with_day=False)}" for one, other in both)
    return Answer(f"Yes, at the same time are:\n\n{lines}" if both else "No, they don't overlap.")


async def _tell_beside(task: Task, _: EventReference) -> Answer:
    """Tell what else is on the day of the events spoken of last. Raises NoSuchTarget if there is none."""
    if task.pack.dialogue.did == "missed" and not task.run.listed:
        raise NoSuchTarget  # what was missed may be meant
    shown = {one.id for one in task.run.listed if one.kind == "event"}  # by this message's own answer
    named = EventReference("it", is_pronoun=True)
    told = [one for one in await find_events(task, EventReference("")) if one.id in shown]
    told = told or (await find_events(task, named))[:1]
    if len({one.starts_at.date() for one in told}) != 1:
        raise NoSuchTarget
    since = midnight(told[0].starts_at.date(), task.pack.now)
    until, ids = since + timedelta(days=1), {one.id for one in told}
    others = [one for one in await events_between(task, since, until) if one.id not in ids]
    if not others:
        return Answer(f"Nothing else is in your calendar {span_of(since, until)}.")
    return _tell_list(others, since, until)


async def _with_work(task: Task, told: Answer, since: datetime, until: datetime) -> Answer:
    """Add the open work that is due within the days asked about."""
    days = (since.date(), (until - timedelta(minutes=1)).date())
    due = Reference("", is_plural=True, conditions=(Condition("state", "open"), Condition("due", days)))
    items = await in_database(find_matching, task, due)
    if not items:
        return told
    lines = "\n".join(f"- {format_line(one, task.today, home=True)}" for one in items[:SHOWN])
    listed = (*told.listed, *(one.kept for one in items[:SHOWN]))
    return replace(told, text=f"{told.text}\n\nDue then:\n\n{lines}", listed=listed)


async def tell_coming_week(task: Task) -> Answer | None:
    """Return what the calendar has for today and the coming week, None if that is nothing."""
    since, until = _coming_week(task)
    events = await events_between(task, since, until)
    return _tell_list(events, since, until) if events else None


def _coming_week(task: Task) -> tuple[datetime, datetime]:
    today = midnight(task.today, task.pack.now)
    return today, today + _WEEK


def _hours_of(task: Task, when: Moment) -> tuple[datetime, datetime]:
    """Return the period asked about: days, a part of a day, or an hour from a time."""
    since, until = days_of(task, when)
    if when.at:
        since = datetime.combine(since.date(), when.at, since.tzinfo)
        return since, datetime.combine(since.date(), when.ends, since.tzinfo) if when.ends else since + _HOUR
    if when.part:
        first, last = PART_HOURS[when.part]
        return since + timedelta(hours=first), since + timedelta(hours=last)
    return since, until


def _tell_those(about: Sequence[str], events: Sequence[Event], since: datetime, until: datetime) -> Answer:
    """Say which events have such a title. What else is on is not told."""
    those = {one.id: one for title in about for one in events_titled(title, events)}
    if those:
        return _tell_list(sorted(those.values(), key=lambda one: one.starts_at), since, until)
    called = " or ".join(f"“{plain(one)}”" for one in about)
    return Answer(f"Nothing in your calendar {span_of(since, until)} is called {called}.")


def _tell_list(events: Sequence[Event], since: datetime, until: datetime) -> Answer:
    if not events:
        return Answer(f"There's nothing in your calendar {span_of(since, until)}.")
    one_day = until - since <= timedelta(days=1)
    lines = "\n".join(f"- {line_of(event, with_day=not one_day)}" for event in events[:SHOWN])
    more = f"\n\n{len(events) - SHOWN} more aren't shown." if len(events) > SHOWN else ""
    said = span_of(since, until)
    return Answer(f"{said[:1].upper()}{said[1:]}:\n\n{lines}{more}", listed_events(events), result_of(events))


def _tell_free(command: Command, events: Sequence[Event], since: datetime, until: datetime) -> Answer:
    when: Moment | None = command.slots.get("when")
    least, span = command.slots.get("lasts", timedelta()), span_of(since, until)
    if not events:
        return Answer(f"Yes, you're free {span}." if when and when.at else f"You're free {span}.")
    lines = "\n".join(
        f"- {line_of(event, with_day=until - since > timedelta(days=1))}" for event in events[:SHOWN]
    )
    if not any(map(_takes_time, events)):
        return Answer(f"You're free {span}, apart from what is all day:\n\n{lines}", listed_events(events))
    lead = f"No, you're busy {span}" if when and when.at else f"You're busy at these times {span}"
    return Answer(f"{lead}:\n\n{lines}{_gaps(events, since, until, least)}", listed_events(events))


def _takes_time(event: Event) -> bool:
    """Return whether one can't be free beside an event: it has a time, or is a day away."""
    return not event.all_day or any(key_of("away_all_day", one) for one in as_words(event.title))


def _gaps(events: Sequence[Event], since: datetime, until: datetime, least: timedelta) -> str:
    """Say which times of a day, or part of it, are free for so long at `least`, empty for several days."""
    timed = [one for one in events if not one.all_day]
    if until - since > timedelta(days=1) or len(timed) < len(events):
        return ""
    ends = [since, *(max(one.ends_at for one in timed[: place + 1]) for place in range(len(timed)))]
    starts = [*(one.starts_at for one in timed), until]
    both = [(first, last) for first, last in zip(ends, starts, strict=True) if first < last]
    free = [_gap(first, last) for first, last in both if last - first >= least]
    if not free:
        return "\n\nNothing is free for that long then." if both else "\n\nNothing is free then."
    return f"\n\nFree: {', '.join(free)}."


def _gap(first: datetime, last: datetime) -> str:
    if first.time() == time():
        return f"before {last:%H:%M}"
    return f"after {first:%H:%M}" if last.time() == time() else f"{first:%H:%M} to {last:%H:%M}"


async def _tell_next(task: Task, wanted: EventReference) -> Answer:
    events = [one for one in await find_events(task, wanted) if one.starts_at >= task.pack.now]
    if not events and wanted.words:  # 'the afternoon session', or 'that' with no event at hand
        raise NoSuchTarget
    if not events:
        return Answer("Nothing is coming up in your calendar.")
    task.run.touched[:] = [kept_event(events[0])]
    return Answer(f"{line_of(events[0])}.", listed_events(events[:1]))


_OF_EVENT = {
    "next": _tell_next,
    "there": _tell_whether,
    "beside": _tell_beside,
    "overlap": _tell_overlaps,
}
