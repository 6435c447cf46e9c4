"""Times of day, spans of them and durations: 'half past eight', 'from 9 to 10:30', 'an hour and a half'."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import time, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from intent.slots.grammar import TemplateMatch, find_all, grammars
from intent.slots.language import Clock
from intent.slots.text import fold

# The hour of a part of the day alone.
EARLIEST_CHORE = 6  # unlike a meeting's, a chore's 'at 6' is in the morning
PARTS = {"morning": 9, "afternoon": 15, "evening": 18, "night": 21}
_OFFICE = (9 * 60, 17 * 60)
_NOON, _DAY = 12 * 60, 24 * 60
_EVENING, _MORNING = 17 * 60, 9 * 60  # bounds of a span over midnight
_ONE_TIME = "once"  # Spanish for eleven, but never a time alone
EARLIEST = 7  # a bare 'at 2' never means the night


class TimeFound(NamedTuple):
    """A time of day in `text[start:end]`, with its preposition.

    `exact` is False if it may be twelve hours later or earlier ('at 5'). `vague` is True if only a part of
    the day is given.
    """

    at: time
    start: int
    end: int
    exact: bool = True
    vague: bool = False


class SpanFound(NamedTuple):
    """Start and end on one day. `last` is later than `first`, except in a span over midnight."""

    first: time
    last: time
    start: int
    end: int


class Duration(NamedTuple):
    """A duration: `length` holds minutes to weeks, `months` holds months, quarters and years."""

    length: timedelta
    months: int
    start: int
    end: int


def find_times(text: str, *, earliest: int = EARLIEST) -> list[TimeFound]:
    """Return the times of day in a text, parts of the day only if it has no other time.

    A bare hour below `earliest` is in the afternoon, so is one after a later hour: 'at 8 and 5'.
    """
    found = [one for said in find_all("times", fold(text)) for one in _times(said, earliest)]
    return [one for one in found if not one.vague] or found


def read_time(text: str, *, earliest: int = EARLIEST) -> time | None:
    """Return the time of day that the whole text means. '8' and 'eight' are enough."""
    folded = fold(text).strip(" .!?,")
    if folded == _ONE_TIME:
        return None
    for grammar in grammars("times_alone"):
        said = grammar.match(folded)
        if said and said.end == len(folded) and len(times := list(_times(said, earliest))) == 1:
            return times[0].at
    return None


def find_span(text: str, *, earliest: int = EARLIEST, overnight: bool = False) -> SpanFound | None:
    """Return the first span of time on one day in a text: '2-4pm', 'from 9 to 10:30'.

    With `overnight` it may end the next morning: 'from 22:30 to 2am'.
    """
    spans = (_span(said, earliest, overnight=overnight) for said in find_all("spans", fold(text)))
    return next((span for span in spans if span), None)


def find_durations(text: str) -> list[Duration]:
    """Return the durations in a text, from left to right."""
    return [_duration(one) for one in find_all("durations", fold(text)) if _is_alone(text, one)]


def find_duration(text: str) -> Duration | None:
    """Return the first duration in a text, or None."""
    return next(iter(find_durations(text)), None)


def read_duration(text: str) -> Duration | None:
    """Return the duration that the whole text is, except for a leading 'for'."""
    folded = _FOR.sub("", fold(text)).strip(" .!?,")
    found = find_duration(folded)
    return found if found and (found.start, found.end) == (0, len(folded)) else None


_FOR = re.compile(r"^\s*(?:for|fur|por|durante)\s+")


def _is_alone(text: str, one: TemplateMatch) -> bool:
    return not re.search(r"[\d.,:]$", text[: one.start])


def _times(said: TemplateMatch, earliest: int) -> Iterator[TimeFound]:
    values, where = said.values, (said.start, said.end)
    if "named" in values:
        yield TimeFound(time(values["named"]), *where)
    elif said.action == "part":
        yield TimeFound(time(PARTS[values["part"]]), *where, vague=True)
    else:
        clocks = values["times"] if "times" in values else (values["clock"],)
        shifted = values.get("shift", values.get("n", 0) * values.get("sign", 0))
        yield from _clock_times(clocks, values.get("part", ""), shifted, where, earliest)


def _clock_times(
    clocks: Sequence[Clock], last_part: str, shifted: int, where: tuple[int, int], earliest: int
) -> Iterator[TimeFound]:
    before = -1
    for clock, half, part in zip(clocks, _halves(clocks), _parts_of_day(clocks, last_part), strict=True):
        minutes = _minutes(clock, half, part)
        exact = bool(half or part) or (clock.exact and not shifted)
        if not exact and 0 < minutes < _NOON and (minutes < earliest * 60 or minutes <= before):
            minutes += _NOON
        before = minutes
        if 0 <= minutes <= _DAY:
            at = (minutes + shifted) % _DAY
            yield TimeFound(time(at // 60, at % 60), *where, exact=exact)


def _halves(clocks: Sequence[Clock]) -> list[str]:
    """Return am or pm for each time. '2 and 4pm' gives it once."""
    halves: list[str] = []
    following = Clock(0, 0, "", True)
    for clock in reversed(clocks):
        same = not clock.half and not clock.exact and clock.hour < following.hour < 12
        halves.insert(0, clock.half or (halves[0] if same and halves else ""))
        following = clock
    return halves


def _parts_of_day(clocks: Sequence[Clock], last: str) -> list[str]:
    """Return each time's part of the day: the last one's, for earlier ones only if they ascend to it."""
    parts = [last]
    for clock, following in reversed(list(pairwise(clocks))):
        parts.insert(0, parts[0] if not clock.half and _on_dial(clock) < _on_dial(following) else "")
    return parts


def _on_dial(clock: Clock) -> tuple[int, int]:
    return clock.hour % 12, clock.minute


def _minutes(clock: Clock, half: str, part: str = "") -> int:
    """Return the minutes since midnight, -1 for an impossible time like '14 am'."""
    hour = clock.hour
    if half and hour > 12:
        return -1 if half == "am" else hour * 60 + clock.minute
    late = half == "pm" or (not half and part in ("afternoon", "evening") and hour < 12)
    if half or late:
        hour = hour % 12 + (12 if late else 0)
    elif part == "night" and 5 < hour <= 12:
        hour = (hour + 12) % 24
    return hour * 60 + clock.minute


def _span(said: TemplateMatch, earliest: int, *, overnight: bool = False) -> SpanFound | None:
    if said.action == "office":
        first, last = _OFFICE
    else:
        one, other = said.values["first"], said.values["last"]
        first, last = (_minutes(clock, clock.half, said.values.get("part", "")) for clock in (one, other))
        if overnight and one.exact and other.exact and 0 <= last <= _MORNING and _EVENING <= first < _DAY:
            return SpanFound(time(first // 60, first % 60), time(last // 60, last % 60), said.start, said.end)
        first, last = _in_order(one, other, first, last, earliest * 60)
    if not 0 <= first < last <= _DAY or (last == _DAY and first == 0):
        return None
    return SpanFound(time(first // 60, first % 60), time(last % _DAY // 60, last % 60), said.start, said.end)


def _in_order(one: Clock, other: Clock, first: int, last: int, earliest: int) -> tuple[int, int]:
    """Shift bare hours by half a day if that makes a usual span: 'from 2 to 4', '9 to 5'."""
    if not one.half and other.half == "pm" and first + _NOON < last:
        first += _NOON
    if not one.exact and not other.half and 0 < first < earliest and (last <= first or last <= _NOON):
        first += _NOON
    if not other.half and last <= first and last < _NOON:
        last += _NOON
    return first, last


_MINUTES = {"minute": 1, "hour": 60, "h": 60, "day": 24 * 60, "week": 7 * 24 * 60, "fortnight": 14 * 24 * 60}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_PARTS = {"half": 0.5, "quarters": 0.75, "and_half": 0.5, "and_quarter": 0.25, "and_quarters": 0.75}


def _duration(said: TemplateMatch) -> Duration:
    length, months = timedelta(), 0
    for number, unit in _parts(said.action, said.values):
        if unit in _MINUTES:
            length += timedelta(minutes=number * _MINUTES[unit])
        else:
            months += round(number * _MONTHS[unit])
    return Duration(length, months, said.start, said.end)


def _parts(action: str, said: Mapping[str, Any]) -> list[tuple[float, str]]:
    if action == "both":
        return [(said["n"], said["unit"]), (said["m"], said.get("part", "minute"))]
    number = _PARTS[action] + said.get("n", 0) if action in _PARTS else said.get("n", 2)
    return [(number, said.get("unit") or said["couple"])]
