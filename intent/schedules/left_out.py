"""Single days on which a schedule doesn't run, such as holidays: read, stored and described."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from omniforge.english import first_of

_LINE = re.compile(r"EXDATE(?:;VALUE=DATE)?:(\d{8}(?:T\d{6})?(?:,\d{8}(?:T\d{6})?)*)")
_DAY = timedelta(days=1)
_TOLD = 12  # days or ranges listed


def read_days(lines: Sequence[str]) -> tuple[date, ...]:
    """Return the days of EXDATE lines, ignoring times. Raises ValueError for any other line."""
    found = [_LINE.fullmatch(line) for line in lines]
    if not all(found):
        raise ValueError("no EXDATE line")
    days = [day[:8] for match in found if match for day in match[1].split(",")]
    return tuple(sorted({datetime.strptime(day, "%Y%m%d").date() for day in days}))


def days_as_line(days: Sequence[date]) -> str:
    """Return days in stored form."""
    return f"EXDATE:{','.join(f'{day:%Y%m%d}' for day in days)}"


def days_in_words(days: Sequence[date]) -> str:
    """Return days in words: '25 Dec 2026, 4 to 8 Jan 2027'."""
    return first_of([_span(first, last) for first, last in _spans(days)], _TOLD)


def _spans(days: Sequence[date]) -> Iterator[tuple[date, date]]:
    starts = [day for day in days if day - _DAY not in days]
    ends = [day for day in days if day + _DAY not in days]
    return zip(starts, ends, strict=True)


def _span(first: date, last: date) -> str:
    if first == last:
        return f"{last.day} {last:%b %Y}"
    same = (first.year, first.month) == (last.year, last.month)
    begin = f"{first.day}" if same else f"{first.day} {first:%b %Y}"
    return f"{begin} to {last.day} {last:%b %Y}"
