"""Slots for dates: by date, words or name ('Easter Monday'), units of days, times of day."""

import re
from collections.abc import Mapping
from datetime import date, time, timedelta
from functools import cache

from dateutil.relativedelta import relativedelta

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.readers.numbers.measures import is_unit
from intent.commands.readers.times.due_days import due_in
from intent.commands.words import as_words
from intent.slots.days import DayFound, find_days, read_day, read_days
from intent.slots.feasts import feast_in, next_feast
from intent.slots.language import table_of
from intent.slots.times import read_time

_LONGEST = 12  # words
_HALF_YEAR = timedelta(days=183)
_LONGEST_EVENT = 8  # words of an event and its date
_ASKS_WEEKDAY = re.compile(r"\b(?:of the|de la) (?:week|semana)\b", re.I)  # names no particular week
_COUNTS_FROM = frozenset(("from", "starting", "counting", "since"))
_THAT = frozenset(
    {"das", "es", "eso", "that", "it", "this", "the day", "the date", "then", "that day", "that date"}
)
_YEARS: Mapping[tuple[str, ...], int] = {("next", "year"): 1, ("this", "year"): 0, ("last", "year"): -1}


class GivenDay(date):
    """A day with the words that gave it, for answers that only state it."""

    given: str = ""

    @classmethod
    def of(cls, day: date, given: str) -> "GivenDay":
        found = cls(day.year, day.month, day.day)
        found.given = given
        return found


@slot_type("date")
def _date(words: Words) -> date | None:
    """Return one day, however it is worded."""
    if len(words.tokens) > _LONGEST:
        return None
    return _feast(words) or read_day(words.text, words.situation.now.date())


@slot_type("near_date")
def _near_date(words: Words) -> date | None:
    """Return a day to count from. Without a year the nearest one, even if it is past."""
    day, today = _date(words), words.situation.now.date()
    if day is None or day - today < _HALF_YEAR or any(_is_year(token.word[-4:]) for token in words.tokens):
        return day
    before: date = day - relativedelta(years=1)
    return before


@slot_type("feast")
def _feast(words: Words) -> date | None:
    """Return a holiday's date, in the given year or next: 'Christmas', 'Easter Monday 2028'."""
    said = tuple(token.word for token in words.tokens if token.word not in ("on", "the"))
    return feast_day(said, words.situation.now.date())


@slot_type("due_feast")
def _due_feast(words: Words) -> date | None:
    """Return a holiday as a due day: 'before Christmas' is the day before."""
    day = _feast(words)
    return due_in(words, (day, day)) if day else None


def feast_day(said: tuple[str, ...], today: date) -> date | None:
    """Return the date of the holiday in folded words, with or without a year."""
    year = int(said[-1]) if len(said) > 1 and _is_year(said[-1]) else 0
    name = said[:-1] if year else said
    if name[-2:] in _YEARS:
        year, name = today.year + _YEARS[name[-2:]], name[:-2]
    if key := _feasts().get(name):
        return feast_in(year, key) if year else next_feast(key, today)
    return None


@cache
def _feasts() -> Mapping[tuple[str, ...], str]:
    return {as_words(name): key for name, key in table_of("feast").items()}


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and word[:2] in ("19", "20", "21")


@slot_type("event_date")
def _event_date(words: Words) -> date | None:
    """Return the one day given with the name of something: 'the opening (12 March)'."""
    if not 1 < len(words.tokens) <= _LONGEST_EVENT:
        return None
    found = find_days(words.text, words.situation.now.date())
    return found[0].first if len(found) == 1 and _ends_event(words.text, found[0]) else None


def _ends_event(text: str, day: DayFound) -> bool:
    """Return whether a day ends a text that has no other figures."""
    name = text[: day.start].strip(" (,")
    return (
        bool(name)
        and name.split()[-1].lower() not in _COUNTS_FROM  # 'the fair, starting from Monday'
        and not any(sign.isdigit() for sign in name)
        and not text[day.end :].strip(" ).")
        and day.first == day.last
    )


@slot_type("day_before")
def _day_before(words: Words) -> GivenDay | None:
    """Return the day that 'that' refers to: the last one named, here or in the last message."""
    if words.text.lower() not in _THAT:
        return None
    today, start = words.situation.now.date(), words.tokens[0].start
    for text in (_ASKS_WEEKDAY.sub("", words.source[:start]), words.situation.said):
        found = find_days(text, today)
        if len(found) == 1 and found[0].first == found[0].last:
            return GivenDay.of(found[0].first, _sentence_of(text, found[0]))
        if found:
            return None
    return None


def _sentence_of(text: str, day: DayFound) -> str:
    """Return the sentence that contains a day."""
    start = max(text.rfind(sign, 0, day.start) for sign in ".!?\n") + 1
    ends = [at for sign in ".!?,\n" if (at := text.find(sign, day.end)) >= 0]
    return text[start : min(ends, default=len(text))].strip(" ,")


@slot_type("day_range")
def _day_range(words: Words) -> tuple[date, date] | None:
    """Return the two days of '3 to 21 December', '3 and 21 December'."""
    text = " to ".join(part.strip() for part in words.text.split(" and "))
    found = read_days(text, words.situation.now.date())
    return (found.first, found.last) if found and found.first < found.last else None


@slot_type("time_of_day")
def _time_of_day(words: Words) -> time | None:
    return read_time(words.text, earliest=0) if len(words.tokens) <= 4 else None


@slot_type("city")
def _city(words: Words) -> str | None:
    """Return the name of a place, at most four words."""
    return (
        words.text
        if len(words.tokens) <= 4
        and not is_unit(words.tokens[-1].word)
        and not any(one.word[:1].isdigit() for one in words.tokens)
        else None
    )
