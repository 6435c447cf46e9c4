"""Whether a message is a note: text after 'please note:' is a fact, and no order."""

import re

from intent.data_files import pattern
from intent.statements.facts import is_stated, statements_in
from intent.statements.openings import openings, without_openings
from omniforge.projects.search.sentences import sentences_of

# 'the family brings their cat', 'the lorry unloads at 6': somebody does something, to a thing or at a time
_DOES = re.compile(
    r"(?:(?:the|an?|our|my|their|his|her) |(?-i:[A-ZÀ-Þ]))(?:[\w'’-]+ ){1,4}\w+s "
    r"(?:the|an?|our|my|their|his|her|its|your|us|me|it|them|him)\b|"
    r"(?:the|an?|our|my|their|his|her) (?:[\w'’-]+ ){1,4}\w+s "
    r"(?:at|on|in|by|from|to|every|each|here|there)\b",
    re.I,
)
# 'make a note that …' is no order for a document
_NOTE_THAT = re.compile(
    r"(?:(?:can|could) you )?(?:make|keep|take) (?:us |me )?a note that (?P<told>\S.*)", re.I
)
_QUESTION = re.compile(r"(?<=[.!])\s+[^.!?]+\?\s*$")  # behind what is told
_EXTENDED = pattern("notes", "extended")
_FURTHER = re.compile(r"(?:oh,? )?(?:and|also|plus)(?: also)?\b[\s:,–-]+(?P<told>\S[^?]*)", re.I)


def is_noted(message: str) -> bool:
    """Return whether a message states something after 'note:' without a question or an order."""
    bare = without_openings(message, "aside", "courtesy")
    found = re.match(rf"(?:{openings('note')})\s*:\s*(?P<told>\S.*)", bare, re.I) or _NOTE_THAT.match(bare)
    stated = found and statements_in([_QUESTION.sub("", bare)])
    return found is not None and (_tells(_QUESTION.sub("", found["told"])) or bool(stated))


def further_note(message: str) -> str:
    """Return what a message adds to a fact that was noted right before: 'also: the gate locks at 9'."""
    found = _FURTHER.fullmatch(message.strip())
    return found["told"] if found and _tells(found["told"]) else ""


def _tells(text: str) -> bool:
    return bool(is_stated(text) or _DOES.match(text))


def added_to_note(message: str) -> tuple[str, str]:
    """Return what a note is about and what its first sentence adds to it: 'add to the Kemp note that …'"""
    first = next(iter(sentences_of(message)), "")
    found = _EXTENDED.match(first.strip(" .!"))
    return (found["name"] or found["about"], found["told"]) if found else ("", "")
