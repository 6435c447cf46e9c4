"""What a question asks of what was told: of the person, and which of its words statements leave out."""

import re
from functools import cache, partial

from intent.data_files import words_of
from intent.sentences.telling_words import telling_words
from intent.statements.openings import openings
from intent.text import fold
from omniforge.projects.search.words import stems

_words = partial(words_of, "statements")
_OF_ME = re.compile(r"\b(?:did i|have i|i have|i) (?:say|said|tell|told|mention(?:ed)?)\b")
_OF_US = ("us", "me", "my", "our", "it", "that", "this", "them")
_I = re.compile(r"(?:i|i'm|i am|ich|ich bin) ")


def is_of_telling(stem: str) -> bool:
    """Return whether a statement says the same without this word: 'Ann at the desk' tells who works there."""
    return stem in _unsaid()


def told_about(message: str) -> str:
    """Return of what a message asks all that was told, 'what do you know about Ann?'; empty if of nothing."""
    elsewhere = r"(?: in (?:other|earlier|all|my other) (?:chats|talks|conversations))?"
    found = re.match(rf"(?:{openings('asks_told')}) (?P<what>[^?!]+?){elsewhere}[?!. ]*$", fold(message))
    words = found["what"].split() if found else []
    return "" if not words or words[0] in _words("persons") or words[0] in _OF_US else " ".join(words)


def asks_of_self(question: str) -> bool:
    """Return whether a question is about nothing but what the person said of themselves."""
    return bool(_OF_ME.search(fold(question))) and all(map(is_of_telling, telling_words(question)))


def tells_of_self(statement: str) -> bool:
    """Return whether somebody tells of themselves: 'I'm here on Mondays'."""
    return bool(_I.match(fold(statement)))


@cache
def _unsaid() -> frozenset[str]:
    return frozenset(stems(" ".join(_words("unsaid"))))
