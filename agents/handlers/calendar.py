"""The calendar: what is in it, new events, moves and cancellations."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from agents.counting import counted
from agents.dialogue import KeptResult, KeptThing
from agents.handlers.appointments import Event, days_of, events_between, find_events, midnight, titled
from agents.handlers.dates import in_words
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from intent.commands import Command
from intent.commands.readers.calendar import EventReference, Happening
from intent.slots.moments import Moment, read_new_moment
from intent.slots.rules import Rule as RRule
from omniforge.calendar.rule import Rule
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_SHOWN = 25  # events of an answer
_WEEK = timedelta(days=7)
_HOUR = timedelta(hours=1)
_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (17, 23), "night": (20, 24)}  # hours
_WHOLE = ("the whole series", "whole series", "series", "the series", "all", "all of them", "all of it", "2")
_NO_ALARM = "I don't send a notification when it's time, but an app that shows this calendar can."


# -- what is there -------------------------------------------------------------------------------


@handles("event.list")
async def list_events(task: Task, command: Command) -> Answer:
    """Say what is in the calendar, whether a time is free, or when something is next."""
    ask, wanted = command.slots.get("ask", ""), command.slots.get("event")
    if ask == "next":
        return await _tell_next(task, wanted or EventReference(""))
    when: Moment | None = command.slots.get("when")
    since, until = _hours_of(task, when) if when else _coming_week(task)
    events = await events_between(task, since, until)
    if ask == "free":
        return _tell_free(events, when, since, until)
    if ask == "count":
        return Answer(f"**{counted(len(events), 'event')}** {_span(since, until)}.", _listed(events))
    return _tell_list(events, since, until)


def _coming_week(task: Task) -> tuple[datetime, datetime]:
    today = midnight(task.today, task.pack.now)
    return today, today + _WEEK


def _hours_of(task: Task, when: Moment) -> tuple[datetime, datetime]:
    """Return the time that is asked about: days, a part of a day, or an hour from a time on."""
    since, until = days_of(task, when)
    if when.at:
        since = datetime.combine(since.date(), when.at, since.tzinfo)
        return since, datetime.combine(since.date(), when.ends, since.tzinfo) if when.ends else since + _HOUR
    if when.part:
        first, last = _PARTS[when.part]
        return since + timedelta(hours=first), since + timedelta(hours=last)
    return since, until


def _tell_list(events: Sequence[Event], since: datetime, until: datetime) -> Answer:
    if not events:
        return Answer(f"There's nothing in your calendar {_span(since, until)}.")
    one_day = until - since <= timedelta(days=1)
    lines = "\n".join(f"- {_line(event, with_day=not one_day)}" for event in events[:_SHOWN])
    more = f"\n\n{len(events) - _SHOWN} more aren't shown." if len(events) > _SHOWN else ""
    said = _span(since, until)
    return Answer(f"{said[:1].upper()}{said[1:]}:\n\n{lines}{more}", _listed(events), _result(events))


def _tell_free(events: Sequence[Event], when: Moment | None, since: datetime, until: datetime) -> Answer:
    span = _span(since, until)
    if not events:
        return Answer(f"Yes, you're free {span}." if when and when.at else f"You're free {span}.")
    lines = "\n".join(
        f"- {_line(event, with_day=until - since > timedelta(days=1))}" for event in events[:_SHOWN]
    )
    lead = f"No, you're busy {span}" if when and when.at else f"You're busy at these times {span}"
    return Answer(f"{lead}:\n\n{lines}", _listed(events))


async def _tell_next(task: Task, wanted: EventReference) -> Answer:
    events = [one for one in await find_events(task, wanted) if one.starts_at >= task.pack.now]
    if not events and wanted.title:
        raise NoSuchTarget
    if not events:
        return Answer("Nothing is coming up in your calendar.")
    task.run.touched[:] = [_kept(events[0])]
    return Answer(f"{_line(events[0])}.", _listed(events[:1]))


# -- new -----------------------------------------------------------------------------------------


@handles("event.create")
async def create_event(task: Task, command: Command) -> Answer:
    """Put something into the calendar; a day or time that is missing is asked for."""
    event = _happening(command)
    reminds = bool(command.slots.get("reminds"))
    if command.tentative and not task.answer_to("sure"):
        raise NoSuchTarget  # it may just as well be a task
    when = _complete(task, event, reminds=reminds)
    given = await task.call("calendar", do="create", **_fields(event.title, when, task))
    created = Event.of(given["events"][0], task.pack.now)
    return Answer(_created(created, when, reminds) + await overlap_of(task, created))


def _happening(command: Command) -> Happening:
    slots = command.slots
    if "event" in slots:
        found: Happening = slots["event"]
        return found
    when: Moment = slots["when"]
    return Happening(_capital(slots["title"]), replace(when, all_day=True) if "all_day" in slots else when)


def _complete(task: Task, event: Happening, *, reminds: bool) -> Moment:
    """Return when an event is, with what was answered. Raises Question for what is still missing."""
    when = _with_answers(task, event.when)
    if when.problem:
        raise InvalidInput(
            f"A calendar can't repeat an event like that: “{when.problem}”. Nothing was added."
        )
    if when.first is None and not _names_its_days(when.rrule):
        if when.at is None and not when.part:
            raise Question("day", f"When is **{plain(event.title)}**?")
        raise Question("day", f"On which day is **{plain(event.title)}**?")
    if when.has_time or (when.last and when.first and when.last > when.first):
        return when
    if reminds and not when.part:
        return when.completed_by(Moment(all_day=True))
    raise Question("time", f"What time does **{plain(event.title)}** start, or is it all day?")


def _names_its_days(rule: str) -> bool:
    """Return whether a rule says on which days: 'every week' alone doesn't."""
    return any(part in rule for part in ("DAILY", "BYDAY", "BYMONTHDAY"))


