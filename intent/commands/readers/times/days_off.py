"""Slot for the days on which something pauses: 'over Christmas', 'until 4 January', 'from 3 to 7 May'."""

from dataclasses import replace
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from intent.commands.grammar.slot_types import Words, slot_type, strip_punctuation
from intent.commands.readers.times.dates import feast_day
from intent.commands.words import as_words, at_start, table
from intent.slots.days import read_days
from intent.slots.feasts import feast_in
from intent.slots.moment_words import phrases_of
from intent.slots.times import read_duration

_DAY = timedelta(days=1)
_LONGEST = 10  # words
_NEAR = ("next", "this", "the", "tomorrow", "today")  # days that need no preposition
_JOINTS = ("and", "to", "until", "till", "-", "–")
_END = "end"
_BEFORE_DATES = (",", "(", "-", "–")
Span = tuple[date, date]


@slot_type("days_off")
def _days_off(words: Words) -> Span | None:
    """Return the first and last day. A weekday alone, 'on Monday', may be any Monday and is none.

    The day on which something is back ends them: 'over Christmas, back on 4 January'.
    """
    said = tuple(one.word for one in words.tokens)
    for at in range(1, len(said) - 1):
        if size := at_start("days_off_back", said[at:])[1]:
            return _until_back(words, at, at + size)
    lead, size = at_start("days_off_lead", said)
    if not (lead or said[0] in _NEAR) or not size < len(said) <= _LONGEST:
        return None
    if dates := _dates_behind(words, size):
        return dates
    rest, today = _text(words, size, len(said)), words.situation.now.date()
    if lead == "until":
        until = _named(rest, today)
        return (today, until[0] - _DAY) if until and until[0] > today else None
    if lead == "after":
        until = _named(rest, today)
        return (today, until[1]) if until else None
    length = read_duration(rest) if lead == "for" else None
    if length and length.length and not length.months:
        return today, today + length.length - _DAY
    return None if rest.lower() in phrases_of("weekday") else _named(rest, today)


def _dates_behind(words: Words, start: int) -> Span | None:
    """Return the dates behind a period's name: 'over Christmas, 18 Dec to 4 Jan', '…, until 4 January'."""
    said = tuple(one.word for one in words.tokens)
    mark = next((at for at in range(start, len(said) - 1) if said[at] in _BEFORE_DATES), start)
    begun = _period(said[start:mark], words.situation.now.date())
    if not begun:
        return None
    behind = strip_punctuation(words.tokens[mark + 1 :])
    if begun and behind and behind[0].word in _JOINTS[1:4]:
        back = _days(replace(words, tokens=behind), 1)
        return (begun[0], back[0] - _DAY) if back and back[0] > begun[1] else None
    if not any(one.word[:1].isdigit() for one in behind):
        return None
    dates = _days(replace(words, tokens=behind), 0)
    return dates if dates and dates[0] < dates[1] else None


def _text(words: Words, start: int, end: int) -> str:
    return words.source[words.tokens[start].start : words.tokens[end - 1].end]


def _until_back(words: Words, end: int, start: int) -> Span | None:
    """Return the days before `end` of the tokens, up to the day that is named from `start` on."""
    before = strip_punctuation(words.tokens[:end])
    is_now = tuple(one.word for one in before) in table("days_off_now")
    today = words.situation.now.date()
    off = (today, today) if is_now else before and _days_off(replace(words, tokens=tuple(before)))
    back = _days(replace(words, tokens=words.tokens[start:]), 0) if start < len(words.tokens) else None
    return (off[0], back[0] - _DAY) if off and back and back[0] > off[0] else None


@slot_type("first_day")
def _first_day(words: Words) -> date | None:
    """Return the day from which something runs: 'in January', 'from 4 May', 'after Christmas', no weekday."""
    said = tuple(one.word for one in words.tokens)
    lead, size = at_start("first_day_lead", said)
    if not (lead or said[0] in _NEAR) or not size < len(said) <= _LONGEST:
        return None
    days = _days(words, size)
    return days and (days[1] + _DAY if lead == "after" else days[0])


@slot_type("end_day")
def _end_day(words: Words) -> date | None:
    """Return the last day on which something runs: '31 March', 'Easter', 'the end of May', no weekday."""
    days = _named_days(words)
    return days[1] if days else None


@slot_type("end_of_period")
def _end_of_period(words: Words) -> date | None:
    """Return the last day of a month or a year, given as its end."""
    return _end_day(words) if any(one.word == _END for one in words.tokens) else None


def time_off(words: Words) -> Span | None:
    """Return the days of a time off behind its preposition: 'over Easter', 'during the holidays'."""
    said = tuple(one.word for one in words.tokens)
    lead, size = at_start("days_off_lead", said) if len(said) <= _LONGEST else ("", 0)
    rest = said[size:]
    key = table("time_off").get(rest[at_start("article", rest)[1] :]) if lead == "on" and rest else None
    return _of_span(key, words.situation.now.date()) if key else None


def _days(words: Words, size: int) -> Span | None:
    text = _text(words, size, len(words.tokens))
    return None if text.lower() in phrases_of("weekday") else _named(text, words.situation.now.date())


@slot_type("named_days")
def _named_days(words: Words) -> Span | None:
    """Return the first and last day, named without a preposition: 'Christmas Eve', 'the 24th'."""
    return _days(words, 0) if len(words.tokens) <= _LONGEST else None


def _named(text: str, today: date) -> Span | None:
    """Return the days that a text names, by date or as a holiday, alone or as a range."""
    said = as_words(text)
    if period := _period(said, today):
        return period
    said = said[at_start("article", said)[1] :]
    if found := read_days(text, today):
        return found.first, found.last
    ranges = (_range(text, at, today) for at in range(1, len(said) - 1) if said[at] in _JOINTS)
    return next(filter(None, ranges), None)


def _period(said: tuple[str, ...], today: date) -> Span | None:
    """Return the days of a holiday by its name: 'Easter', 'the summer holidays'."""
    said = said[at_start("article", said)[1] :]
    if key := table("time_off").get(said):
        return _of_span(key, today)
    feast = feast_day(said, today)
    return (feast, feast) if feast else None


def _of_span(key: str, today: date) -> Span:
    """Return the next days of a yearly span, '12-24/01-01'. One that has begun counts."""
    first, last = key.split("/")
    starts = ((feast_in(year, first), year) for year in (today.year - 1, today.year, today.year + 1))
    spans = ((start, _end(last, start, year)) for start, year in starts)
    return next(one for one in spans if one[1] >= today)


def _end(key: str, start: date, year: int) -> date:
    end = feast_in(year, key)
    return end if end >= start else feast_in(year + 1, key)


def _range(text: str, at: int, today: date) -> Span | None:
    """Return the days from one named day to another, both included."""
    said = as_words(text)
    first, last = (_named(" ".join(one), today) for one in (said[:at], said[at + 1 :]))
    if not (first and last):
        return None
    end = last[1] if last[1] >= first[0] else last[1] + relativedelta(years=1)
    return first[0], end
