"""Finds the pieces of a recurrence in a text: 'every', 'Mondays', its times of day, its start and end."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from intent.slots.days import DayFound, find_days, find_feasts
from intent.slots.draft import Draft
from intent.slots.grammar import TemplateMatch, find_all
from intent.slots.language import any_pattern, any_phrase, any_word
from intent.slots.pieces import FREQUENT
from intent.slots.text import blank
from intent.slots.times import EARLIEST_CHORE, PARTS, TimeFound, find_span, find_times, read_time

EVERY = re.compile(rf"\b(?:{any_word('each_time')})\b", re.IGNORECASE)
_BEFORE = re.compile(rf"\b(?:{any_word('deadline')})\s+(?:the\s+)?$")
_INTENDED = re.compile(rf"\b(?:{any_word('intended')})\s+(?:the\s+)?$")
_AFTER_ADVERB = re.compile(rf"(?:{any_word('after_adverb')})\b")
# Precedes the 'in the morning' of a time.
_CLOCK = re.compile(r"(?<![\d.,:])\d{1,2}(?:[.:]\d\d)?\s+$")
_EXPLAINS = re.compile(rf"\b(?:{any_pattern('explains')})")
_OF_DAYS = ("weekdays", "group", "day_range", "parts")  # a bare figure after these is a time
_ONES = ("one", "ones")  # 'the Monday one' is no time
# A bare time; four figures that may be a year don't count.
_BEHIND = re.compile(r"[\s,]*(?P<at>\d{1,2}\.[0-5]\d|(?!19|20)[0-2]\d[0-5]\d)(?![\w%€$£]|[.,:/]\d)")
Spans = tuple[tuple[int, int], ...]
_DAY = timedelta(days=1)
_UNTIL = re.compile(rf"(?:,?\s{{1,3}})?\b(?:{any_phrase('until')})\s{{1,3}}(?:the\s+)?")
_STARTING = re.compile(rf"(?:,?\s{{1,3}})?\b(?:{any_phrase('starting')})\s{{1,3}}(?:on\s+)?")
_INCLUDING = re.compile(rf"\b(?:{any_word('including')})\b")
_EXCEPT = re.compile(rf"\b(?:{any_phrase('except')})\b")
_MONTH_NAMED = re.compile(rf"(?:{any_phrase('month')})\b(?:,?\s+\d{{4}})?$")
_WEEKDAY = re.compile(rf"(?:{any_phrase('every_weekday')})\b")
_PAST_DAY = re.compile(rf"\b(?:{any_phrase('every_weekday')})\s*$")


@dataclass(frozen=True)
class Bounds:
    """The first and last day in a text, and the text with both blanked out."""

    rest: str
    spans: Spans = ()
    start: date | None = None
    until: date | None = None

    @classmethod
    def find(cls, folded: str, today: date) -> "Bounds":
        if not (_UNTIL.search(folded) or _STARTING.search(folded)):
            return cls(folded)
        days = [*find_days(folded, today), *find_feasts(folded, today)]
        until = _bounded(_UNTIL, folded, days)
        start = _bounded(_STARTING, folded, days)
        spans = tuple(span for _, span in filter(None, (until, start)))
        last = _last_day(folded, *until) if until else None
        return cls(blank(folded, spans), spans, start[0].first if start else None, last)


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


def earliest(pieces: Sequence[TemplateMatch]) -> int:
    """Return the earliest hour that a bare figure may mean."""
    at_night = any(piece.values.get("part") in ("morning", "night") for piece in pieces)
    return 0 if at_night else EARLIEST_CHORE


def explained(left: str) -> list[tuple[int, int]]:
    """Return the spans of words that only explain a time of day: 'before we open'."""
    return [one.span() for one in _EXPLAINS.finditer(left)]


def read_clock(
    draft: Draft, rest: str, pieces: Sequence[TemplateMatch], earliest: int, *, asked: bool
) -> list[tuple[int, int]]:
    """Read the times of day beside the pieces. Return their spans."""
    span = find_span(rest, earliest=earliest)
    if span:
        draft.window = (span.first, span.last)
        rest = blank(rest, [(span.start, span.end)])
    times = find_times(rest, earliest=earliest) or _times_behind(rest, pieces, earliest)
    times = times or (_time_at_end(rest, pieces, earliest) if asked else [])
    draft.times = sorted({one.at for one in times})
    if len(times) == 1 and times[0].vague:
        draft.part, draft.times = next(part for part, hour in PARTS.items() if hour == times[0].at.hour), []
    return [(one.start, one.end) for one in times] + ([(span.start, span.end)] if span else [])


def _times_behind(rest: str, pieces: Sequence[TemplateMatch], earliest: int) -> list[TimeFound]:
    """Return the time directly after a day, without a preposition: 'Monday morning 8.30'."""
    for match in (_BEHIND.match(rest, piece.end) for piece in pieces):
        digits = match["at"].replace(".", "") if match else ""
        if match and (at := read_time(f"{digits[:-2]}:{digits[-2:]}", earliest=earliest)):
            return [TimeFound(at, match.start("at"), match.end("at"))]
    return []


def _time_at_end(rest: str, pieces: Sequence[TemplateMatch], earliest: int) -> list[TimeFound]:
    """Return the time that is all that follows the last piece: 'mon wed fri half 6', 'Fridays 8'."""
    last = max(pieces, key=lambda one: one.end, default=None)
    said = rest[last.end :].strip(" ,.!") if last else ""
    if not (last and said) or said.casefold() in _ONES or (said.isdigit() and last.action not in _OF_DAYS):
        return []
    at, start = read_time(said, earliest=earliest), rest.index(said, last.end)
    return [TimeFound(at, start, start + len(said))] if at else []


def _bounded(
    lead: re.Pattern[str], folded: str, days: Sequence[DayFound]
) -> tuple[DayFound, tuple[int, int]] | None:
    """Return the day after a word like 'until', unless that joins two weekdays."""
    excepts = [one.span() for one in _EXCEPT.finditer(folded)]
    for match in lead.finditer(folded):
        if any(start < match.start() < end and " " in folded[start:end] for start, end in excepts):
            continue  # the 'from' of 'apart from Wednesday'
        for day in days:
            follows = match.end() - 4 <= day.start <= match.end()
            joins = _WEEKDAY.match(folded, day.start) and _PAST_DAY.search(
                folded[max(0, match.start() - 20) : match.start()]
            )
            is_month = lead is _STARTING and day.last - day.first > 7 * _DAY and "from" in match[0]
            if follows and not joins and not is_month:  # 'from March' limits it to some months
                return day, (match.start(), day.end)
    return None


def _last_day(folded: str, day: DayFound, span: tuple[int, int]) -> date:
    """Return the last day: 'until March' excludes March, 'through March' and 'until next week' include it."""
    if _INCLUDING.search(folded[span[0] : span[1]]):
        return day.last
    is_month = day.first.day == 1 and day.last - day.first > 26 * _DAY
    named = _MONTH_NAMED.search(folded[span[0] : span[1]])
    return day.first - _DAY if is_month and named else day.last
