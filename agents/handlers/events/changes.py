"""Moves, renames, extends and deletes events."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from agents.handlers.events.appointments import Event, end_of, keep_half_of_day, midnight, with_answers
from agents.handlers.events.series import repeat_event
from agents.handlers.events.which_event import is_whole_series, resolve_event
from agents.handlers.events.words import clock_of, overlap_of, when_of
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from intent.commands import Command
from intent.slots.moment import Moment
from intent.slots.nearest import nearest
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_LEFT = "OK, I leave it in your calendar."
_HOUR, _HALF_DAY, _NOON = timedelta(hours=1), timedelta(hours=12), 12


@handles("event.update")
async def update_event(task: Task, command: Command) -> Answer:
    """Move or rename an event, or change how it repeats."""
    if {"repeats", "last"} & command.slots.keys():
        return await repeat_event(task, command)
    event = await resolve_event(task, command)
    if "event" not in command.slots and _is_other(event, command.slots.get("was")):
        raise NoSuchTarget  # '10:30, not 9:30' is of something else
    changes = _changes(task, event, command)
    whole = event.repeats and is_whole_series(task, command)
    given = await task.call("calendar", do="update", whole_series=whole, **_named(event), **changes)
    changed = given["events"][0]
    now = Event.of(changed, task.pack.now)
    return Answer(_changed(event, now, changed["every"] if whole else "") + await overlap_of(task, now))


def _is_other(event: Event, was: Moment | None) -> bool:
    """Return whether an event isn't at the time that it is said to have had, by the clock face."""
    at, own = was.at if was else None, event.starts_at
    return at is not None and (at.hour % _NOON, at.minute) != (own.hour % _NOON, own.minute)


def _changed(before: Event, after: Event, every: str) -> str:
    """Say how an event, or its whole series, changed."""
    title = plain(before.title)
    series = f", {every}" if every else ""
    if after.title != before.title:
        only = f", only {when_of(after)}: the others of the series keep their name" if before.repeats else ""
        return f"Renamed **{title}** to **{plain(after.title)}**{', the whole series' if every else only}."
    if after.place != before.place:
        return f"Changed **{title}**: {plain(after.place)}, {when_of(after)}."
    if not every and (after.starts_at, after.ends_at) == (before.starts_at, before.ends_at):
        return f"**{title}** is unchanged: {when_of(after)}."
    verb = "Moved" if after.starts_at != before.starts_at else "Changed"
    return f"{verb} **{title}**: {clock_of(after) if every else when_of(after)}{series}."


def _named(event: Event) -> dict[str, Any]:
    """Return the tool arguments that identify an event."""
    return {"event": event.id, "day": event.starts_at.date().isoformat()}


def _changes(task: Task, event: Event, command: Command) -> dict[str, Any]:
    slots = command.slots
    if title := slots.get("title"):
        return {"title": title}
    if place := slots.get("place"):
        return {"place": place}
    if ends := _new_end(event, slots):
        return {"ends_at": ends.isoformat()}
    if by := slots.get("by"):
        starts = event.starts_at - by if _is_earlier(task, event, slots) else event.starts_at + by
        at = _new_time(event, slots["to"]) if "to" in slots else starts.time()
        return {"starts_at": datetime.combine(starts.date(), at, starts.tzinfo).isoformat()}
    if minute := slots.get("minute"):
        return {"starts_at": nearest(event.starts_at, minute).isoformat()}
    to = with_answers(task, slots["to"])
    starts = datetime.combine(_new_day(event, to), _new_time(event, to), task.pack.now.tzinfo)
    if to.all_day:
        return {"starts_at": midnight(starts.date(), starts).isoformat(), "all_day": True}
    ends = end_of(replace(to, last=to.first), starts) or (starts + _HOUR if event.all_day and to.at else None)
    timed = {"all_day": False} if event.all_day and to.at else {}
    return {"starts_at": starts.isoformat()} | ({"ends_at": ends.isoformat()} if ends else {}) | timed


def _new_end(event: Event, slots: Mapping[str, Any]) -> datetime | None:
    """Return when an event ends by a new length or end, None if neither is given."""
    if until := slots.get("until"):
        return _end_at(event, until)
    lasts: timedelta | None = slots.get("lasts")
    if lasts:
        return event.starts_at + lasts
    by: timedelta = slots.get("longer") or -slots.get("shorter", timedelta())
    return event.ends_at + by if by else None


def _end_at(event: Event, until: time) -> datetime:
    """Return when an event ends at a time of day, in its own half of the day: 'until 3:30' of one at 14:00.

    Raises InvalidInput if it would end before it starts.
    """
    ends = datetime.combine(event.starts_at.date(), until, event.starts_at.tzinfo)
    ends += _HALF_DAY if ends <= event.starts_at and until.hour < _NOON else timedelta()
    if ends <= event.starts_at:
        raise InvalidInput(
            f"**{plain(event.title)}** starts at {event.starts_at:%H:%M}. Nothing was changed."
        )
    return ends


def _is_earlier(task: Task, event: Event, slots: Mapping[str, Any]) -> bool:
    """Return whether an event moves to an earlier time. Asks if 'forward' may mean either."""
    if not slots.get("either"):
        return bool(slots.get("earlier"))
    if not (way := task.answer_to("way")):
        text = f"Shall I move **{plain(event.title)}** to an earlier or a later time?"
        raise Question("way", text, [("Earlier", ""), ("Later", "")])
    return way.casefold().startswith("earl")


def _new_day(event: Event, to: Moment) -> Any:
    """Return an event's new day. Moved to another week it keeps its weekday."""
    if to.first is None:
        return event.starts_at.date()
    if to.weekday:
        return _same_week(event, to.first)
    if to.last is None or to.last == to.first:
        return to.first
    if (to.last - to.first).days == 6 and to.first.weekday() == 0:
        return to.first + timedelta(days=event.starts_at.weekday())
    raise Question("day", f"I can move **{plain(event.title)}** to one day, not to several. To which day?")


def _same_week(event: Event, day: date) -> date:
    """Return the weekday of `day` in the event's own week, if that is still to come."""
    own = event.starts_at.date()
    found = own + timedelta(days=day.weekday() - own.weekday())
    return found if found > day else day


def _new_time(event: Event, to: Moment) -> time:
    if to.part and not to.at:
        raise Question("time", f"At what time shall **{plain(event.title)}** start?")
    return keep_half_of_day(event, to) or event.starts_at.time()


@handles("event.delete")
async def delete_event(task: Task, command: Command) -> Answer:
    """Delete an event, or a whole series."""
    event = await resolve_event(task, command)
    whole = event.repeats and is_whole_series(task, command)
    given = await task.call("calendar", do="delete", whole_series=whole, **_named(event))
    gone = Event.of(given["events"][0], task.pack.now)
    if whole:
        return Answer(f"Deleted **{plain(gone.title)}**, the whole series.")
    return Answer(f"Deleted **{plain(gone.title)}**, {when_of(gone)}.")


@handles("event.off")
async def delete_what_is_off(task: Task, command: Command) -> Answer:
    """Delete an event that is told to be off, after a yes."""
    event = await resolve_event(task, command)
    if not task.confirm(f"Shall I delete **{plain(event.title)}**, {when_of(event)}?"):
        return Answer(_LEFT)
    return await delete_event(task, command)
