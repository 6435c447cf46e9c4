"""Which half of the day a time is in, if its words say so."""

import re
from collections.abc import Iterable
from datetime import time

from intent.slots.moment_words import pattern_of

_HALF_DAY = re.compile(r"\d\s*[ap]\.?m\b")
_NOON, _EARLIEST, _LATEST = 12, 5, 7  # hours; 'at 4' is in the afternoon
_MILITARY = re.compile(r"\d\s*(?:h|hrs|uhr)\b")


def leaves_half_open(said: str, at: time) -> bool:
    """Return whether a time's words leave the half of the day open: '6:30', 'at 1', not '06:30' or '1pm'."""
    figures = re.search(r"\d+", said)
    tells = any(pattern_of(name).search(said) for name in ("half_day", "day_part", "named_time"))
    tells = tells or bool(_HALF_DAY.search(said) or _MILITARY.search(said))
    return 0 < at.hour < 12 and not tells and not (figures and figures[0].startswith("0"))


def is_guessed(said: str, at: time) -> bool:
    """Return whether a time in the afternoon is a guess for '5:15', which may be early in the morning."""
    figures = re.search(r"\d+", said)
    hour = int(figures[0]) if figures else 0
    return _EARLIEST <= at.hour - _NOON < _LATEST and hour < _NOON and leaves_half_open(said, later(at))


def says_morning(texts: Iterable[str], at: time) -> bool:
    """Return whether texts have a time of the afternoon as one of the morning: '05:15', '5:15 am'."""
    hour, minutes = at.hour - _NOON, f"{at.minute:02}"
    clock = rf"\b{hour}(?:[:.]{minutes})" + "?" * (not at.minute)
    early = re.compile(rf"\b0{hour}[:.]{minutes}\b|{clock}\s*(?:a\.?m\b|in the mornings?\b)", re.IGNORECASE)
    return any(early.search(one) for one in texts)


def later(at: time) -> time:
    """Return the time twelve hours later."""
    return time((at.hour + 12) % 24, at.minute)
