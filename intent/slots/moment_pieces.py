"""The context of a moment's pieces in a text: prepositions, free-standing or part of a name."""

import re
from collections.abc import Iterator
from functools import cache

from intent.data_files import alternatives
from intent.slots.days import DayFound
from intent.slots.moment_words import day_parts, fill_words, listed_as, phrases_of
from intent.slots.times import Duration

Span = tuple[int, int]


def with_preposition(one: Duration, folded: str) -> list[Span]:
    before = FOR.search(folded[: one.start])
    after = LONG.match(folded, one.end)
    return [(before.start() if before else one.start, after.end() if after else one.end)]


def stands_free(day: DayFound, folded: str) -> bool:
    """Return whether a day isn't part of a name: 'the Monday review on Friday'."""
    if _LEADS.search(folded[: day.start]):
        return True
    following = re.match(r"\W*(\w+)", folded[day.end :])
    return (
        following is None
        or following.start(1) > 2
        or following[1] in fill_words()
        or _is_time(folded[day.end :])
    )


def _is_time(text: str) -> bool:
    word = re.match(r"[\s,]*(\w+)", text)
    return bool(word and (word[1][0].isdigit() or word[1] in day_parts() or word[1] in _clock_words()))


@cache
def _clock_words() -> frozenset[str]:
    """Return the words that may begin a time of day: 'noon', 'half', 'quarter'."""
    tables = ("named_time", "shift", "half_past", "minute_word")
    return frozenset(phrase.split()[0] for table in tables for phrase in phrases_of(table))


def rest_of(folded: str) -> Iterator[Span]:
    """Yield the spans of the other text, between blanks and without prepositions."""
    for match in re.finditer(r"[^\n]+", folded):
        start, end = _trimmed(folded, *match.span())
        if start < end:
            yield start, end


def _trimmed(folded: str, start: int, end: int) -> Span:
    before = None
    while before != (start, end):
        before = (start, end)
        while start < end and not (folded[start].isalnum() or folded[start] in "\x00@#(\"'"):
            start += 1
        while start < end and not (folded[end - 1].isalnum() or folded[end - 1] in "\x00)\"'+%!?."):
            end -= 1
        if end < len(folded) and (match := _DANGLING.search(folded[start:end])):
            end = start + match.start()
        if _ONLY_FILL.fullmatch(folded[start:end]):
            return start, start
    return start, end


def without_attributes(folded: str) -> str:
    """Return a text with adverbs that belong to a name blanked out: 'the weekly review on Friday'."""
    return _attribute().sub(lambda match: "x" * len(match[0]), folded)


@cache
def _attribute() -> re.Pattern[str]:
    words = alternatives(phrases_of("frequency"))
    fill = "|".join(
        map(re.escape, sorted(fill_words() | {"until", "till", "every", "each", "starting", "beginning"}))
    )
    return re.compile(rf"\b(?:{words})(?=\s+(?!(?:{fill})\b)[a-z])")


_FILL = alternatives(fill_words())
_LEADS = re.compile(rf"(?:^|\b(?:{listed_as('moment_lead')})(?: the)?|[\n,;:(])\s*$")
_DANGLING = re.compile(rf"(?:(?<=\s)|^)(?:{_FILL})(?:\s+(?:{_FILL}))*\s*$")
_ONLY_FILL = re.compile(rf"(?:\b(?:{_FILL})\b[\s,]*)*")
IN = re.compile(rf"\b(?:{listed_as('moment_in')})\s+$")
THIS = re.compile(rf"\b(?:{listed_as('moment_this')})\s+$")
AT = re.compile(rf"\b(?:{listed_as('before_clock')})\s+$")
STARTS = re.compile(rf"\b(?:{listed_as('range_start')})\s+$")
FOR = re.compile(rf"\b(?:{listed_as('moment_for')})\s+$")
LONG = re.compile(rf"\s+(?:{listed_as('moment_long')})\b")
