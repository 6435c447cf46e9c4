"""Several single days in a row: 'Saturday 12 and Sunday 13 December', 'Monday and Friday'."""

import re
from collections.abc import Sequence
from datetime import date

from intent.slots.days import DayFound, find_days, read_day
from intent.slots.language import any_phrase, any_word
from intent.slots.text import fold

_FIGURE = re.compile(r"\d{1,2}(?:st|nd|rd|th|\.)?")
_JOINT = rf"\s*(?:,|&|\+|,?\s(?:{any_word('and')})\s)\s*(?:(?:{any_word('before_day')}|the)\s+)*"
_ONLY_JOINT = re.compile(_JOINT)
_BEFORE = re.compile(
    rf"(?:(?:{any_phrase('weekday')}),?\s+)?(?:the\s+)?(?<!\w){_FIGURE.pattern}(?={_JOINT}$)"
)
_CLOCK = re.compile(rf"\b(?:{any_word('before_clock')})\s+$")
_NO_NAME = rf"(?:{any_phrase('weekday')}|{any_word('before_day')}|{any_word('and')}|the)\s"
_NUMBERED = re.compile(
    rf"(?<!\w)(?!{_NO_NAME})[^\W\d_]+ \d{{1,2}},\s*$"
)  # 'class 5, ' before a day: part of a name


def days_listed(text: str, today: date) -> list[DayFound]:
    """Return the first single days that follow each other. The earlier ones may lack the month."""
    folded = fold(text)
    single = [one for one in find_days(folded, today) if one.first == one.last]
    rows = (_of_one_month(folded, one, today) for one in single)
    return next((row for row in rows if len(row) > 1), None) or _in_a_row(folded, single)


def _of_one_month(folded: str, day: DayFound, today: date) -> list[DayFound]:
    """Return the days before one that share its month, and that day."""
    figure, days = _FIGURE.search(folded, day.start, day.end), [day]
    month = folded[figure.end() : day.end].strip() if figure else ""
    while month and (before := _BEFORE.search(folded[: days[0].start])):
        first = read_day(f"{before[0]} {month}", today)
        if first is None or first >= days[0].first or _CLOCK.search(folded[: before.start()]):
            break
        days.insert(0, DayFound(first, first, *before.span()))
    names_one = len(days) == 2 and _NUMBERED.search(folded[: days[1].start])
    return days[1:] if names_one else days


def _in_a_row(folded: str, days: Sequence[DayFound]) -> list[DayFound]:
    """Return the first of some days between which there is nothing but 'and'."""
    row: list[DayFound] = []
    for one in days:
        joined = row and _ONLY_JOINT.fullmatch(folded, row[-1].end, one.start)
        if row and not joined and len(row) > 1:
            break
        row = [*row, one] if joined else [one]
    return row if len(row) > 1 else []