def _with_answers(task: Task, when: Moment) -> Moment:
    for name in ("day", "time"):
        answered = read_new_moment(task.answer_to(name), task.pack.now) if task.answer_to(name) else None
        when = when.completed_by(answered) if answered else when
    return when


def _fields(title: str, when: Moment, task: Task) -> dict[str, Any]:
    first, rule = _first_and_rule(when, task) if when.rrule else (when.first or task.today, "")
    all_day = when.all_day or when.at is None
    starts = datetime.combine(first, when.at or time(), task.pack.now.tzinfo)
    fields: dict[str, Any] = {"title": title, "starts_at": starts.isoformat(), "all_day": all_day}
    ends = _end(when, starts)
    return fields | ({"ends_at": ends.isoformat()} if ends else {}) | ({"rule": rule} if rule else {})


def _first_and_rule(when: Moment, task: Task) -> tuple[date, str]:
    """Return the first day of what repeats, and its rule. Raises InvalidInput for a rule unknown here."""
    try:
        said = RRule.read(when.rrule)
        if said.freq == "YEARLY" and len(said.months) == 1 == len(said.dates):
            return _next(said.months[0], said.dates[0], task.today), str(
                Rule("YEARLY", said.interval, until=said.until)
            )
        rule = Rule.read(when.rrule)
        day = rule.first_day(when.first or task.today)
        passed = when.at and day == task.today and when.at <= task.pack.now.time()
        return rule.first_day(day + timedelta(days=1)) if passed and not when.first else day, when.rrule
    except (InvalidInput, ValueError) as error:
        raise InvalidInput(f"A calendar can't repeat an event {when.every}. Nothing was added.") from error


def _next(month: int, day: int, today: date) -> date:
    this = date(today.year, month, day)
    return this if this >= today else date(today.year + 1, month, day)


def _end(when: Moment, starts: datetime) -> datetime | None:
    if when.ends and when.at:
        ends = datetime.combine(starts.date(), when.ends, starts.tzinfo)
        return ends if ends > starts else ends + timedelta(days=1)
    if when.length:
        return starts + when.length
    if when.at is None and when.last and when.first and when.last > when.first:
        return midnight(when.last + timedelta(days=1), starts)
    return None


def _created(event: Event, when: Moment, reminds: bool) -> str:
    every = f", {when.every}" if when.every else ""
    alarm = f"\n\n{_NO_ALARM}" if reminds else ""
    return f"Added **{plain(event.title)}** to your calendar: {_when(event)}{every}.{alarm}"


# -- changes -------------------------------------------------------------------------------------


@handles("event.update")
async def update_event(task: Task, command: Command) -> Answer:
    """Move or rename an event."""
    event = await _the_one(task, command)
    changes = _changes(task, event, command)
    whole = event.repeats and _is_whole_series(task, command)
    given = await task.call("calendar", do="update", whole_series=whole, **_named(event), **changes)
    changed = given["events"][0]
    now = Event.of(changed, task.pack.now)
    return Answer(_changed(event, now, changed["every"] if whole else "") + await overlap_of(task, now))


