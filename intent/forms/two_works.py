"""Parts a wish for two agents: 'at 8 list what is due, and on Fridays at 4 what is due next week'."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from intent.commands.words import as_words, at_start
from intent.forms.schedules import find_when, is_full
from intent.slots.recurrence import Recurrence, remove_recurrence

_JOINT = re.compile(r"(?:[,;]\s*(?:and|but|plus)?|\b(?:and|plus))\s+", re.IGNORECASE)
# 'two agents please: one that lists …'
_ONE = re.compile(
    r"^(?:[^:]{0,40}\b(?:two|2|both)(?: new| more)? (?:agents|bots|assistants)\b[^:]{0,20}:\s*)?"
    r"(?:an?other|one|an?)(?: one)? (?:that|which)\s+",
    re.IGNORECASE,
)
_LEAST = 2  # words that tell work, beside its rhythm
_LONGEST = 600  # characters


class TwoWorks(NamedTuple):
    """A wish that is parted: `first` is said of one agent, `second` of another."""

    first: str
    second: str


def split_two_works(text: str, today: date) -> TwoWorks | None:
    """Return the two halves of a wish that have each a rhythm and work of their own; None for all others."""
    ways = [*_ways(text, today)] if len(text) <= _LONGEST else []
    leading = next((way for way in reversed(ways) if way[1] == 0), None)
    found = leading or next(iter(ways), None)
    return found[0] if found else None


def _ways(text: str, today: date) -> Iterator[tuple[TwoWorks, int]]:
    """Yield the ways to part a text, with where the second rhythm stands in its half."""
    for joint in _JOINT.finditer(text):
        first, second = _as_order(text[: joint.start()].rstrip(" ,;")), _as_order(text[joint.end() :])
        when, other = find_when(first, today), find_when(second, today)
        if when and other and when.words != other.words and _works(first, when) and _works(second, other):
            yield TwoWorks(first, second), min(other.spans)[0]


def _as_order(half: str) -> str:
    """Return a half in which 'one that lists …' is an order for an agent."""
    return _ONE.sub("create an agent that ", half, count=1)


def _works(text: str, when: Recurrence) -> bool:
    """Return whether a half says in full when, and more than a filler besides."""
    if when.problem or not when.rrule or not is_full(text, when):
        return False
    words = as_words(remove_recurrence(text, when))
    told = [one for one in words if not at_start("form_more", (one,))[1]]
    return len(told) >= _LEAST
