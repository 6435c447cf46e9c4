"""Reads when on a day something takes place: 'at 2pm', 'from 2 to 3:30pm', 'at 10 for 30 minutes'."""

import re
from datetime import time, timedelta
from typing import NamedTuple

from agents.schedules.clock import find_times
from agents.schedules.vocabulary import COUNT, count, fold

_HALF = r"(?P<{0}>\d{{1,2}})(?:[:.](?P<{0}_minute>\d{{2}}))?\s*(?P<{0}_part>am|pm)?"
_RANGE = re.compile(
    rf"\b(?:from |between |at )?(?<![\d:.]){_HALF.format('first')}\s*(?:-|–|to|until|till|and)\s*"
    rf"{_HALF.format('last')}(?![\d:])\b"
)
_LASTING = re.compile(
    rf"\b(?:for (?P<half>half an hour)|(?:for (?P<n>{COUNT})|(?P<digits>\d{{1,3}}))[ -](?P<unit>min|h)\w*)\b"
)
_EXACT = re.compile(r"am\b|pm\b|a\.m|p\.m|:|\b0\d|uhr|morning|evening|afternoon|night")
_EARLY = 7  # of a bare '2' nobody means the night


class Hours(NamedTuple):
    """The time of a beginning, how long it lasts where that was said, and where in the text both stand."""

    starts: time
    lasting: timedelta | None
    spans: tuple[tuple[int, int], ...]


def read_hours(text: str) -> Hours | None:
    """Return the time of day that a text names. A bare 'at 2' is in the afternoon."""
    folded = fold(text)
    if (match := _RANGE.search(folded)) and (hours := _of_range(match)):
        return hours
    found = find_times(folded)
    if not found:
        return None
    first = found[0]
    bare = not _EXACT.search(folded[first.start : first.end])
    hour = first.hour + 12 if bare and 0 < first.hour < _EARLY else first.hour
    lasting = _LASTING.search(folded)
    spans = [(first.start, first.end), *([lasting.span()] if lasting else [])]
    return Hours(time(hour, first.minute), _length(lasting) if lasting else None, tuple(sorted(spans)))


def _length(match: re.Match[str]) -> timedelta:
    if match["half"]:
        return timedelta(minutes=30)
    return timedelta(
        **{"minutes" if match["unit"] == "min" else "hours": count(match["n"] or match["digits"])}
    )


def _of_range(match: re.Match[str]) -> Hours | None:
    """Return 'from 2 to 3pm'; None where it ends before it begins, or nothing says that it is a time."""
    marked = any(match[name] for name in ("first_minute", "last_minute", "first_part", "last_part"))
    if not marked and not match[0].startswith("from"):
        return None
    first, last = _minutes(match, "first"), _minutes(match, "last")
    if not match["first_part"] and match["last_part"] == "pm" and first + 720 < last + 1:
        first += 720
    if not first < last < 24 * 60:
        return None
    starts = time(first // 60, first % 60)
    return Hours(starts, timedelta(minutes=last - first), (match.span(),))


def _minutes(match: re.Match[str], name: str) -> int:
    hour = int(match[name]) % 24
    part = match[f"{name}_part"]
    hour = hour % 12 + 12 * (part == "pm") if part else hour
    return hour * 60 + int(match[f"{name}_minute"] or 0)
