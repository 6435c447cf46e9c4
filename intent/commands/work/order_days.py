"""Days in orders about work, and the durations by which they move."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from intent.commands.grammar.tokens import Token
from intent.commands.readers.times.dates import feast_day
from intent.commands.words import as_words
from intent.commands.work.order_words import cues_of, fillers
from intent.data_files import data_of, words_of
from intent.slots.dates import shift
from intent.slots.days import DayFound, find_days

_LONGEST_FEAST = 4
_NUMBERS = {"a": 1, "an": 1, "another": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
            "seven": 7, "eight": 8, "nine": 9, "ten": 10}  # fmt: skip


class SpanFound(NamedTuple):
    """A duration, and the token span, `first` to `end`, that states it."""

    first: int
    end: int
    length: timedelta


NO_SPAN = SpanFound(0, 0, timedelta())


def span_in(tokens: Sequence[Token], today: date) -> SpanFound:
    """Return 'two more days' or 'a week', NO_SPAN if there is none."""
    for at, token in enumerate(tokens):
        number = int(token.word) if token.word.isdigit() else _NUMBERS.get(token.word, 0)
        end = at + 1
        while end < len(tokens) and cues_of(tokens[end].word) & {"later"}:
            end += 1
        unit = _units().get(tokens[end].word, "") if end < len(tokens) else ""
        if number and unit:
            return SpanFound(at, end + 1, shift(today, number, unit) - today)
    return NO_SPAN


def lies_in(day: DayFound, span: SpanFound, tokens: Sequence[Token]) -> bool:
    """Return whether an apparent day is part of a duration: 'a week later'."""
    if span is NO_SPAN or not any(cues_of(one.word) & {"later", "earlier"} for one in tokens):
        return False
    offset = tokens[0].start
    return day.start < tokens[span.end - 1].end - offset and tokens[span.first].start - offset < day.end


def days_in(text: str, today: date) -> list[DayFound]:
    """Return the days in a text, without such as 'this morning'."""
    return [one for one in find_days(text, today) if as_words(text[one.start : one.end]) not in fillers()]


def feasts_in(tokens: Sequence[Token], today: date) -> list[DayFound]:
    """Return holidays right after 'on' or 'by': not the 'Christmas cards'."""
    words, offset = tuple(one.word for one in tokens), tokens[0].start
    for at in range(1, len(tokens)):
        if words[at - 1] not in words_of("work_orders", "before_feast"):
            continue
        for end in range(min(at + _LONGEST_FEAST, len(tokens)), at, -1):
            if found := feast_day(words[at:end], today):
                return [DayFound(found, found, tokens[at].start - offset, tokens[end - 1].end - offset)]
    return []


@cache
def _units() -> Mapping[str, str]:
    return {
        form.strip(): unit
        for unit in ("day", "week", "month")
        for form in data_of("work_orders")["shift"][unit].split("|")
    }
