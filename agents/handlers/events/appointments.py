"""Calendar events for handlers: listed, or found by the words for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Self

from agents.failures import ToolFailed
from agents.handlers.task import ApprovalNeeded, Task
from intent.commands.readers.events.happenings import EventReference
from intent.commands.words import key_of
from intent.sentences.stems import stems_in
from intent.sentences.titles import Titled
from intent.slots.halves import later
from intent.slots.moment import Moment
from intent.slots.moments import read_new_moment
from intent.slots.names import misspelt_name
from omniforge.calendar.appointment import parts_of
from omniforge.recurrence.rule import UNITS, Rule

_AHEAD = timedelta(days=330)  # how far ahead to search for an event without a day
_PAGES = 6  # lists of fifty events
_UNTOLD = frozenset(
    [
        "thing",
        "with",
        "the",
        "a",
        "an",
        "my",
        "our",
        "and",
        "of",
        "for",
        "at",
        "in",
        "on",
        "mit",
        "der",
        "die",
        "das",
    ]
)
_EVENING = time(17)


@dataclass(frozen=True, slots=True)
class Event:
    """An event, or one occurrence of a series, with times in the workspace's zone."""

    id: str
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool = False
    place: str = ""
    repeats: bool = False
    every: str = ""

    @classmethod
    def of(cls, given: Mapping[str, Any], now: datetime) -> Self:
        """Return an event from the fields in a tool's result."""
        starts, ends = (
            datetime.fromisoformat(given[name]).astimezone(now.tzinfo) for name in ("starts_at", "ends_at")
        )
        whole = "all day" in given["when"]
        return cls(
            given["id"],
            given["title"],
            starts,
            ends,
            whole,
            given.get("place") or "",
            bool(given.get("repeats")),
            given.get("every") or "",
        )

    @property
    def series(self) -> str:
        """Return the key that all occurrences of a series share, or a single event's id."""
        return parts_of(self.id)[0]


async def events_between(task: Task, since: datetime, until: datetime) -> list[Event]:
    """Return all events of a period, earliest first, over as many pages as needed."""
    found: dict[str, Event] = {}
    for _ in range(_PAGES):
        given = await task.call("calendar", do="list", since=since.isoformat(), until=until.isoformat())
        found |= {one["id"]: Event.of(one, task.pack.now) for one in given["events"]}
        if not given.get("more"):
            break
        since = max(event.starts_at for event in found.values())
    return sorted(found.values(), key=lambda event: event.starts_at)


async def known_events(task: Task) -> list[Event]:
    """Return the coming events for words that may mean something else, none if no calendar can be read."""
    try:
        return await events_between(task, *days_of(task, Moment()))
    except (ToolFailed, ApprovalNeeded):
        return []


def days_of(task: Task, when: Moment) -> tuple[datetime, datetime]:
    """Return the period of a moment's days, without a day, a year from now."""
    now = task.pack.now
    if when.first is None:
        return now.replace(hour=0, minute=0, second=0, microsecond=0), now + _AHEAD
    last = when.last or when.first
    return midnight(when.first, now), midnight(last + timedelta(days=1), now)


def midnight(day: date, now: datetime) -> datetime:
    """Return the start of a day."""
    return datetime.combine(day, time(), now.tzinfo)


async def find_events(task: Task, wanted: EventReference) -> list[Event]:
    """Return the events that a reference may mean, earliest first."""
    events = await events_between(task, *days_of(task, wanted.when))
    if wanted.when.first is None:
        events = [event for event in events if event.ends_at > task.pack.now]
    if wanted.when.at:
        events = [event for event in events if event.starts_at.time() == wanted.when.at]
    if wanted.when.all_day:
        events = [event for event in events if event.all_day]
    if wanted.is_pronoun:
        at_hand = _touched(task, events, wanted)
        return (
            at_hand if any(_has_noun(wanted, one) for one in at_hand) else _of_noun(wanted, events) or at_hand
        )
    if wanted.title:
        return _called(wanted, events) or await _on_weekday(task, wanted)
    if wanted.when.rrule:
        return _touched(task, events, wanted) or _in_rhythm(wanted.when.rrule, events)
    return (_touched(task, events, wanted) if wanted.alone else []) or events


