"""When a new event is, if that was told before: 'Rosie comes Friday at 9:30', 'put Rosie in the diary'."""

from collections.abc import Sequence
from dataclasses import replace

from agents.handlers.events.appointments import events_between, events_titled, midnight
from agents.handlers.task import Task
from agents.knowledge.from_documents import answer_from_documents
from agents.knowledge.quotes import quotes_in
from intent.commands.readers.events.happenings import Happening
from intent.sentences.titles import is_named_in
from intent.slots.moment import Moment
from intent.slots.moments import find_moment
from omniforge.projects.search.sentences import sentences_of

_LOOKED_BACK = 5  # messages


async def with_told_moment(task: Task, event: Happening) -> Happening:
    """Return a new event with the day and time last told of it, or that documents surely tell.

    It stays without them if it is in the calendar already.
    """
    told = _told_moment(task, task.pack.said[-_LOOKED_BACK:], event.title)
    told = told or _told_moment(task, await _in_documents(task, event.title), event.title)
    if told is None or told.first is None:
        return event
    since = midnight(told.first, task.pack.now)
    is_there = events_titled(
        event.title, await events_between(task, since, since.replace(hour=23, minute=59))
    )
    return event if is_there else replace(event, when=told)


async def _in_documents(task: Task, title: str) -> Sequence[str]:
    """Return the sentences that documents answer with when asked for the day of something."""
    pack = task.pack
    if not pack.catalogue.projects:
        return ()
    asked = f"when is the {title[:1].lower()}{title[1:]}?"
    found = await answer_from_documents(
        pack.access, asked, models=pack.models, project_id=pack.focus.project_id
    )
    return quotes_in(found.text) if found.is_found else ()


def _told_moment(task: Task, texts: Sequence[str], title: str) -> Moment | None:
    """Return the day to come and the time in the newest sentence that names a title."""
    said = (one for text in reversed(texts) for one in sentences_of(text))
    named = next((one for one in said if is_named_in(title, one)), "")
    found = find_moment(named, task.pack.now) if named else None
    when = found.moment if found else Moment()
    is_sure = when.first and when.first >= task.today and when.at and not (when.rrule or when.problem)
    return when if is_sure else None
