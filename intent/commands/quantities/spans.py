"""A date or time with a duration: 'we start on 3 May and need six weeks, when are we done?'"""

import re
from collections.abc import Iterator
from datetime import date, time, timedelta
from itertools import pairwise
from typing import NamedTuple

from intent.data_files import data_of
from intent.slots.days import find_days
from intent.slots.text import fold
from intent.slots.times import find_durations, find_span, find_times

_LONGEST = 300  # characters of such a question
_WORD = re.compile(r"[^\W\d_]+")
_SPAN_ASKED = re.compile(
    r"\b(?:how long|how many hours|wie lange|wie viele stunden|cuanto tiempo|cuantas horas)\b"
)
_BREAK = re.compile(r"\b(?:break|breaks|pause|pausen|descanso|lunch)\b")


class Shifted(NamedTuple):
    """A date or time of day, and the distance to the requested one. `back` means before it."""

    start: date | time
    length: timedelta
    months: int
    back: bool = False


class Between(NamedTuple):
    """Two times of day (the second on the next day if it is earlier), and the break between them."""

    first: time
    last: time
    pause: timedelta = timedelta()


def find_shift(message: str, today: date) -> Shifted | None:
    """Return the one date or time and the one duration in a message that asks when something ends or begins,
    or None if anything is unclear.
    """
    folded = fold(message)
    asked = _when_asked(folded)
    lengths = find_durations(message) if asked and len(message) <= _LONGEST else []
    if len(lengths) != 1 or _counts_days(message):
        return None
    rest = _without(message, lengths[0].start, lengths[0].end)
    start = _start(rest, today)
    if start is None or (isinstance(start, time) and lengths[0].months):
        return None
    return Shifted(start, lengths[0].length, lengths[0].months, asked == "begins")


def find_distance(message: str) -> Between | None:
    """Return the two times of day whose distance is requested, and a break; None if anything is unclear."""
    folded = fold(message)
    asks = _SPAN_ASKED.search(folded) if len(message) <= _LONGEST else None
    span = find_span(message, overnight=True) if asks else None
    if span is None or find_days(message, date.today()):
        return None
    lengths = find_durations(_without(message, span.start, span.end))
    if len(lengths) > 1 or bool(lengths) != bool(_BREAK.search(folded)) or any(one.months for one in lengths):
        return None
    rest = _without(message, span.start, span.end)
    rest = _without(rest, lengths[0].start, lengths[0].end) if lengths else rest
    if any(map(str.isdigit, rest)):
        return None
    return Between(span.first, span.last, lengths[0].length if lengths else timedelta())


def _when_asked(folded: str) -> str:
    """Return whether the question is when something "ends" or "begins", else empty."""
    lists = {name: frozenset(_forms(words)) for name, words in data_of("quantities")["days"].items()}
    words = _WORD.findall(folded)
    places = range(len(words) - 1, -1, -1)
    at = next((one for one in places if lists["asked"] & {words[one], " ".join(words[one : one + 2])}), None)
    if at is None or lists["veto"] & {*words}:
        return ""
    pairs = (" ".join(pair) for pair in pairwise(words[at:]))
    asked = {*words[at:], *pairs}
    found = [name for name in ("ends", "begins") if asked & lists[name]]
    if found and lists["stays"] & {*words[:at]}:
        return "ends"
    return found[0] if len(found) == 1 else ""


def _forms(words: str) -> Iterator[str]:
    """Yield the forms in a list. Those of two words are joined by an underscore."""
    return (one.replace("_", " ") for one in words.split())


def _counts_days(message: str) -> bool:
    """Return whether only working days count, which a duration can't express."""
    return bool(re.search(r"\b(?:working|business|werk|arbeits|laborables|habiles)", fold(message)))


def _start(text: str, today: date) -> date | time | None:
    """Return the one day that a text names, or its one time of day if it names no day."""
    days = find_days(text, today)
    if len(days) == 1 and days[0].first == days[0].last:
        rest = _without(text, days[0].start, days[0].end)
        return None if any(map(str.isdigit, rest)) else days[0].first
    times = [one for one in find_times(text, earliest=0) if not one.vague] if not days else []
    if len(times) != 1:
        return None
    rest = _without(text, times[0].start, times[0].end)
    return None if any(map(str.isdigit, rest)) else times[0].at


def _without(text: str, start: int, end: int) -> str:
    """Return a text with some of its words replaced by spaces."""
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"