async def _on_weekday(task: Task, wanted: EventReference) -> list["Event"]:
    """Return the events of a title on a weekday of a later week: 'the tasting on the Sunday'."""
    if wanted.when.first is None or not wanted.when.weekday:
        return []
    events = _called(wanted, await events_between(task, *days_of(task, Moment())))
    return [one for one in events if one.starts_at.weekday() == wanted.when.first.weekday()]


def _in_rhythm(rule: str, events: Sequence["Event"]) -> list["Event"]:
    """Return the events of series in the rhythm of a rule: 'the weekly one'."""
    unit = UNITS[Rule.read(rule).freq]
    return [one for one in events if {unit, f"{unit}s"} & {*one.every.split()}]


def _called(wanted: EventReference, events: Sequence["Event"]) -> list["Event"]:
    """Return the events of a title, also if it is misspelt, or says of what kind or how often they are."""
    if same := [one for one in events if one.title.casefold() == wanted.words.casefold()]:
        return same  # also what ends like a pointer: 'Ring Ann about it'
    if found := events_titled(wanted.title, events) or _misspelt(wanted.title, events):
        return found
    if found := events_titled(wanted.bare_title, events) if wanted.bare_title else []:
        return found
    plain = events_titled(wanted.plain_title, events) if wanted.plain_title else []
    return [one for one in plain if one.repeats]


def _misspelt(title: str, events: Sequence["Event"]) -> list["Event"]:
    """Return the events of the one title that is a typo away: 'the dentits'."""
    meant = misspelt_name(title, [one.title for one in events])
    return [one for one in events if one.title == meant]


def current_event_id(task: Task) -> str:
    """Return the id of the event that was made, changed or told of last, empty if it was no event."""
    last = (task.run.touched or task.pack.dialogue.touched)[-1:]
    return last[0].id if last and last[0].kind == "event" else ""


def _touched(task: Task, events: Sequence[Event], wanted: EventReference) -> list[Event]:
    """Return the event at hand, all of its series if that was made, or another one of it is asked for."""
    at_hand = current_event_id(task)
    same = [event for event in events if event.id == at_hand]
    others = wanted.alone or wanted.whole_series or bool(wanted.when) or not same
    if same and not others and task.writes and len(several := _changed_last(task, events)) > 1:
        return several
    return [one for one in events if one.series == parts_of(at_hand)[0]] if others else same


def _of_noun(wanted: EventReference, events: Sequence[Event]) -> list[Event]:
    """Return the next event of each series that has the noun of 'the meeting' in its title."""
    named = {one.series: one for one in reversed(events) if _has_noun(wanted, one)}
    return list(reversed(named.values()))


def _has_noun(wanted: EventReference, event: Event) -> bool:
    article, _, noun = wanted.words.casefold().partition(" ")
    return bool(noun and key_of("article", article)) and noun in event.title.casefold().split()


def _changed_last(task: Task, events: Sequence[Event]) -> list[Event]:
    """Return the events of different series that the last turn changed, of which 'it' may be any."""
    touched = [] if task.run.touched else [one.id for one in task.pack.dialogue.touched]
    found = [one for one in events if one.id in touched]
    return found if len({one.series for one in found}) > 1 else []


def events_titled(title: str, events: Sequence[Titled]) -> list[Titled]:
    """Return the events of exactly this title, else those with all of its words."""
    same = [event for event in events if event.title.casefold() == title.casefold()]
    words = _stems(title)
    return same or [event for event in events if words and words <= _stems(event.title)]


def _stems(text: str) -> frozenset[str]:
    return stems_in(text.replace("-", ""), _UNTOLD)


def with_answers(task: Task, when: Moment) -> Moment:
    for name in ("day", "time"):
        answered = read_new_moment(task.answer_to(name), task.pack.now) if task.answer_to(name) else None
        when = when.completed_by(answered) if answered else when
    return when


def keep_half_of_day(event: Event, to: Moment) -> time | None:
    """Return an event's new time. Without am or pm an evening event stays in the evening."""
    if to.at and to.loose and event.starts_at.time() >= _EVENING and not event.all_day:
        return later(to.at)
    return to.at


def end_of(when: Moment, starts: datetime) -> datetime | None:
    if when.ends and when.at:
        ends = datetime.combine(starts.date(), when.ends, starts.tzinfo)
        return ends if ends > starts else ends + timedelta(days=1)
    if when.length:
        return starts + when.length
    if when.at is None and when.last and when.first and when.last > when.first:
        return midnight(when.last + timedelta(days=1), starts)
    return None
