"""The days that people name: 'tomorrow', 'next Tuesday', '24 November', 'this week'.

'Friday' is the next one to come, and said on a Friday the one in a week; 'next Friday' is that of next week.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from agents.schedules.vocabulary import COUNT, DAY, DAYS, count, fold


class SpokenDays(NamedTuple):
    """A day, or `number` of them from it on, and where in the text they stand."""

    first: date
    number: int
    start: int
    end: int

    @property
    def last(self) -> date:
        return self.first + timedelta(days=self.number - 1)


_Days = tuple[date, int]
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG = "january|february|march|april|may|june|july|august|september|october|november|december"
MONTH = rf"(?P<month>(?:{_LONG}|{'|'.join(_MONTHS)}|sept)\b)\.?"
_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:,?\s+(?P<year>\d{4}))?"


def _from_today(days: int, length: int = 1) -> Callable[[re.Match[str], date], _Days]:
    return lambda match, today: (today + timedelta(days=days), length)


def _later(match: re.Match[str], today: date) -> _Days:
    return today + timedelta(days=count(match["n"]) * (7 if match["unit"] == "week" else 1)), 1


def _coming_days(match: re.Match[str], today: date) -> _Days:
    number = count(match["n"]) if match["n"] else 3
    return today, max(1, min(366, number * (7 if match["unit"] == "week" else 1)))


def _dated(match: re.Match[str], today: date) -> _Days:
    """Return a day of a month; without a year the next one to come."""
    said = match.groupdict()
    name = said["month"]
    month = int(name) if name.isdigit() else month_number(name)
    day = date(int(said["year"] or today.year), month, int(said["day"]))
    return (day if said["year"] or day >= today else day.replace(year=today.year + 1)), 1


def month_number(name: str) -> int:
    """Return the number of a month, 1 to 12, by its name or how that begins, in lower case."""
    return _MONTHS.index(name[:3]) + 1


def _iso(match: re.Match[str], today: date) -> _Days:
    return date.fromisoformat(match["iso"]), 1


def _week(match: re.Match[str], today: date) -> _Days:
    monday = today - timedelta(days=today.weekday())
    if match["which"] == "next":
        return monday + timedelta(days=7), 7
    return today, 7 - today.weekday()


def _weekend(match: re.Match[str], today: date) -> _Days:
    saturday = today + timedelta(days=5 - today.weekday())
    return saturday + timedelta(days=7 if match["which"] == "next" else 0), 2


def _month(match: re.Match[str], today: date) -> _Days:
    following = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    if match["which"] != "next":
        return today, (following - today).days
    return following, ((following + timedelta(days=32)).replace(day=1) - following).days


def _weekday(match: re.Match[str], today: date) -> _Days:
    wanted = (DAYS[match["name"]] - 1) % 7  # Monday is 0
    if match["which"] == "next":
        return today + timedelta(days=7 - today.weekday() + wanted), 1
    ahead = (wanted - today.weekday()) % 7
    return today + timedelta(days=ahead or (0 if match["which"] == "this" else 7)), 1


_RULES: tuple[tuple[str, Callable[[re.Match[str], date], _Days]], ...] = (
    (r"\b(?:the )?day after tomorrow\b|\bubermorgen\b|\bpasado manana\b", _from_today(2)),
    (r"\b(?:today|tonight|this (?:morning|afternoon|evening)|heute|hoy)\b", _from_today(0)),
    (r"\b(?:tomorrow|morgen|manana)\b", _from_today(1)),
    (r"\byesterday\b", _from_today(-1)),
    (rf"\bin (?P<n>{COUNT}) (?P<unit>day|week)s?\b", _later),
    (rf"\b(?:the )?(?:next|coming) (?:(?P<n>{COUNT})|few) (?P<unit>day|week)s\b", _coming_days),
    (r"(?<![\w-])(?P<iso>\d{4}-\d\d-\d\d)(?![\w-])", _iso),
    (rf"\b(?:the )?{_NUMBER} (?:of )?{MONTH}{_YEAR}", _dated),
    (rf"\b{MONTH} {_NUMBER}(?!\d|:){_YEAR}", _dated),
    (r"(?<![\d.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})?(?!\d)", _dated),
    (r"\b(?:(?P<which>this|next) week|the (?:rest of the )?week)\b", _week),
    (r"\b(?:(?P<which>this|next)|the) weekend\b", _weekend),
    (r"\b(?P<which>this|next) month\b", _month),
    (rf"\b(?:(?P<which>this|next)\s+|(?:the )?(?:coming|following)\s+)?(?P<name>{DAY})\b(?:'s)?", _weekday),
)


def find_spoken_days(text: str, today: date) -> SpokenDays | None:
    """Return the days that a text names, or None; what is no day of the calendar is none."""
    folded = fold(text)
    for pattern, days in _RULES:
        match = re.search(pattern, folded)
        if not match:
            continue
        try:
            first, length = days(match, today)
        except (ValueError, OverflowError):
            continue
        return SpokenDays(first, length, *match.span())
    return None


def find_month(text: str, today: date) -> SpokenDays | None:
    """Return the month that a text asks about, 'in December'; without a year the next to end."""
    match = re.search(rf"\b(?:in|during|of) {MONTH}{_YEAR}\b", fold(text))
    if not match:
        return None
    month = month_number(match["month"])
    year = int(match["year"] or today.year + (month < today.month))
    first = date(year, month, 1)
    following = (first + timedelta(days=32)).replace(day=1)
    return SpokenDays(first, (following - first).days, *match.span())
