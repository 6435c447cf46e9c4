"""The times of day in a text: 'at 9', '9:30 pm', 'noon', 'um 8 Uhr', 'a las 9'."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.schedules.vocabulary import AND, any_of

_PARTS = {
    any_of("(?:at )?noon|midday|mittags|mediodia"): 12,
    any_of("(?:at )?midnight|mitternacht|medianoche"): 0,
    any_of("mornings?|morgens?|mananas?"): 9,
    any_of("afternoons?|nachmittags?|tardes?"): 15,
    any_of("evenings?|abends?"): 18,
    any_of("nights?|nightly|nachts?|noches?"): 21,
}
_LATE = any_of("pm|p\\.m\\.?|afternoons?|evenings?|nights?|nachmittags|abends|tarde|noche")
_TIME = re.compile(
    rf"(?P<before>\b(?:at|@|um|gegen|a las?|around)\s+|{AND}\s*)?"
    r"(?<![\d:.#])(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))?(?![\d:])\s*"
    r"(?P<after>(?:am|pm|a\.m\.?|p\.m\.?|uhr|o'clock|h)(?!\w))?"
    r"(?:\s*(?:in the |de la )?"
    r"(?P<part>morning|afternoon|evening|night|morgens|nachmittags|abends|manana|tarde|noche)\b)?"
)


class Time(NamedTuple):
    """A time of day and where in the text it stands."""

    hour: int
    minute: int
    start: int
    end: int


def find_times(text: str) -> list[Time]:
    """Return the times that folded `text` names; a part of the day only where it names no clock time."""
    return list(_clock_times(text)) or list(_parts_of_day(text))


def _clock_times(text: str) -> Iterator[Time]:
    follows = -1
    for match in _TIME.finditer(text):
        before = (match["before"] or "").strip()
        marked = match["minute"] or match["after"] or match["part"]
        joined = re.fullmatch(AND, before) and (marked or match.start() - follows <= 1) and follows >= 0
        if not (marked or joined or (before and not re.fullmatch(AND, before))):
            continue
        hour, minute = _on_24_hours(match), int(match["minute"] or 0)
        if hour < 24 and minute < 60:
            follows = match.end()
            yield Time(hour, minute, match.start(), match.end())


def _on_24_hours(match: re.Match[str]) -> int:
    hour = int(match["hour"])
    said = f"{match['after'] or ''} {match['part'] or ''}"
    if re.search(_LATE, said) and hour < 12:
        return hour + 12
    return 0 if hour == 12 and (match["after"] or "").startswith("a") else hour


def _parts_of_day(text: str) -> Iterator[Time]:
    for pattern, hour in _PARTS.items():
        if match := re.search(pattern, text):
            yield Time(hour, 0, match.start(), match.end())
            return
