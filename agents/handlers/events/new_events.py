"""New events: a missing detail of one is asked for. In a list it is reported."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from agents.handlers.events.appointments import Event, end_of, find_events, with_answers
from agents.handlers.events.changes import update_event
from agents.handlers.events.halves import as_said_before, guess_of
from agents.handlers.events.told_before import with_told_moment
from agents.handlers.events.words import line_of, listed_events, overlap_of, when_of
from agents.handlers.numbers.dates import format_long_day
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from agents.handlers.undo import LEFT
from intent.commands import Command
from intent.commands.readers.events.happenings import EventReference, Happening
from intent.commands.told_events import puts_existing
from intent.slots.moment import Moment
from intent.slots.moments import read_new_moment
from omniforge.calendar.rule import first_day, read_rule
from omniforge.english import capital
from omniforge.errors import InvalidInput
from omniforge.recurrence.rule import Rule
from omniforge.tables.markdown import plain

_LIKE = {"day": "Friday", "time": "10:30"}
_WHERE = ("at", "in", "on", "near", "by", "with")  # begins what is no name of an event
_NO_ALARM = "I don't send a notification when it's time, but an app that shows this calendar can."


@handles("event.create")
async def create_event(task: Task, command: Command) -> Answer:
    """Create an event. Asks for a missing day or time."""
    event = _happening(command)
    reminds = bool(command.slots.get("reminds"))
    if command.tentative and not task.answer_to("sure"):
        raise NoSuchTarget  # it may as well be a task
    if moved := await _of_existing(task, command, event):
        return moved
    told = event if reminds or event.when or task.answers else await with_told_moment(task, event)
    when = as_said_before(task, _complete(task, told, reminds=reminds))
    if other := read_new_moment(task.answer_to("sure"), task.pack.now):
        when = other.completed_by(when)  # 'no, 6 am'
    elif "unsure" in command.slots and not task.confirm(_asked(event, when)):
        return Answer(LEFT)
    given = await task.call("calendar", do="create", **fields_of(event.title, when, task))
    created = Event.of(given["events"][0], task.pack.now)
    guess = guess_of([when], lead="\n\n")
    return Answer(_created(created, when, reminds) + await overlap_of(task, created) + guess)


async def _of_existing(task: Task, command: Command, event: Happening) -> Answer | None:
    """Move the one event of this name, if the words put something that is there: 'make the talk weekly'."""
    update = next((one for one in command.alternatives if one.name == "event.update"), None)
    if update is None or task.answers or not puts_existing(command.words):
        return None
    own: EventReference | None = update.slots.get("event")
    called = own if own and own.title else EventReference(event.title, title=event.title)
    series = {one.series for one in await find_events(task, called)}
    if len(series) == 1:
        return await update_event(task, replace(update, slots={**update.slots, "event": called}))
    if "until" in update.slots:
        raise NoSuchTarget  # 'make the call last until 4' adds nothing
    return None


def _asked(event: Happening, when: Moment) -> str:
    """Ask whether a few words with day and time are meant as an event."""
    day = f", {format_long_day(when.first)}" if when.first and not when.rrule else ""
    clock = f" at {when.at:%H:%M}" if when.at and "at" not in when.every.split() else ""
    starts = f", from {format_long_day(when.first)} on" if when.first and when.rrule else ""
    every = f", {when.every}{starts}" if when.every else ""
    return f"Shall I add **{plain(event.title)}** to your calendar{day}{every}{clock}?"


def _happening(command: Command) -> Happening:
    slots = command.slots
    if "event" in slots:
        found: Happening = slots["event"]
        return replace(found, when=replace(found.when, ends=slots["until"])) if "until" in slots else found
    when: Moment = slots["when"]
    return Happening(capital(slots["title"]), replace(when, all_day=True) if "all_day" in slots else when)


def _complete(task: Task, event: Happening, *, reminds: bool) -> Moment:
    """Return when an event is, including the person's answers. Raises Question for what is still missing."""
    when = with_answers(task, event.when)
    if when.problem:
        raise InvalidInput(
            f"A calendar can't repeat an event like that: “{when.problem}”. Nothing was added."
        )
    if reminds and not when.part:
        when = when.completed_by(_next_time(when.at, task) if when.at else Moment(all_day=bool(when.first)))
    missing = lacking(when)
    if missing == "day":
        asks = "When" if when.at is None and not when.part else "On which day"
        raise Question("day", f"{_unread(task, 'day')}{asks} is **{plain(event.title)}**?")
    if missing == "time":
        text = f"What time does **{plain(event.title)}** start, or is it all day?"
        raise Question("time", f"{_unread(task, 'time')}{text}")
    return when


def lacking(when: Moment) -> Literal["", "day", "time"]:
    """Return what an event's time still lacks for the calendar."""
    if when.first is None and not _names_its_days(when.rrule):
        return "day"
    lasts = bool(when.last and when.first and when.last > when.first)
    return "" if when.has_time or lasts else "time"