async def overlap_of(task: Task, event: Event) -> str:
    """Say what else is in the calendar at the time of an event; empty if nothing is."""
    if event.all_day:
        return ""
    others = await events_between(task, event.starts_at, event.ends_at)
    found = [one for one in others if one.series != event.series and not one.all_day and _overlap(one, event)]
    return f"\n\nThis overlaps with {_line(found[0], with_day=False)}." if found else ""


def _overlap(one: Event, other: Event) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


def _changed(before: Event, after: Event, every: str) -> str:
    """Say what became of an event, or of its whole series."""
    title = plain(before.title)
    series = f", {every}" if every else ""
    if after.title != before.title:
        return f"Renamed **{title}** to **{plain(after.title)}**{', the whole series' if every else ''}."
    verb = "Moved" if after.starts_at != before.starts_at else "Changed"
    return f"{verb} **{title}**: {_clock(after) if every else _when(after)}{series}."


def _named(event: Event) -> dict[str, Any]:
    """Return what names an event to the tool."""
    return {"event": event.id, "day": event.starts_at.date().isoformat()}


def _changes(task: Task, event: Event, command: Command) -> dict[str, Any]:
    slots = command.slots
    if title := slots.get("title"):
        return {"title": title}
    if lasts := slots.get("lasts"):
        return {"ends_at": (event.starts_at + lasts).isoformat()}
    if by := slots.get("by"):
        starts = event.starts_at - by if slots.get("earlier") else event.starts_at + by
        return {"starts_at": starts.isoformat()}
    to = _with_answers(task, slots["to"])
    starts = datetime.combine(_new_day(event, to), _new_time(event, to), task.pack.now.tzinfo)
    ends = _end(to, starts)
    return {"starts_at": starts.isoformat()} | ({"ends_at": ends.isoformat()} if ends else {})


def _new_day(event: Event, to: Moment) -> Any:
    """Return the day that an event moves to; in another week it keeps its weekday."""
    if to.first is None:
        return event.starts_at.date()
    if to.weekday:
        return _same_week(event, to.first)
    if to.last is None or to.last == to.first:
        return to.first
    if (to.last - to.first).days == 6 and to.first.weekday() == 0:
        return to.first + timedelta(days=event.starts_at.weekday())
    raise Question("day", f"To which day shall I move **{plain(event.title)}**?")


def _same_week(event: Event, day: date) -> date:
    """Return the weekday of `day` in the event's own week if that is still to come."""
    own = event.starts_at.date()
    found = own + timedelta(days=day.weekday() - own.weekday())
    return found if found > day else day


def _new_time(event: Event, to: Moment) -> time:
    if to.part and not to.at:
        raise Question("time", f"At what time shall **{plain(event.title)}** start?")
    return to.at or event.starts_at.time()


@handles("event.delete")
async def delete_event(task: Task, command: Command) -> Answer:
    """Delete an event, or a whole series."""
    event = await _the_one(task, command)
    whole = event.repeats and _is_whole_series(task, command)
    given = await task.call("calendar", do="delete", whole_series=whole, **_named(event))
    gone = Event.of(given["events"][0], task.pack.now)
    if whole:
        return Answer(f"Deleted **{plain(gone.title)}**, the whole series.")
    return Answer(f"Deleted **{plain(gone.title)}**, {_when(gone)}.")


def _is_whole_series(task: Task, command: Command) -> bool:
    wanted: EventReference = command.slots["event"]
    return wanted.whole_series or task.answer_to("event").strip(" .!").casefold() in _WHOLE


async def _the_one(task: Task, command: Command) -> Event:
    """Return the event that is meant. Raises NoSuchTarget if there is none, Question if there are several."""
    wanted: EventReference = command.slots["event"]
    if not (wanted.title or wanted.is_pronoun or wanted.place or wanted.when):
        raise NoSuchTarget
    events = await find_events(task, wanted)
    if wanted.place is not None:
        events = _at_place(_shown(task, events) if _is_place_alone(wanted) else events, wanted.place)
    if not events:
        raise NoSuchTarget(_not_there(wanted))
    if wanted.is_pronoun and task.pack.dialogue.did == "missed" and not _is_sure(task, events[0]):
        raise InvalidInput("OK, I leave everything as it is. Say the name of the one you mean.")
    return _picked(task, events, whole=_is_whole_series(task, command))


def _is_sure(task: Task, event: Event) -> bool:
    """Return whether 'it' means this event though the last message spoke of something else."""
    return task.confirm(f"Do you mean **{plain(event.title)}**, {_when(event)}?")


