"""The calendar by rules: lists it, and finds the event that is meant before anything of it changes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from agents.compute.spoken_days import find_spoken_days
from agents.dialogue import KeptResult
from agents.plans.by_rules import Known, Missing, Shown
from agents.plans.by_rules.calendar import WHOLE_SERIES, CalendarWish
from agents.plans.by_rules.hours import read_hours
from agents.plans.by_rules.reading import one_stage
from agents.plans.plan import Plan, Step, StepCall
from agents.plans.rendering import kept_result
from agents.plans.storing import StepResult
from agents.runs.by_rules.calling import look
from agents.runs.by_rules.events import Event, picked, titled
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.tools.tool import ToolFailed

_AHEAD = timedelta(days=330)  # in which an event is looked for whose day is not said
_WEEK = timedelta(days=7)
_SHOWN = 25  # events of an answer
_LISTED = 5  # events that a question lists
_PAGES = 6  # lists of fifty events


async def look_into_calendar(run: RunContext, wish: CalendarWish, known: Known) -> Plan | Missing | Shown:
    """List events, or return the one change to make; asks where a time or the event is not clear.

    Raises ToolFailed, also where there is no such event.
    """
    if wish.do == "list":
        return await _listed(run, wish)
    if wish.do == "add":
        run.tainted = run.pack.delegated  # else the words are the person's own, whatever stands by
        return _adding(wish, known)
    return await _changing(run, wish, known)


async def _listed(run: RunContext, wish: CalendarWish) -> Shown:
    since, until = _span(run, wish)
    events = await _between(run, since, until)
    if wish.title:
        events = titled(wish.title, events)
    span = _in_words(since, until)
    if not events:
        what = f"no **{plain(wish.title)}**" if wish.title else "nothing"
        return Shown(f"There is {what} in your calendar {span}.")
    lines = "\n".join(f"- {_line(event)}" for event in events[:_SHOWN])
    more = f"\n\nThere are {len(events) - _SHOWN} more." if len(events) > _SHOWN else ""
    return Shown(f"In your calendar {span}:\n\n{lines}{more}", _kept(events))


def _kept(events: Sequence[Event]) -> KeptResult | None:
    rows = [{"title": one.title, "when": one.when, "place": one.place} for one in events]
    return kept_result("calendar", StepResult("", {"events": rows}))


def _adding(wish: CalendarWish, known: Known) -> Plan | Missing:
    wish = _completed(wish, known)
    if wish.day is None:
        return Missing("day", f"On which day shall I put **{plain(wish.title)}**, and at what time?")
    if wish.hours is None and not wish.all_day:
        return Missing("hours", f"At what time does **{plain(wish.title)}** begin, or is it all day?")
    starts = datetime.combine(wish.day, wish.hours.starts if wish.hours else time())
    arguments: dict[str, Any] = {
        "title": wish.title,
        "starts_at": starts.isoformat(),
        "all_day": wish.all_day,
    }
    if wish.rule:
        arguments["rule"] = wish.rule
    if wish.hours and wish.hours.lasting:
        arguments["ends_at"] = (starts + wish.hours.lasting).isoformat()
    title = f"Add {wish.title} to the calendar"
    return _one_call(title, "calendar_create_event", arguments, _reminding(wish, starts))


def _reminding(wish: CalendarWish, starts: datetime) -> str:
    """Say what became of a reminder, and what does not: nothing rings here."""
    if not wish.reminds:
        return ""
    at = "" if wish.all_day else f" at {starts:%H:%M}"
    return (
        f"**{plain(wish.title)}** stands in your calendar, on {_day(starts)}{at}. I send no reminder when it "
        "is time: an app that shows this calendar can."
    )


def _completed(wish: CalendarWish, known: Known) -> CalendarWish:
    """Return the wish with what was answered to its questions."""
    said = ", ".join(known.said.values())
    if not said:
        return wish
    days = find_spoken_days(said, known.today)
    rest = f"{said[: days.start]} {said[days.end :]}" if days else said
    return replace(
        wish,
        day=wish.day or (days.first if days else None),
        hours=wish.hours or read_hours(rest) or read_hours(f"at {rest.strip(' ,')}"),
        all_day=wish.all_day or "all day" in said.lower(),
    )


async def _changing(run: RunContext, wish: CalendarWish, known: Known) -> Plan | Missing:
    since, until = _span(run, wish)
    events = await _between(run, since, until)
    meant = titled(wish.title, events)
    if not meant:
        raise ToolFailed(f"There is no '{wish.title}' in your calendar {_in_words(since, until)}.")
    answer = known.said.get("event", "")
    if answer:
        meant = picked(answer, meant, known.today) or meant
    if wish.do == "cancel" and (wish.whole_series or WHOLE_SERIES.search(answer)):
        return _cancelling_series(meant, events)
    if len(meant) > 1:
        lines = "\n".join(f"{number}. {_line(one)}" for number, one in enumerate(meant[:_LISTED], 1))
        return Missing("event", f"Which one do you mean?\n\n{lines}")
    event = meant[0]
    arguments = event.named_among(events)
    if wish.do == "cancel":
        return _one_call(f"Delete {event.title}", "calendar_delete_event", arguments)
    return _one_call(f"Move {event.title}", "calendar_update_event", {**arguments, **_moved(event, wish)})


def _cancelling_series(meant: Sequence[Event], events: Sequence[Event]) -> Plan | Missing:
    """Return the deletion of all that repeats of what was found, or of what does not."""
    series = {event.series: event for event in meant}
    if len(series) > 1:
        lines = "\n".join(f"{number}. {_line(one)}" for number, one in enumerate(series.values(), 1))
        return Missing("event", f"These are several, not one that repeats. Which one shall go?\n\n{lines}")
    event = meant[0]
    arguments = {**event.named_among(events), "whole_series": True}
    return _one_call(f"Delete all of {event.title}", "calendar_delete_event", arguments)


def _moved(event: Event, wish: CalendarWish) -> dict[str, Any]:
    """Return the new times: what is not said of them stays."""
    clock = wish.hours.starts if wish.hours else event.starts_at.time()
    starts = datetime.combine(wish.day or event.starts_at.date(), clock)
    lasting = wish.hours.lasting if wish.hours else None
    return {"starts_at": starts.isoformat()} | (
        {"ends_at": (starts + lasting).isoformat()} if lasting else {}
    )


def _one_call(title: str, tool: str, arguments: Mapping[str, Any], told: str = "") -> Plan:
    return one_stage(
        title, [Step("s1", title, "tooling", "update", call=StepCall(tool, arguments), told=told)]
    )


async def _between(run: RunContext, since: datetime, until: datetime) -> list[Event]:
    """Return all events of a time, however many lists that takes."""
    found: dict[str, Event] = {}
    for _ in range(_PAGES):
        given = await look(run, "calendar_list_events", since=since.isoformat(), until=until.isoformat())
        found |= {one["id"]: Event.of(one, run.pack.now.tzinfo) for one in given["events"]}
        if not given["more"]:
            break
        since = max(event.starts_at for event in found.values())
    return sorted(found.values(), key=lambda event: event.starts_at)


def _span(run: RunContext, wish: CalendarWish) -> tuple[datetime, datetime]:
    """Return from when until when to look: the days and hours named, else from now on."""
    now, days = run.pack.now, wish.on
    if days is None:
        return now, now + (_AHEAD if wish.title else _WEEK)
    if wish.hours and wish.do == "list":
        starts = datetime.combine(days.first, wish.hours.starts, now.tzinfo)
        return starts, starts + (wish.hours.lasting or timedelta(hours=1))
    following = days.last + timedelta(days=1)
    return _midnight(days.first, now), _midnight(following, now)


def _midnight(day: date, now: datetime) -> datetime:
    return datetime.combine(day, time(), now.tzinfo)


def _in_words(since: datetime, until: datetime) -> str:
    """Say a time: 'on Friday, 27 November 2026', with hours where it is no whole day."""
    if since.time() == until.time() == time():
        first, last = _day(since), _day(until - timedelta(days=1))
        return f"on {first}" if first == last else f"from {first} to {last}"
    if since.date() == until.date():
        return f"on {_day(since)} from {since:%H:%M} to {until:%H:%M}"
    return f"from now until {_day(until)}"


def _day(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B} {moment.year}"


def _line(event: Event) -> str:
    place = f", {plain(event.place)}" if event.place else ""
    return f"{event.when}: **{plain(event.title)}**{place}"