def _next_time(at: time, task: Task) -> Moment:
    """Return the next day on which a time occurs."""
    day = task.today if at > task.pack.now.time() else task.today + timedelta(days=1)
    return Moment(first=day, last=day)


def _unread(task: Task, name: str) -> str:
    """Say that an answer was no day or time, with an example of one."""
    said = task.answer_to(name)
    if not said or read_new_moment(said, task.pack.now):
        return ""
    return f"“{plain(said)}” is no {name} that I can read. Say one like “{_LIKE[name]}”, or “never mind”. "


def _names_its_days(rule: str) -> bool:
    """Return whether a rule names its days: 'every week' alone doesn't."""
    return any(part in rule for part in ("DAILY", "BYDAY", "BYMONTHDAY"))


def fields_of(title: str, when: Moment, task: Task) -> dict[str, Any]:
    first, rule = _first_and_rule(when, task) if when.rrule else (when.first or task.today, "")
    all_day = when.all_day or when.at is None
    starts = datetime.combine(first, when.at or time(), task.pack.now.tzinfo)
    fields: dict[str, Any] = {"title": title, "starts_at": starts.isoformat(), "all_day": all_day}
    ends = end_of(when, starts)
    return fields | ({"ends_at": ends.isoformat()} if ends else {}) | ({"rule": rule} if rule else {})


def _first_and_rule(when: Moment, task: Task) -> tuple[date, str]:
    """Return the first day of a series, and its rule. Raises InvalidInput if the rule isn't supported."""
    try:
        said = Rule.read(when.rrule)
        if said.freq == "YEARLY" and len(said.months) == 1 == len(said.dates):
            return _next(said.months[0], said.dates[0], task.today), str(
                Rule("YEARLY", said.interval, until=said.until)
            )
        rule = read_rule(when.rrule)
        day = first_day(rule, when.first or task.today)
        passed = when.at and day == task.today and when.at <= task.pack.now.time()
        return first_day(rule, day + timedelta(days=1)) if passed and not when.first else day, when.rrule
    except (InvalidInput, ValueError) as error:
        raise InvalidInput(f"A calendar can't repeat an event {when.every}. Nothing was added.") from error


def _next(month: int, day: int, today: date) -> date:
    this = date(today.year, month, day)
    return this if this >= today else date(today.year + 1, month, day)


def _created(event: Event, when: Moment, reminds: bool) -> str:
    every = f", {when.every}" if when.every else ""
    alarm = f"\n\n{_NO_ALARM}" if reminds else ""
    return f"Added **{plain(event.title)}** to your calendar: {when_of(event)}{every}.{alarm}"


@handles("event.create_all")
async def create_events(task: Task, command: Command) -> Answer:
    """Create all events of a list that have a day and time."""
    span: Moment | None = command.slots.get("span")
    sort = str(command.slots.get("sort", ""))
    within = [_within(span, _of_sort(sort, one)) for one in command.slots["happenings"]]
    events: Sequence[Happening] = [replace(one, when=as_said_before(task, one.when)) for one in within]
    ready = [one for one in events if not (one.when.problem or lacking(one.when))]
    added = [await _added(task, one) for one in ready]
    every = [f", {one.when.every}" if one.when.every else "" for one in ready]
    lines = [
        f"- {line_of(event)}{often}{await overlap_of(task, event, lead=' ')}"
        for event, often in zip(added, every, strict=True)
    ]
    told = ["Added to your calendar:\n\n" + "\n".join(lines)] if lines else []
    left = [f"**{plain(one.title)}** ({_missing(one)})" for one in events if one not in ready]
    told += [f"Not added: {', '.join(left)}. Say each with its day and time."] if left else []
    told += [one] if (one := guess_of([one.when for one in ready])) else []
    told += [_NO_ALARM] if added and command.slots.get("reminds") else []
    return Answer("\n\n".join(told), listed_events(added))


def _of_sort(sort: str, event: Happening) -> Happening:
    """Return an event that only says where it is, 'at the hall', under what all of them are: 'rehearsals'."""
    first, _, rest = event.title.partition(" ")
    if not sort or first.lower() not in _WHERE:
        return event
    return replace(event, title=f"{sort.capitalize()} {first.lower()} {rest}")


def _within(span: Moment | None, event: Happening) -> Happening:
    """Return an event of 'next week: …, Tuesday at 10' on the day that lies in the days said for all."""
    if span is None or span.first is None:
        return event
    day = event.when.first
    if day is None:
        shared = Moment(first=span.first, last=span.first) if span.first == span.last else Moment()
        return replace(event, when=event.when.completed_by(shared))
    last, later = span.last or span.first, day + timedelta(weeks=1)
    meant = later if day < span.first <= later <= last else day
    return replace(event, when=replace(event.when, first=meant, last=meant)) if meant != day else event


async def _added(task: Task, event: Happening) -> Event:
    given = await task.call("calendar", do="create", **fields_of(event.title, event.when, task))
    return Event.of(given["events"][0], task.pack.now)


def _missing(event: Happening) -> str:
    return "it repeats in a way that a calendar can't" if event.when.problem else f"no {lacking(event.when)}"
