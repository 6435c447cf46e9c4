"""Slots for moments: `moment` is any, `new_when` where something is moved to, `time_span` a day or time."""

from datetime import timedelta

from intent.commands.grammar.slot_types import Words, slot_type, text_of
from intent.commands.grammar.tokens import FIGURE
from intent.commands.readers.times.dates import feast_day
from intent.commands.readers.times.days_off import time_off
from intent.commands.words import key_of
from intent.slots.days import read_days_in_a_row, read_range
from intent.slots.moment import Moment
from intent.slots.moments import read_moment, read_new_moment
from intent.slots.nearest import minutes_said
from intent.slots.times import Duration, read_duration, read_time

_LONGEST = 24  # words
_CLOCK = 4
_BY = "by"
_AT = ("at", "@", _BY)
_EXACT = ("am", "pm", ":")  # mark a time of day

_BEFORE, _ONE_DAY = "before", timedelta(days=1)
_UNTIL = ("until", "till", "til")
BEFOREHAND = frozenset((_BEFORE, "beforehand", "ahead"))
_DAY_BEFORE = (["the", "day"], ["day"])
_EVENINGS = frozenset(("evening", "night"))


@slot_type("moment")
def _moment(words: Words) -> Moment | None:
    if len(words.tokens) > _LONGEST or any(token.is_quoted for token in words.tokens):
        return None
    return read_moment(words.text, words.situation.now)


@slot_type("clock_words", cues=lambda: frozenset((FIGURE,)))
def _clock_words(words: Words) -> str | None:
    """Return the words of a time of day: 'at 7pm', '5pm', 'by 17:00'."""
    row = words.tokens
    leads = 1 < len(row) <= _CLOCK and row[0].word in _AT
    rest = text_of(words.source, row[leads:])
    exact = (leads and row[0].word != _BY) or any(one in rest.casefold() for one in _EXACT)
    return words.text if len(row) <= _CLOCK and exact and rest[:1].isdigit() and read_time(rest) else None


@slot_type("new_when")
def _new_when(words: Words) -> Moment | None:
    """Return the moment to move something to. A bare hour is enough: 'move it to 10'."""
    moment = read_new_moment(words.text, words.situation.now) if len(words.tokens) <= _LONGEST else None
    if moment is None or moment.rrule or moment.problem:
        return None
    return moment if moment.first or moment.has_time or moment.part else None


@slot_type("bare_time")
def _bare_time(words: Words) -> Moment | None:
    """Return a time of day alone: '6:30'. Figures without a mark of time are none."""
    if any(token.word.isdigit() for token in words.tokens) and len(words.tokens) == 1:
        return None
    moment = _new_when(words)
    return moment if moment and moment.at and not moment.first else None


@slot_type("minute")
def _minute(words: Words) -> int | None:
    """Return the minutes if no hour is given: 'quarter past'."""
    return minutes_said(words.text) if 0 < len(words.tokens) <= _CLOCK else None


@slot_type("day_step")
def _day_step(words: Words) -> timedelta | None:
    """Return the distance of 'the day after', negative for 'the day before'."""
    days = key_of("day_step", words.text)
    return timedelta(days=int(days)) if days else None


@slot_type("time_span")
def _span(words: Words) -> Moment | None:
    """Return a one-off moment on some day, today if only a time is given, or the days 'until Friday'."""
    if words.tokens[0].word in _UNTIL:
        return _until(words)
    moment = _new_when(words) or _days_in_a_row(words)
    is_due = words.tokens[0].word == "due"  # tasks are due, events aren't
    if is_due or moment is None or moment.length:
        return None
    today = words.situation.now.date()
    return moment.completed_by(Moment(first=today, last=today)) if moment.has_time or moment.first else None


def _until(words: Words) -> Moment | None:
    """Return the days from today to the one that is named last: 'till Christmas'."""
    end, today = words.part(words.tokens[1:]), words.situation.now.date()
    span = _span(end) if end.tokens else None
    feast = feast_day(tuple(token.word for token in end.tokens), today)
    last = feast or (span.last or span.first if span and not span.at else None)
    return Moment(first=today, last=last) if last else None


def _days_in_a_row(words: Words) -> Moment | None:
    """Return days that follow each other: 'today and tomorrow', 'over Easter'."""
    short = len(words.tokens) <= _LONGEST
    text, today = words.text, words.situation.now.date()
    found = read_days_in_a_row(text, today) or read_range(text, today) if short else None
    days = (found.first, found.last) if found else time_off(words)
    return Moment(first=days[0], last=days[1]) if days else None


@slot_type("length")
def _length(words: Words) -> timedelta | None:
    """Return a duration in hours, days and weeks: 'an hour and a half'."""
    found: Duration | None = read_duration(words.text) if len(words.tokens) <= _LONGEST else None
    return found.length if found and found.length and not found.months else None


@slot_type("time_ahead", cues=lambda: BEFOREHAND)
def time_ahead(words: Words) -> timedelta | None:
    """Return how long before an event: 'the day before', '15 minutes beforehand'."""
    said = [one.word for one in words.tokens]
    if said[-1] not in BEFOREHAND:
        return None
    lead = words.part(words.tokens[:-1])
    return _ONE_DAY if said[:-1] in _DAY_BEFORE else _length(lead) if lead.tokens else None


@slot_type("evening_ahead", cues=lambda: _EVENINGS)
def evening_ahead(words: Words) -> timedelta | None:
    """Return the day between an event and 'the night before' it."""
    said = [one.word for one in words.tokens if one.word != "the"]
    is_evening = len(said) == 2 and said[0] in _EVENINGS and said[1] == _BEFORE
    return _ONE_DAY if is_evening else None
