"""Finds when something happens, in any word order: 'on Friday at 12:30 for an hour'."""

import re
from dataclasses import replace
from datetime import datetime
from functools import cache, lru_cache
from typing import NamedTuple

from intent.slots.days import read_days
from intent.slots.figures import figures_of
from intent.slots.halves import leaves_half_open
from intent.slots.language import words_of
from intent.slots.moment import Moment
from intent.slots.moment_pieces import Span, rest_of
from intent.slots.moment_reader import MomentReading
from intent.slots.moment_words import phrases_of, vocabulary
from intent.slots.text import fold, hide_fixed
from intent.slots.times import read_time

_WORD = re.compile(r"\w+")
_LETTER = re.compile(r"(?<=[a-z\d] )A(?!\w)")  # 'flat A on Friday' has no article


class MomentFound(NamedTuple):
    """A moment, its spans in a text, and the rest of the text, piece by piece."""

    moment: Moment
    rest: tuple[Span, ...]


def read_moment(text: str, now: datetime) -> Moment | None:
    """Return the moment that the whole text means; None if it says anything else, or two different days."""
    if not tells_when(text):
        return None
    found = find_moment(text, now)
    return found.moment if found and found.moment and not found.rest else None


def read_new_moment(text: str, now: datetime) -> Moment | None:
    """Return the moment in an answer to 'when?', for which '10' and 'Friday' are enough."""
    if not tells_when(text):
        return None
    if moment := read_moment(text, now):
        return replace(moment, weekday=names_weekday(text)) if moment.first else moment
    if at := read_time(text):
        return Moment(at=at, loose=leaves_half_open(fold(text), at))
    with figures_of(now):
        days = read_days(text, now.date())
    return Moment(first=days.first, last=days.last, weekday=names_weekday(text)) if days else None


def names_weekday(text: str) -> bool:
    """Return whether a text only names a weekday: 'Tuesday at 10', but not 'next Tuesday'."""
    said = _WORD.findall(fold(text))
    return any(word in _weekdays() for word in said) and not any(word in _weeks() for word in said)


@cache
def _weekdays() -> frozenset[str]:
    return frozenset(phrases_of("weekday"))


@cache
def _weeks() -> frozenset[str]:
    """Return the words that say in which week, month or year a day is."""
    tables = ("month", "which_weekday", "which", "relative")
    return frozenset(word for table in tables for word in phrases_of(table)) - words_of("fill")


def tells_when(text: str) -> bool:
    """Return whether all words of a text are about time."""
    known = vocabulary()
    return all(word[0].isdigit() or word in known for word in _WORD.findall(fold(text)))


@lru_cache(maxsize=256)
def find_moment(text: str, now: datetime) -> MomentFound | None:
    """Return the moment in a text, with the rest, or None if it has two different days or times."""
    hidden = _LETTER.sub("\0", hide_fixed(text))
    reading = MomentReading(fold(hidden), hidden, now)
    with figures_of(now):
        if not reading.read():
            return None
    return MomentFound(reading.moment, tuple(rest_of(reading.folded)))
