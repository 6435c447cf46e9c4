"""Reads when what repeats ends: 'until March', 'until 24 December', '6 times', 'for 8 weeks'."""

import re
from datetime import date, timedelta
from typing import NamedTuple

from agents.compute.spoken_days import MONTH, find_spoken_days, month_number
from agents.schedules.vocabulary import COUNT, count

_UNTIL = re.compile(r",?\s*\b(?:until|till|through|up to)\s+(?P<when>.+)$", re.S)
_MONTH_ALONE = re.compile(rf"(?:the )?(?P<whole>end of )?{MONTH}(?: (?P<year>\d{{4}}))?(?!\w)")
_TIMES = re.compile(rf",?\s*\b(?:for )?(?P<n>{COUNT}) times\b(?! (?:a|per)\b)")
_LASTING = re.compile(rf",?\s*\bfor (?:the next )?(?P<n>{COUNT}) (?P<unit>week|month)s?\b")
_DAY = timedelta(days=1)


class End(NamedTuple):
    """How many times, or the last day, or how many days it goes on; and where in the text it stands."""

    span: tuple[int, int]
    times: int | None = None
    until: date | None = None
    lasts: timedelta | None = None


def read_end(text: str, today: date) -> End | None:
    """Return the end that folded `text` names: 'until March' is before March, 'until 3 March' on that day."""
    if (match := _UNTIL.search(text)) and (end := _until(match, today)):
        return end
    if match := _TIMES.search(text):
        return End(match.span(), times=count(match["n"]))
    if match := _LASTING.search(text):
        days = count(match["n"]) * (7 if match["unit"] == "week" else 30)
        return End(match.span(), lasts=timedelta(days=days))
    return None


def _until(match: re.Match[str], today: date) -> End | None:
    when = match["when"]
    start = match.start("when")
    days = find_spoken_days(when, today)
    if days and days.start == 0:
        return End((match.start(), start + days.end), until=days.last)
    month = _MONTH_ALONE.match(when)
    return End((match.start(), start + month.end()), until=_last_day(month, today)) if month else None


def _last_day(match: re.Match[str], today: date) -> date:
    """Return the day before a month begins, or its last one where the end of it is named."""
    month = month_number(match["month"])
    year = int(match["year"] or today.year + (month <= today.month))
    begins = date(year, month, 1)
    return ((begins + 31 * _DAY).replace(day=1) if match["whole"] else begins) - _DAY
