"""What a question asks of what was told: of the person, and which of its words statements leave out."""

import re
from functools import cache, partial

from intent.data_files import words_of
from intent.sentences.telling_words import telling_words
from intent.text import fold
from omniforge.projects.search.words import stems

_words = partial(words_of, "statements")
_OF_ME = re.compile(r"\b(?:did i|have i|i have|i) (?:say|said|tell|told|mention(?:ed)?)\b")
_I = re.compile(r"(?:i|i'm|i am|ich|ich bin) ")


def is_of_telling(stem: str) -> bool:
    """Return whether a statement says the same without this word: 'Ann at the desk' tells who works there."""
    return stem in _unsaid()


def asks_of_self(question: str) -> bool:
    """Return whether a question is about nothing but what the person said of themselves."""
    return bool(_OF_ME.search(fold(question))) and all(map(is_of_telling, telling_words(question)))


def tells_of_self(statement: str) -> bool:
    """Return whether somebody tells of themselves: 'I'm here on Mondays'."""
    return bool(_I.match(fold(statement)))


@cache
def _unsaid() -> frozenset[str]:
    return frozenset(stems(" ".join(_words("unsaid"))))
