"""Several events that one message lists: each is added, or what it lacks is said."""

from collections.abc import Sequence

from agents.handlers.appointments import Event
from agents.handlers.event_words import line_of, listed_events
from agents.handlers.new_events import fields_of, lacking
from agents.handlers.overlaps import overlap_of
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from intent.commands.readers.happenings import Happening
from omniforge.tables.markdown import plain


@handles("event.create_all")
async def create_events(task: Task, command: Command) -> Answer:
    """Put all events of a list into the calendar that say their day and time."""
    events: Sequence[Happening] = command.slots["happenings"]
    ready = [one for one in events if not (one.when.problem or lacking(one.when))]
    added = [await _added(task, one) for one in ready]
    lines = [f"- {line_of(event)}{await overlap_of(task, event, lead=' ')}" for event in added]
    told = ["Added to your calendar:\n\n" + "\n".join(lines)] if lines else []
    left = [f"**{plain(one.title)}** ({_missing(one)})" for one in events if one not in ready]
    told += [f"Not added: {', '.join(left)}. Say each with its day and time."] if left else []
    return Answer("\n\n".join(told), listed_events(added))


async def _added(task: Task, event: Happening) -> Event:
    given = await task.call("calendar", do="create", **fields_of(event.title, event.when, task))
    return Event.of(given["events"][0], task.pack.now)


def _missing(event: Happening) -> str:
    return "it repeats in a way that a calendar can't" if event.when.problem else f"no {lacking(event.when)}"
