"""Finds the pieces of a recurrence in a text: 'every', 'Mondays', 'in summer'."""

import re
from collections.abc import Iterator, Sequence

from intent.slots.grammar import TemplateMatch, find_all
from intent.slots.language import any_word
from intent.slots.pieces import FREQUENT

EVERY = re.compile(rf"\b(?:{any_word('each_time')})\b", re.IGNORECASE)
_BEFORE = re.compile(rf"\b(?:{any_word('deadline')})\s+(?:the\s+)?$")
_INTENDED = re.compile(rf"\b(?:{any_word('intended')})\s+(?:the\s+)?$")
_AFTER_ADVERB = re.compile(rf"(?:{any_word('after_adverb')})\b")
# Precedes the 'in the morning' of a time.
_CLOCK = re.compile(r"(?<![\d.,:])\d{1,2}(?:[.:]\d\d)?\s+$")


def pieces_in(rest: str, asked: bool) -> list[TemplateMatch]:
    """Return the pieces, without those that belong to a time of day or another word."""
    found = find_all("recurrences_alone" if asked else "recurrences", rest)
    if not asked:
        found = sorted([*found, *_completing(found, rest)], key=lambda one: one.start)
    kept = [
        one for one in found if not (one.action in ("edge", "nth", "month_days") and _is_deadline(one, rest))
    ]
    kept = [one for one in kept if not _is_of_clock(one, rest)]
    if sum(one.action in FREQUENT for one in kept) > 1:
        kept = [one for one in kept if not _is_attribute(one, rest)]
    return kept


def _is_deadline(one: TemplateMatch, rest: str) -> bool:
    """Return whether a day is one deadline: 'by the 1st', but not 'for the last Friday of every month'."""
    before = rest[max(0, one.start - 20) : one.start]
    is_rhythm = EVERY.search(rest[one.start : one.end]) and _INTENDED.search(before)
    return not is_rhythm and bool(_BEFORE.search(before))


def _is_of_clock(one: TemplateMatch, rest: str) -> bool:
    """Return whether a part of the day belongs to a time: 'at 5 in the afternoon'."""
    return (
        one.action == "parts" and not EVERY.match(rest, one.start) and bool(_CLOCK.search(rest[: one.start]))
    )


def _completing(found: Sequence[TemplateMatch], rest: str) -> Iterator[TemplateMatch]:
    """Yield the days directly after an interval: 'weekly on Friday', 'every two weeks, Monday'."""
    ends = {one.end for one in found if one.action in ("interval", "several")}
    if ends:
        for one in find_all("recurrences_alone", rest):
            if any(end < one.start and not rest[end : one.start].strip(" ,") for end in ends):
                yield one


def _is_attribute(one: TemplateMatch, rest: str) -> bool:
    """Return whether an adverb belongs to the word after it: 'the daily figures, every Monday'."""
    word = re.match(r"\s+([a-z]\w*)", rest[one.end :])
    adverb = one.action == "interval" and rest[one.start : one.end].isalpha()
    return adverb and word is not None and not _AFTER_ADVERB.match(word[1])
