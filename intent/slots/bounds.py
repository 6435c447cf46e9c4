"""Start and end of a recurrence: 'starting 7 December', 'until the end of January'."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from intent.slots.days import DayFound, find_days, find_feasts
from intent.slots.language import any_phrase, any_word
from intent.slots.text import blank

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
