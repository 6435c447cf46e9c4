"""Which half of the day a time is in, if its words say so."""

import re
from datetime import time

from intent.slots.moment_words import pattern_of

_HALF_DAY = re.compile(r"\d\s*[ap]\.?m\b")
_MILITARY = re.compile(r"\d\s*(?:h|hrs|uhr)\b")


def leaves_half_open(said: str, at: time) -> bool:
    """Return whether a time's words leave the half of the day open: '6:30', 'at 1', not '06:30' or '1pm'."""
    figures = re.search(r"\d+", said)
    tells = any(pattern_of(name).search(said) for name in ("half_day", "day_part", "named_time"))
    tells = tells or bool(_HALF_DAY.search(said) or _MILITARY.search(said))
    return 0 < at.hour < 12 and not tells and not (figures and figures[0].startswith("0"))


def later(at: time) -> time:
    """Return the time twelve hours later."""
    return time((at.hour + 12) % 24, at.minute)
