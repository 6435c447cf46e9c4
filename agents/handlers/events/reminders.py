"""Reminders some time before an event: 'remind me the day before at 9'."""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from agents.handlers.events.appointments import Event
from agents.handlers.events.new_events import create_event
from agents.handlers.events.which_event import resolve_event
from agents.handlers.events.words import when_of
from agents.handlers.items import IN_PROJECTS, load_kept
from agents.handlers.numbers.dates import format_long_day
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.readers.events.happenings import Happening
from intent.slots.moment import Moment
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_DAY = timedelta(days=1)
_REMINDER = "Reminder: "
_NOON, _EVENING = time(12), time(18)
_WHICH = (
    "I can't tell before what that should be. Say the name of the event in your calendar, or a day and time."
)

_NO_TIME = (
    "**{}** is {}, at no time of day. If it should be before that, say a day and time. "
    "Else say the name of the event. Nothing was added."
)


class _Origin(NamedTuple):
    """What a reminder comes before: its title, its day, its time or None, and that moment `in_words`."""

    title: str
    day: date
    at: time | None
    in_words: str


@handles("event.remind_before")
async def remind_before(task: Task, command: Command) -> Answer:
    """Create a reminder before the event or task that is named, or was spoken of last."""
    origin = await _due_at_hand(task, command) or _of_event(await _event(task, command))
    _refuse_hours_before_a_day(origin, command)
    when = _moment(origin, command)
    if datetime.combine(when.first or origin.day, when.at or origin.at or _EVENING) < _now(task):
        raise InvalidInput(
            f"**{plain(origin.title)}** is {origin.in_words}, so that time is over. Nothing was added."
        )
    title = command.slots.get("title") or f"{_REMINDER}{origin.title}"
    slots = {"event": Happening(title, when), "reminds": True}
    return await create_event(task, Command("event.create", slots, command.span, command.words, writes=True))


def _refuse_hours_before_a_day(origin: _Origin, command: Command) -> None:
    """Refuse 'half an hour before' what has no time of day: it would be in the night. Raises InvalidInput."""
    ahead: timedelta | None = command.slots.get("ahead")
    if origin.at is None and ahead and ahead < _DAY and not command.slots.get("at"):
        raise InvalidInput(_NO_TIME.format(plain(origin.title), origin.in_words))


async def _due_at_hand(task: Task, command: Command) -> _Origin | None:
    """Return the task with a deadline that was made or changed last, None if the words name something."""
    last = (task.run.touched or task.pack.dialogue.touched)[-1:]
    if "event" in command.slots or not last or last[0].kind not in IN_PROJECTS:
        return None
    items = await in_database(load_kept, task.pack.access, last)
    due = items[0].due if items else None
    return _Origin(items[0].title, due, None, f"due {format_long_day(due)}") if due else None


def _of_event(event: Event) -> _Origin:
    at = None if event.all_day else event.starts_at.time()
    return _Origin(event.title, event.starts_at.date(), at, when_of(event))


async def _event(task: Task, command: Command) -> Event:
    """Return the event that is meant. A reminder needs none of its own, unless it is named."""
    try:
        event = await resolve_event(task, command)
    except NoSuchTarget as error:
        raise InvalidInput(str(error) or _WHICH) from error
    if event.title.startswith(_REMINDER) and "event" not in command.slots:
        raise InvalidInput(_WHICH)
    return event


def _moment(origin: _Origin, command: Command) -> Moment:
    """Return when to remind: at the event's own time of day, unless another one, or an evening, is said."""
    ahead: timedelta = command.slots.get("ahead") or command.slots["evening"]
    starts = datetime.combine(origin.day, origin.at or time()) - ahead
    own = None if origin.at is None and ahead >= _DAY else starts.time()
    at: time | None = command.slots.get("at") or own
    if "evening" in command.slots:
        at = _in_evening(command.slots.get("at"))
    return Moment(first=starts.date(), last=starts.date(), at=at, all_day=at is None)


def _in_evening(at: time | None) -> time:
    """Return the time in the evening that is said: 'the night before at 8'."""
    if at is None:
        return _EVENING
    return at.replace(hour=at.hour + 12) if at < _NOON else at


def _now(task: Task) -> datetime:
    return task.pack.now.replace(tzinfo=None)
