"""The days that people name: 'tomorrow', 'next Tuesday', '3 May', 'in two weeks', 'the end of the month'.

'Friday' is the next one, on a Friday the one in a week. 'next Friday' is in next week. A date without a
year is the next one. '3/4/2026' is 3 April, or 4 March if figures.py says so.
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from intent.slots.dates import ACTIONS, shift
from intent.slots.grammar import TemplateMatch, find_all, grammars
from intent.slots.language import any_word
from intent.slots.text import fold
from omniforge.recurrence.rule import WEEKDAYS

__all__ = [
    "WEEKDAYS",
    "DayFound",
    "find_day",
    "find_days",
    "find_feasts",
    "read_day",
    "read_days",
    "read_days_in_a_row",
    "read_range",
    "shift",
]
_DAY = timedelta(days=1)
_ROW = re.compile(r"(?:from )?(?P<first>the \d\d?[a-z]*) (?:to|until|till) (?P<last>the \d\d?[a-z]*)")
_RANGE = re.compile(r"(?:from )?(?P<first>[a-z][\w ]{2,14}?) (?:to|until|till) (?P<last>[a-z][\w ]{2,14})")


class DayFound(NamedTuple):
    """The days from `first` to `last`, equal for a single day. `text[start:end]` names them."""

    first: date
    last: date
    start: int
    end: int


def find_day(text: str, today: date) -> DayFound | None:
    """Return the first day or days in a text, or None."""
    return next(iter(find_days(text, today)), None)


def find_days(text: str, today: date) -> list[DayFound]:
    """Return all days in a text, from left to right. 'from 3 to 5 May' is one."""
    folded = fold(text)
    named = (one for found in find_all("days", folded) for one in _without_clock(found, folded))
    found = (_day(one, today) for one in named if not _is_repeated(one, folded))
    return _joined([one for one in found if one], folded)


def find_feasts(text: str, today: date) -> list[DayFound]:
    """Return the holidays in a text. 'the Christmas party' names one, too."""
    return [day for one in find_all("feasts", fold(text)) if (day := _day(one, today))]


def _without_clock(found: TemplateMatch, folded: str) -> list[TemplateMatch]:
    """Return the matches, for 'at 9 until 7 December', in which 9 is a time, the day after it."""
    clock = found.action == "day_range" and _CLOCK.search(_before(folded, found.start))
    figure = re.match(r"\d+\S*", folded[found.start : found.end])
    if not clock or not figure:
        return [found]
    cut = found.start + figure.end()
    return find_all("days", " " * cut + folded[cut : found.end])


def read_day(text: str, today: date) -> date | None:
    """Return the day that the whole text means, or None for several days or any other word."""
    days = read_days(text, today)
    return days.first if days and days.first == days.last else None


def read_days(text: str, today: date) -> DayFound | None:
    """Return the days that the whole text means, ignoring a leading preposition."""
    folded = fold(text).strip(" !?,")
    return _whole(folded, today) or (_whole(folded.rstrip("."), today) if folded.endswith(".") else None)


def read_days_in_a_row(text: str, today: date) -> DayFound | None:
    """Return the days of a whole text, also two that follow each other: 'today and tomorrow', 'this week or
    next', or from one to another: 'the 3rd to the 10th'.
    """
    if found := read_days(text, today) or _from_to(fold(text), today):
        return found
    first, _, second = fold(text).replace(" or ", " and ", 1).partition(" and ")
    before = read_days(first, today)
    after = read_days(second, today) or read_days(f"{second} {first.split(' ')[-1]}", today)
    if before and after and after.first == before.last + _DAY:
        return before._replace(last=after.last, end=len(text))
    return None


def read_range(text: str, today: date) -> DayFound | None:
    """Return the days from one to another, which 'move what is due Friday to Monday' doesn't mean."""
    return _from_to(fold(text), today, _RANGE)


def _from_to(folded: str, today: date, shape: re.Pattern[str] = _ROW) -> DayFound | None:
    """Return the days from one to another: by their numbers 'from the 28th to the 3rd'."""
    row = shape.fullmatch(folded)
    before = read_days(row["first"], today) if row else None
    after = read_days(row["last"], before.first) if row and before else None
    return before._replace(last=after.last, end=len(folded)) if before and after else None


