"""What a message says about its attached file: just that it is there, or a question about it."""

import re
from functools import cache, partial

from intent.data_files import alternatives, data_of
from intent.dialogue import read_small_talk
from intent.sentences.question_forms import is_question
from intent.text import fold
from omniforge.projects.search.words import stems

_data = partial(data_of, "attachments")
_PARTS = re.compile(r"(?<=[.!?;:\n])\s+|(?<!\s)\s*,\s+|(?<!\s)\s+[-–—]+\s+|\n+")
_LONGEST = 15  # words of a part that hands over a file
_SHORT = 8  # words of a message that only names a file


def asked_beside(message: str) -> str | None:
    """Return the question that comes with a file, empty if there is none; None if the message says more."""
    parts = [one for one in _PARTS.split(message.strip()) if one]
    rest = [one for one in parts if not (hands_over(one) or read_small_talk(one))]
    if len(rest) == len(parts):
        return "" if _names_only(message) else None
    at = message.find(rest[0]) if rest else len(message)
    asked = message[at:].strip()
    return asked if not asked or is_question(rest[0]) else None


def hands_over(sentence: str) -> bool:
    """Return whether a sentence only says that there is a file: 'please see attached'."""
    said = _bare(sentence)
    found = re.search(rf"\b(?:{_phrases('handing')})\b", said) or _finds(said)
    return bool(found) and len(said.split()) <= _LONGEST and not (is_question(sentence) or _orders(said))


def is_order(message: str) -> bool:
    """Return whether a message begins like an order: 'translate the attached letter'."""
    return _orders(_bare(message))


def names_file(stem: str) -> bool:
    """Return whether a stem is a word for a file: 'quote', 'contract'."""
    return stem in _called()


def _names_only(message: str) -> bool:
    """Return whether a message is a short phrase and no order: 'the contract from the cleaners'."""
    said = _bare(message)
    named = any(names_file(stem) for stem in stems(said))
    return named and len(said.split()) <= _SHORT and not (is_question(message) or _orders(said))


def _orders(said: str) -> bool:
    first = re.match(r"\w+", said)
    return first is not None and first[0] in _data()["orders"].split() and not _finds(said)


def _finds(said: str) -> bool:
    return bool(re.match(rf"(?:{_phrases('finding')})\b", said))


def _bare(sentence: str) -> str:
    """Return a folded sentence without a leading 'hi, please'."""
    return re.sub(rf"^\W*(?:(?:{_phrases('courtesy')})\b\W*)+", "", fold(sentence.strip()))


@cache
def _called() -> frozenset[str]:
    return frozenset(stems(_data()["called"]))


@cache
def _phrases(name: str) -> str:
    return alternatives(fold(one.strip()) for one in _data()[name].split("|"))
