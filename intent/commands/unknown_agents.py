"""Finds a nonexistent agent that an order names: 'let price-watcher run at 5pm'."""

import re
from collections.abc import Sequence

from intent.commands.grammar.tokens import tokenize
from intent.commands.words import key_of
from intent.slots.recurrence import ANY_DAY, find_recurrence
from intent.slots.times import find_times

_SLUG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")


def find_unknown_agent(message: str, known: Sequence[str]) -> str:
    """Return the name that looks like an agent's in a message about when it runs, else empty."""
    if not (find_times(message) or find_recurrence(message, ANY_DAY)):
        return ""
    words = [one.text for one in tokenize(message) if not one.is_quoted]
    named = [
        one for one in words if _SLUG.fullmatch(one) and one not in known and not key_of("day_unit", one)
    ]
    return named[0] if len(named) == 1 else ""
