"""Reminders some time before an event: 'remind me the day before at 9'."""

from datetime import datetime, timedelta

from agents.handlers.appointments import Event
from agents.handlers.event_words import when_of
from agents.handlers.new_events import create_event
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.which_event import resolve_event
from intent.commands import Command
from intent.commands.readers.happenings import Happening
from intent.slots.moment import Moment
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_DAY = timedelta(days=1)
_WHICH = (
    "I can't tell before what that should be. Say the name of the event in your calendar, or a day and time."
)


@handles("event.remind_before")
async def remind_before(task: Task, command: Command) -> Answer:
    """Create a reminder before the event that is named, or was spoken of last."""
    event = await _event(task, command)
    day = _moment(event, command)
    if datetime.combine(day.first or event.starts_at.date(), day.at or event.starts_at.time()) < _now(task):
        raise InvalidInput(
            f"**{plain(event.title)}** is {when_of(event)}, so that time is over. Nothing was added."
        )
    title = command.slots.get("title") or f"Reminder: {event.title}"
    slots = {"event": Happening(title, day), "reminds": True}
    return await create_event(task, Command("event.create", slots, command.span, command.words, writes=True))


async def _event(task: Task, command: Command) -> Event:
    try:
        return await resolve_event(task, command)
    except NoSuchTarget as error:
        raise InvalidInput(str(error) or _WHICH) from error


def _moment(event: Event, command: Command) -> Moment:
    """Return when to remind: at the event's own time of day, unless another one is said."""
    ahead: timedelta = command.slots["ahead"]
    starts = event.starts_at - ahead
    at = command.slots.get("at") or (None if event.all_day and ahead >= _DAY else starts.time())
    return Moment(first=starts.date(), last=starts.date(), at=at, all_day=at is None)


def _now(task: Task) -> datetime:
    return task.pack.now.replace(tzinfo=None)
