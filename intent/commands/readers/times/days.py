"""Reads days: 'Friday', 'by the end of next week', '2 May 2027', 'this month'."""

import re
from datetime import date, timedelta
from functools import lru_cache

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import FIGURE, fold
from intent.commands.readers.times.days_off import time_off
from intent.commands.readers.times.due_days import SINCE, due_in
from intent.commands.words import as_words, key_of, table
from intent.slots.dates import shift
from intent.slots.days import find_days, read_days, read_days_in_a_row
from intent.slots.moment_words import day_parts, phrases_of

_LONGEST = 9  # words
_COMPARED = ("earlier", "sooner", "later")  # than the day set before
_NEAR = ("today", "tonight", "tomorrow")
_NOW = "now"  # as in 'it is Ann's now'
_UNITS = ("day", "week", "fortnight", "month")  # of a duration
_LEADS = ("on", "by", "before", "until", "till", "due", "am", "bis", "el")  # before a due day
_BETWEEN = ("and", "to", "until", "till")
_READ = 4_000  # characters of a message
_UNREAD_END = re.compile(
    r"\b(?:by|before|until) (?:the )?(?:end|start|beginning|middle) of (?:the )?\w+$", re.I
)
_SHORT = "|".join(phrases_of("short_weekday"))  # 'sat' alone may be another word
_MEASURES = re.compile(r"\d-[^\W\d]")  # '7.5-tonne'
_BARE = re.compile(rf"\d+|\b(?:{_SHORT})\b", re.I)


@slot_type("days")
def _days(words: Words) -> tuple[date, date] | None:
    """Return the first and last of the named days."""
    row, today = words.tokens, words.situation.now.date()
    if len(row) > _LONGEST or row[0].word == "due" or any(token.is_quoted for token in row):
        return None
    if _MEASURES.match(words.source, row[-1].end - 1):
        return None
    if days := time_off(words):
        return days
    named = _places(words.source, today)
    if not any(start < row[-1].end and row[0].start < end for start, end in named):
        return None
    found = read_days_in_a_row(words.text, today)
    return (found.first, found.last) if found else None


@slot_type("between_days")
def _between(words: Words) -> tuple[date, date] | None:
    """Return the days from one to another: 'Monday and Thursday next week', 'the 3rd to the 10th of May'."""
    today, row = words.situation.now.date(), [one.word for one in words.tokens]
    at = next((place for place, one in enumerate(row) if one in _BETWEEN), 0)
    if not at or len(row) > _LONGEST:
        return None
    first, last = words.part(words.tokens[:at]).text, words.part(words.tokens[at + 1 :]).text
    until, ends = read_days(last, today), last.split()
    begins = [" ".join((first, *ends[len(ends) - size :])) for size in (2, 1, 0) if size < len(ends)]
    since = next(filter(None, (read_days(one, today) for one in begins)), None)
    return (since.first, until.last) if since and until and since.first <= until.last else None


@lru_cache(maxsize=64)
def _places(source: str, today: date) -> tuple[tuple[int, int], ...]:
    """Return where in a message days may be named, once per message instead of once per span."""
    days = [(one.start, one.end) for one in find_days(source[:_READ], today)]
    return (*days, *(found.span() for found in _BARE.finditer(source[:_READ])))


@slot_type("day")
def _day(words: Words) -> date | None:
    """Return a due day: of several the last one, 'before Friday' is Thursday.

    'a day later' is none, and neither is 'now' or 'from Friday'.
    """
    said = [one.word for one in words.tokens]
    is_none = said[-1] in _COMPARED or said == [_NOW] or said[0] in SINCE
    found = None if is_none else _days(words)
    return due_in(words, found) if found else None


@slot_type("full_day", cues=lambda: frozenset((FIGURE,)))
def _full_day(words: Words) -> date | None:
    """Return a day that is given with a figure: '8 December', but not 'Saturday'."""
    return _day(words) if any(one.word[:1].isdigit() for one in words.tokens) else None


@slot_type("near_day")
def _near_day(words: Words) -> date | None:
    """Return a day counted from today, which begins no title: 'tomorrow', but not 'Friday'."""
    return _day(words) if len(words.tokens) == 1 and words.tokens[0].word in _NEAR else None


@slot_type("part_of_day")
def _part(words: Words) -> str | None:
    """Return a part of the day: 'morning', 'evenings'."""
    return day_parts().get(words.tokens[0].word) if len(words.tokens) == 1 else None


@slot_type("span")
def _span(words: Words) -> timedelta | None:
    """Return a duration from today: 'two weeks', 'a few days'."""
    row = as_words(words.text)
    unit = table("day_unit").get(row[-1:], "").removesuffix("s")
    if not 2 <= len(row) <= 3 or unit not in _UNITS:
        return None
    number = table("count").get(row[:-1]) or (row[0] if row[0].isdigit() and len(row) == 2 else "")
    if not number:
        return None
    today = words.situation.now.date()
    return shift(today, int(number), unit) - today


def day_left_in(text: str, today: date) -> str:
    """Return the words of a title that may give its due day, empty for 'prepare the Friday demo'."""
    for found in find_days(text, today):
        before = text[: found.start].split()
        if before and not key_of("article", fold(before[-1])):
            lead = f"{before[-1]} " if fold(before[-1]) in _LEADS else ""
            return f"{lead}{text[found.start : found.end]}"
    unread = _UNREAD_END.search(text)
    return unread[0] if unread else ""
