"""Resolves which event is meant: by name, day, index in a list, or 'it'."""

from collections.abc import Sequence
from dataclasses import replace

from agents.handlers.events.appointments import Event, current_event_id, days_of, events_titled, find_events
from agents.handlers.events.named_before import named_before, of_person, speaks_of_person
from agents.handlers.events.words import span_of, when_of
from agents.handlers.references.at_hand import slice_list
from agents.handlers.references.which_thing import NONE_MEANT, WHICH
from agents.handlers.task import NoSuchTarget, Question, Task
from intent.commands import Command
from intent.commands.readers.events.happenings import EventReference
from intent.commands.words import key_of
from intent.slots.moments import read_new_moment
from omniforge.calendar.appointment import parts_of
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_OF_SERIES = "of_series"


def reference_in(command: Command) -> EventReference:
    """Return the reference to a command's event. 'half an hour later' refers to the one at hand."""
    found: EventReference = command.slots.get("event") or EventReference("it", is_pronoun=True)
    return replace(found, alone=True, whole_series=False) if "alone" in command.slots else found


def is_whole_series(task: Task, command: Command) -> bool:
    wanted = reference_in(command)
    return (
        wanted.whole_series
        or _is_series_at_hand(task, wanted)
        or key_of(_OF_SERIES, task.answer_to("event").strip(" .!")) == "whole"
    )


def _is_series_at_hand(task: Task, wanted: EventReference) -> bool:
    """Return whether 'it' is a series that was just made or changed as a whole, and not one of its days."""
    at_hand = current_event_id(task)
    is_whole = bool(at_hand) and not parts_of(at_hand)[1]
    return is_whole and wanted.is_pronoun and not (wanted.alone or wanted.when.first)


async def resolve_event(task: Task, command: Command, *, whole: bool = False) -> Event:
    """Return the event that is meant. If the `whole` series is meant, return its first event.

    Raises NoSuchTarget if there is none, Question if there are several.
    """
    wanted = reference_in(command)
    if not (wanted.title or wanted.is_pronoun or wanted.place or wanted.when or wanted.alone):
        raise NoSuchTarget
    events: Sequence[Event] = await find_events(task, wanted)
    if wanted.only_points and not wanted.when:
        events = await _pointed_at(task, command, events)
    if wanted.place is not None:
        events = slice_list(_shown(task, events) if _is_place_alone(wanted) else events, wanted.place)
    if not events:
        raise NoSuchTarget(_not_there(task, wanted))
    doubts = wanted.is_pronoun and (task.pack.dialogue.did == "missed" or task.answer_to("sure"))
    if doubts and not _is_sure(task, events[0]):
        raise InvalidInput(NONE_MEANT)
    whole = whole or is_whole_series(task, command)
    return _picked(task, events, whole=whole, alone=wanted.alone and not whole)


async def _pointed_at(task: Task, command: Command, at_hand: Sequence[Event]) -> Sequence[Event]:
    """Return what 'it' or 'him' may mean. Asks if 'him' is somebody who names no event, or 'it' another's."""
    if who := command.slots.get("who"):
        theirs = await of_person(task, who)
        meant = theirs or at_hand
        own = not at_hand or at_hand[0].series in {one.series for one in theirs}
        if not own and not _is_sure(task, meant[0]):
            raise InvalidInput(NONE_MEANT)
        return meant if not own else at_hand or theirs
    events = await named_before(task, at_hand)
    unsure = events is at_hand and bool(at_hand) and speaks_of_person(task, command.words)
    names_it = unsure and events[0] in await named_before(task, ())
    if unsure and not names_it and not _is_sure(task, events[0]):
        raise InvalidInput(NONE_MEANT)
    return events


def _is_sure(task: Task, event: Event) -> bool:
    """Return whether 'it' means this event although the last message was about something else."""
    return task.confirm(f"Do you mean **{plain(event.title)}**, {when_of(event)}?")


def _is_place_alone(wanted: EventReference) -> bool:
    return not wanted.title and wanted.when.first is None


def _shown(task: Task, events: Sequence[Event]) -> list[Event]:
    """Return the events of the last list, in its order. Raises NoSuchTarget if there was none."""
    known = {event.id: event for event in events}
    shown = [known[one.id] for one in task.pack.dialogue.listed if one.id in known]
    if not shown:
        raise NoSuchTarget(
            "I haven't shown you a list yet, so I don't know which one you mean. Say its name."
        )
    return shown


def _not_there(task: Task, wanted: EventReference) -> str:
    what = f"called “{plain(wanted.title)}” " if wanted.title else ""
    when = f" {span_of(*days_of(task, wanted.when))}" if wanted.when.first else ""
    return f"I found nothing {what}in your calendar{when}. Nothing was changed."


def _picked(task: Task, events: Sequence[Event], *, whole: bool, alone: bool) -> Event:
    series = {event.series for event in events}
    if len(events) == 1 or ((whole or alone) and len(series) == 1):
        return events[0]
    if (answer := task.answer_to("event")) and (found := _answered(answer, events, task)):
        return found
    title = plain(events[0].title)
    if len(series) == 1:
        which = f"the next one on {when_of(events[0])}, or the whole series"
        text = f"**{title}** repeats. Which do you mean: {which}?"
        raise Question(
            "event", text, [("The next one", when_of(events[0])), ("The whole series", "All of it")]
        )
    raise Question("event", WHICH, [(_choice(event), "") for event in events[:5]])


def _answered(answer: str, events: Sequence[Event], task: Task) -> Event | None:
    """Return the event that an answer means: by choice, number, day or title."""
    said = answer.strip(" .!?").casefold()
    if key_of(_OF_SERIES, said) == "next":
        return events[0]
    for number, event in enumerate(events[:5], 1):
        if said in (_choice(event).casefold(), str(number), f"{number}."):
            return event
    when = read_new_moment(answer, task.pack.now)
    fits = [
        one
        for one in events
        if when and when.first and when.first <= one.starts_at.date() <= (when.last or when.first)
    ]
    fits = fits or events_titled(answer.strip(" .!?"), events)
    return fits[0] if len(fits) == 1 else None


def _choice(event: Event) -> str:
    return f"{event.title}, {when_of(event)}"
