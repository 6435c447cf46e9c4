"""Rewrites who does some work, or when, put right: 'I meant Kim for the trays, not Joe'."""

from collections.abc import Mapping

from intent.data_files import pattern, piece
from intent.sentences.question_forms import is_question
from omniforge.english import capital

_NAMES = ("old", "new", "new2", "who")
_WAYS = (
    "not_theirs",
    "not_on",
    "meant_for",
    "scrapped_day",
    "scrapped",
    "who_who_due",
    "who_who",
    "all_except",
)
_LONGEST = 400  # characters of such a message
_SAID = [(pattern("put_right", one), piece("put_right", f"{one}_means")) for one in _WAYS]


def work_put_right(message: str) -> str:
    """Return the orders that a correction means, with names capitalised, empty if it is none."""
    if len(message) > _LONGEST or is_question(message):
        return ""
    for said, means in _SAID:
        if found := said.match(message.strip()):
            return _filled(means, found.groupdict())
    return ""


def _filled(means: str, given: Mapping[str, str]) -> str:
    for name, value in given.items():
        means = means.replace(f"<{name}>", capital(value) if name in _NAMES else value)
    return means
