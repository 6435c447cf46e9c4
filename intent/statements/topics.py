"""Questions about statements: about the person themselves, and words that statements leave out."""

import re
from functools import cache, partial

from intent.data_files import words_of
from intent.sentences.telling_words import topic_stems
from intent.statements.openings import openings
from intent.text import fold
from omniforge.projects.search.words import stems

_words = partial(words_of, "statements")
_OF_ME = re.compile(r"\b(?:did i|have i|i have|i) (?:say|said|tell|told|mention(?:ed)?)\b")
_OF_US = ("us", "me", "my", "our", "it", "that", "this", "them")
_OURSELVES = re.compile(
    r"(?:hi|hello|hey|so|and|well|[\s,.!])*(?:we(?:'re| are)|i(?:'m| am)) (?:an?|the|one|two|\w+ing)\b"
)
_I = re.compile(r"(?:i|i'm|i am|ich|ich bin) ")


def is_of_telling(stem: str) -> bool:
    """Return whether statements may lack this word: 'Ann at the desk' says who works there."""
    return stem in _unsaid()


def find_topic(message: str, *, anew: bool = True) -> str:
    """Return the subject of 'what do you know about Ann?', else empty.

    'what about Ann?' has one only `anew`: right after a question it asks the same of her.
    """
    leads = f"{openings('asks_told')}|{openings('asks_anew')}" if anew else openings("asks_told")
    elsewhere = r"(?: in (?:other|earlier|all|my other) (?:chats|talks|conversations))?"
    found = re.match(rf"(?:{leads}) (?P<what>[^?!]+?){elsewhere}[?!. ]*$", fold(message))
    words = found["what"].split() if found else []
    return "" if not words or words[0] in _words("persons") or words[0] in _OF_US else " ".join(words)


def asks_of_self(question: str) -> bool:
    """Return whether a question is only about what the person said about themselves."""
    return bool(_OF_ME.search(fold(question))) and all(map(is_of_telling, topic_stems(question)))


def tells_of_self(statement: str) -> bool:
    """Return whether somebody states something about themselves: 'I'm here on Mondays'."""
    return bool(_I.match(fold(statement)))


def introduces(statement: str) -> bool:
    """Return whether people say who they are: 'we're a small choir in Hull'."""
    return bool(_OURSELVES.match(fold(statement)))


@cache
def _unsaid() -> frozenset[str]:
    return frozenset(stems(" ".join(_words("unsaid"))))