def _is_place_alone(wanted: EventReference) -> bool:
    return not wanted.title and wanted.when.first is None


def _shown(task: Task, events: Sequence[Event]) -> list[Event]:
    """Return the events of the list shown last, in its order. Raises NoSuchTarget if none was shown."""
    known = {event.id: event for event in events}
    shown = [known[one.id] for one in task.pack.dialogue.listed if one.id in known]
    if not shown:
        raise NoSuchTarget(
            "I haven't shown you a list yet, so I don't know which one you mean. Say its name."
        )
    return shown


def _at_place(events: Sequence[Event], place: int) -> list[Event]:
    """Return the event at a place that counts from 1, or from the end if negative; none if there is none."""
    start = place - 1 if place > 0 else len(events) + place
    return list(events[start : start + 1]) if start >= 0 else []


def _not_there(wanted: EventReference) -> str:
    what = f"called “{plain(wanted.title)}” " if wanted.title else ""
    when = f" {_span_of(wanted.when)}" if wanted.when.first else ""
    return f"I found nothing {what}in your calendar{when}. Nothing was changed."


def _span_of(when: Moment) -> str:
    first, last = when.first or date.min, when.last or when.first or date.min
    return f"on {in_words(first)}" if first == last else f"from {in_words(first)} to {in_words(last)}"


def _picked(task: Task, events: Sequence[Event], *, whole: bool) -> Event:
    series = {event.series for event in events}
    if len(events) == 1 or (whole and len(series) == 1):
        return events[0]
    if (answer := task.answer_to("event")) and (found := _answered(answer, events, task)):
        return found
    title = plain(events[0].title)
    if len(series) == 1:
        which = f"the next one on {_when(events[0])}, or the whole series"
        text = f"**{title}** repeats. Which do you mean: {which}?"
        raise Question("event", text, [("The next one", _when(events[0])), ("The whole series", "All of it")])
    lines = "\n".join(f"{number}. {_line(event)}" for number, event in enumerate(events[:5], 1))
    choices = [(_choice(event), "") for event in events[:5]]
    raise Question("event", f"Which one do you mean?\n\n{lines}", choices)


def _answered(answer: str, events: Sequence[Event], task: Task) -> Event | None:
    """Return the event that an answer means: by its choice, its number, its day, its title."""
    said = answer.strip(" .!?").casefold()
    if said in ("the next one", "next one", "next", "the next", "the first", "the first one", "1", "1."):
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
    fits = fits or titled(answer.strip(" .!?"), events)
    return fits[0] if len(fits) == 1 else None


def _choice(event: Event) -> str:
    return f"{event.title}, {_when(event)}"


# -- in words ------------------------------------------------------------------------------------


def _line(event: Event, *, with_day: bool = True) -> str:
    when = _when(event) if with_day else _clock(event)
    place = f", {plain(event.place)}" if event.place else ""
    return f"{when}: **{plain(event.title)}**{place}"


def _when(event: Event) -> str:
    first, last = event.starts_at.date(), (event.ends_at - timedelta(microseconds=1)).date()
    if event.all_day:
        return f"{in_words(first)}{f' to {in_words(last)}' if last > first else ''}, all day"
    return f"{in_words(first)}, {_clock(event)}"


def _clock(event: Event) -> str:
    if event.all_day:
        return "All day"
    later = f"{in_words(event.ends_at.date())}, " if event.ends_at.date() > event.starts_at.date() else ""
    return f"{event.starts_at:%H:%M} to {later}{event.ends_at:%H:%M}"


def _span(since: datetime, until: datetime) -> str:
    """Say a time: 'on Friday, 27 November 2026', with hours if it is no whole day."""
    if since.time() == until.time() == time():
        last = until - timedelta(days=1)
        if since.date() == last.date():
            return f"on {in_words(since.date())}"
        return f"from {in_words(since.date())} to {in_words(last.date())}"
    return f"on {in_words(since.date())} from {since:%H:%M} to {until:%H:%M}"


def _kept(event: Event) -> KeptThing:
    return KeptThing("event", event.id, event.title)


def _listed(events: Sequence[Event]) -> tuple[KeptThing, ...]:
    return tuple(_kept(event) for event in events[:_SHOWN])


def _result(events: Sequence[Event]) -> KeptResult:
    rows = tuple((one.title, in_words(one.starts_at.date()), _clock(one), one.place) for one in events)
    return KeptResult("calendar", ("title", "day", "time", "place"), rows)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