def _whole(folded: str, today: date) -> DayFound | None:
    lead = _LEAD.match(folded)
    start = lead.end() if lead else 0
    for place in {start, 0}:
        for grammar in grammars("days_alone"):
            one = grammar.match(folded, place)
            is_whole = one and one.end == len(folded) and not _is_rank(one, folded)
            if one and is_whole and (days := _day(one, today)):
                return days
    return next((one for one in find_days(folded, today) if _bare(folded, one)), None)


def _bare(folded: str, one: DayFound) -> bool:
    return one.end == len(folded) and not _LEAD.sub("", folded[: one.start], count=1).strip(" ,")


_LEAD = re.compile(rf"\s*(?:(?:{any_word('before_day')}|{any_word('range_start')})\b\s*)?")
_REPEATS = re.compile(rf"\b(?:{any_word('never_day')})(?:\s+(?:{any_word('never_day')}))*\s+(?:the\s+)?$")
_ON = re.compile(rf"\b(?:{any_word('before_day')})\s+(?:the\s+)?$")
_FOR = re.compile(rf"\b(?:{any_word('before_figure')})\s+(?:the\s+)?$")  # 'for the 12th', not 'for the first'
_CLOCK = re.compile(rf"(?<!\w)(?:{any_word('before_clock')})\s+$")
_AT = re.compile(rf",?\s+(?:{any_word('before_clock')})\s+\d")
_BETWEEN = re.compile(rf"\b(?:{any_word('range_start')})\s+$")
_JOINT = re.compile(rf"\s+(?:{any_word('range_joint')})\s+(?:the\s+)?")
_DASH = re.compile(rf"\s*(?:{any_word('dash')})\s*")


def _before(folded: str, place: int) -> str:
    """Return the few words before an index."""
    return folded[max(0, place - 40) : place]


def _is_repeated(one: TemplateMatch, folded: str) -> bool:
    """Return whether an apparent day is part of 'every Friday', 'version 3.12.' or '12/3 of it'."""
    before = _before(folded, one.start)
    if one.action == "figures" and not _ON.search(before) and folded[: one.start].strip():
        return True
    is_for = (
        one.action == "month_day" and _FOR.search(before) and re.search(r"\d", folded[one.start : one.end])
    )
    is_set = is_for or _ON.search(before) or _has_clock(one, folded)
    if one.action in ("month_day", "bare_month") and not is_set:
        return True
    if _is_rank(one, folded):
        return True
    return bool(_REPEATS.search(before))


def _has_clock(one: TemplateMatch, folded: str) -> bool:
    """Return whether a time follows a day of the month: 'the 9th at 10'."""
    said = folded[one.start : one.end]
    is_date = " " in said and any(map(str.isdigit, said))  # with its article
    return is_date and bool(_AT.match(folded, one.end))


def _is_rank(one: TemplateMatch, folded: str) -> bool:
    """Return whether an apparent day of the month is a rank: 'which is due first'."""
    said = folded[one.start : one.end]
    return one.action == "month_day" and said.isalpha() and not _before(folded, one.start).endswith("the ")


def _joined(days: list[DayFound], folded: str) -> list[DayFound]:
    """Return the days with ranges merged."""
    joined: list[DayFound] = []
    for one in days:
        before = joined[-1] if joined else None
        if before and _is_range(folded, before, one):
            last = one.last + 7 * _DAY if one.last < before.first <= one.last + 7 * _DAY else one.last
            joined[-1:] = [before._replace(last=last, end=one.end)] if last >= before.first else [before, one]
        else:
            joined.append(one)
    return joined


def _is_range(folded: str, first: DayFound, last: DayFound) -> bool:
    between = folded[first.end : last.start]
    if _DASH.fullmatch(between):
        return True
    return bool(_JOINT.fullmatch(between) and _BETWEEN.search(_before(folded, first.start)))


def _day(one: TemplateMatch, today: date) -> DayFound | None:
    try:
        days = ACTIONS[one.action](one.values, today)
    except (ValueError, OverflowError):
        return None
    return DayFound(*days, one.start, one.end) if days else None
