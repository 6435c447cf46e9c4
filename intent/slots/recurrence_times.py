"""Times of day beside the days of a recurrence."""

import re
from collections.abc import Sequence

from intent.slots.draft import Draft
from intent.slots.grammar import TemplateMatch
from intent.slots.language import any_pattern
from intent.slots.text import blank
from intent.slots.times import EARLIEST_CHORE, PARTS, TimeFound, find_span, find_times, read_time

_EXPLAINS = re.compile(rf"\b(?:{any_pattern('explains')})")
_OF_DAYS = ("weekdays", "group", "day_range", "parts")  # a bare figure after these is a time
_ONES = ("one", "ones")  # 'the Monday one' is no time
# A bare time; four figures that may be a year don't count.
_BEHIND = re.compile(r"[\s,]*(?P<at>\d{1,2}\.[0-5]\d|(?!19|20)[0-2]\d[0-5]\d)(?![\w%€$£]|[.,:/]\d)")


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
