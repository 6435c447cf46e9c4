"""Imports a calendar file's events into the person's own calendar."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from agents.handlers.documents.summaries import text_of_file
from agents.handlers.events.appointments import Event
from agents.handlers.events.words import line_of, listed_events
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from agents.tools.counts import counted
from intent.commands import Command
from omniforge.errors import InvalidInput
from omniforge.files.attached import AttachedFile

_ENDING = ".ics"
_MOST = 40  # events per file


@handles("event.import")
async def import_events(task: Task, command: Command) -> Answer:
    """Add the events of an attached file to the calendar, and say which were left out."""
    from omniforge.calendar.upload import read_events  # loads iCalendar: 8 MB that most never need

    file = _calendar_file(task)
    brought = read_events(await text_of_file(task, str(file.id)), ZoneInfo(str(task.pack.now.tzinfo)))
    if len(brought.events) > _MOST:
        held = counted(len(brought.events), "event")
        raise InvalidInput(f"{bold(file.name)} has {held}. I can import {_MOST} at a time.")
    given = [await task.call("calendar", do="create", **one) for one in brought.events]
    added = [Event.of(one["events"][0], task.pack.now) for one in given]
    return Answer(_told(added, brought.left_out), listed_events(added))


def _calendar_file(task: Task) -> AttachedFile:
    """Return the newest calendar file. Raises InvalidInput if there is none."""
    given = [one for one in task.pack.files if not one.written and one.name.lower().endswith(_ENDING)]
    if not given:
        raise InvalidInput(f"I can only import a calendar's file ({_ENDING}), and there is none here.")
    return next((one for one in given if one.turn_id == task.pack.turn_id), given[0])


def _told(added: list[Event], left_out: Iterable[str]) -> str:
    lines = "\n".join(f"- {line_of(one)}" for one in added)
    told = [f"Added {counted(len(added), 'event')} to your calendar:\n\n{lines}"] if added else []
    left = ", ".join(map(bold, left_out))
    told += [f"Not added, as I can't read when they are: {left}."] if left else []
    return "\n\n".join(told) or "There are no events in that file."
