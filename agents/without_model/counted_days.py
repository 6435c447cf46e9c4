"""Carries out an order with a relative day: 'add a task due two days before the opening'."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import say
from agents.handlers.events.appointments import events_titled, midnight
from agents.handlers.items import WORK, Item, load_items, load_kept
from agents.handlers.references.counted_days import Origin, origin_in_work
from agents.handlers.references.loose_names import find_limit
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from agents.without_model.reaction import Reaction
from intent.commands import read_commands
from intent.plain.counted_days import CountedDay, counted_day
from intent.questions.work import read_work_question
from intent.sentences.titles import is_named_in
from intent.slots.days import read_day
from intent.slots.text import sentences
from intent.types import ActionType
from omniforge.calendar.appointment import Appointment
from omniforge.calendar.selectors import store_of
from omniforge.calendar.services import list_events
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_AHEAD = timedelta(days=365)
_LOOKED_BACK = 2  # messages in which the reference may be named
_ORDERS, _SUM = ("thing.", "event.", "work."), "date.of"
_REMINDS = "event.remind_before"
_UNKNOWN = (
    "I don't know which day “{}” is, so I've changed nothing. Say the date, or the full name of what it's "
    "counted from."
)


async def react_to_counted_day(pack: ContextPack) -> Reaction | None:
    """React to an order with a day relative to work or an event, by computing the day."""
    counted = None if pack.forced_action or pack.dialogue.top else counted_day(pack.message)
    if counted is None or _reminds_before(pack) or not _is_dated(pack, counted):
        return None
    origin = await _origin(pack, counted)
    if origin is None:
        return _not_known(pack, counted)
    for text in counted.wordings(*origin):
        if _is_order(again := replace(pack, message=text)):
            return await run_message_commands(again, answer_beside)
    return None


def _reminds_before(pack: ContextPack) -> bool:
    """Return whether a message is understood with its reminder, named by what is at hand."""
    reading = read_commands(pack.message, situation_of(pack))
    return reading.is_whole and any(
        one.name == _REMINDS and "title" not in one.slots for one in reading.commands
    )


def _is_dated(pack: ContextPack, counted: CountedDay) -> bool:
    """Return whether a message is an order once a day is filled in. Nothing is looked up otherwise."""
    names = [(counted.text[counted.origin : counted.pointed], counted.pointed)] if counted.pointed else []
    ends = [end for _, end in (*names, *counted.origins) if end]
    texts = (text for end in ends for text in counted.wordings(pack.now.date(), end))
    return any(_is_order(replace(pack, message=text)) for text in texts)


def _is_order(pack: ContextPack) -> bool:
    commands = read_commands(pack.message, situation_of(pack)).commands
    return any(one.name.startswith(_ORDERS) and one.writes for one in commands) or any(
        one.name == _SUM for one in commands
    )


def _not_known(pack: ContextPack, counted: CountedDay) -> Reaction | None:
    """Say that nothing has such a day, unless the message is understood as written."""
    name = next((one for one, _ in counted.origins), "")
    if any(read_day(one, pack.now.date()) for one, _ in counted.origins):
        return None  # 'after 8 December' needs no other day
    if counted.pointed or not name or read_commands(pack.message, situation_of(pack)).is_whole:
        return None
    return Reaction.to(ActionType.UNKNOWN, "A day is counted from it.", say(_UNKNOWN.format(plain(name))))


async def _origin(pack: ContextPack, counted: CountedDay) -> Origin | None:
    """Return the reference day: that of work, else of an event."""
    items = [one for one in await in_database(load_items, pack.access, WORK) if one.due]
    if counted.pointed is not None:
        day = counted.day_before(pack.now.date()) or _told_before(pack, counted, items)
        day = day or await _at_hand(pack, counted)
        return Origin(day, counted.pointed) if day else None
    here = [one for one in items if one.home == pack.focus.project_id]
    return (
        origin_in_work(counted, here)
        or origin_in_work(counted, items)
        or _of_event(counted, await upcoming_events(pack))
    )


def _of_event(counted: CountedDay, events: Sequence[Appointment]) -> Origin | None:
    for name, end in counted.origins:
        if found := events_titled(name, events):
            return Origin(found[0].starts_at.date(), end)
    return None


def _told_before(pack: ContextPack, counted: CountedDay, items: Sequence[Item]) -> date | None:
    """Return the day of the one thing named last, here or in the messages before.

    A thing that was just changed isn't its own reference.
    """
    changed = {one.id for one in pack.dialogue.touched} if pack.dialogue.did == "changed" else set()
    others = [one for one in items if str(one.id) not in changed]
    earlier = [one.words for said in pack.said[-_LOOKED_BACK:] for one in sentences(said)]
    rows = [*((one, items) for one in counted.told_before), *((one, others) for one in reversed(earlier))]
    found = (_named(sentence, among, pack.now.date()) for sentence, among in rows)
    return next((one.due for one in found if one), None)


def _named(sentence: str, items: Sequence[Item], today: date) -> Item | None:
    named = [one for one in items if is_named_in(one.title, sentence)]
    asked = read_work_question(sentence, today)
    return named[0] if len(named) == 1 else find_limit(asked.topic, items) if asked else None


async def _at_hand(pack: ContextPack, counted: CountedDay) -> date | None:
    """Return the day of the one thing that the talk was about last.

    'the day before' alone shifts the work just changed.
    """
    last = pack.dialogue.touched[-1:]
    if last and last[0].kind == "event":
        told = (*last, *pack.dialogue.listed)
        same = {one.id for one in told if one.title == last[0].title}  # a fair on two days
        found = [one for one in await upcoming_events(pack) if same & {one.id, one.series}]
        return found[0].starts_at.date() if found else None
    if counted.pointed == counted.origin and pack.dialogue.did == "changed":
        return None
    items = await in_database(load_kept, pack.access, pack.dialogue.touched)
    return items[0].due if len(items) == 1 else None


async def upcoming_events(pack: ContextPack) -> Sequence[Appointment]:
    """Return the upcoming events of the person's calendar."""
    store, today = await in_database(store_of, pack.access), midnight(pack.now.date(), pack.now)
    if store.remote:
        return await asyncio.to_thread(list_events, calendar=store, since=today, until=today + _AHEAD)
    return await in_database(list_events, calendar=store, since=today, until=today + _AHEAD)
