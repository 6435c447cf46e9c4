"""Which half of the day an event is in, if its time leaves that open: '5:15'."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time

from agents.handlers.events.appointments import Event, find_events
from agents.handlers.events.words import line_of, listed_events
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.readers.events.happenings import EventReference
from intent.slots.halves import later, says_morning
from intent.slots.moment import Moment


def as_said_before(task: Task, when: Moment) -> Moment:
    """Return a moment in the morning if its time was said to be in the morning in this talk."""
    if not (when.guessed and when.at and says_morning((*task.pack.said, task.pack.message), when.at)):
        return when
    return replace(when, at=later(when.at), ends=None, guessed=False)


def guess_of(moments: Sequence[Moment], *, lead: str = "") -> str:
    """Say which time was taken for one of the afternoon, if one was."""
    guessed = [one.at for one in moments if one.guessed and one.at]
    if not guessed:
        return ""
    at, early = guessed[0], later(guessed[0])
    took = f"I took {early.hour}:{early:%M} as {at:%H:%M}"
    return f"{lead}{took}. If it's in the morning, say “{early.hour}:{early:%M} in the morning”."


@handles("event.other_half")
async def move_half_a_day(task: Task, command: Command) -> Answer:
    """Move the events just made to the other half of the day: 'not evening, 5:15 in the morning'."""
    at: time = command.slots["at"]
    coming = await find_events(task, EventReference(""))
    ids = {one.id for one in task.pack.dialogue.touched}
    meant = [one for one in coming if one.id in ids and not one.all_day and at == later(one.starts_at.time())]
    if not meant:
        raise NoSuchTarget
    moved = [await _moved(task, one) for one in meant]
    lines = "\n".join(f"- {line_of(one)}" for one in moved)
    return Answer(f"Moved to the other half of the day:\n\n{lines}", listed_events(moved))


async def _moved(task: Task, event: Event) -> Event:
    starts = datetime.combine(event.starts_at.date(), later(event.starts_at.time()), event.starts_at.tzinfo)
    named = {"event": event.id, "day": event.starts_at.date().isoformat()}
    given = await task.call("calendar", do="update", starts_at=starts.isoformat(), **named)
    return Event.of(given["events"][0], task.pack.now)
