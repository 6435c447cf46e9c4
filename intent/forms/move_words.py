"""Finds the core of a clause in a message to a form: without the words around it, noting a 'not'."""

from collections.abc import Sequence

from intent.commands.tokens import Token
from intent.commands.words import at_end, at_start, table

AND = ("and", "or", "und", "oder", "y", "o")
_MARKS = (",", ";", ".", "!", "?", "\n")


def fronts(words: tuple[str, ...]) -> list[tuple[int, bool]]:
    """Return where a clause's core may begin, and whether a 'not' precedes it."""
    found, at, refuses = [(0, False)], 0, False
    while at < len(words):
        refusing, around = at_start("move_not", words[at:])[1], at_start("move_around", words[at:])[1]
        if not (size := max(refusing, around)):
            break
        at += size
        if refusing and refusing >= around:
            found, refuses = [], True
        found.append((at, refuses))
    return found


def ends(words: tuple[str, ...]) -> list[tuple[int, bool]]:
    """Return where a clause's core may end, and whether an 'is wrong' follows it."""
    found, at, refuses = [(len(words), False)], len(words), False
    while at > 0:
        refusing, around = at_end("move_not_behind", words[:at])[1], at_end("move_around", words[:at])[1]
        if not (size := max(refusing, around)):
            break
        at -= size
        if refusing and refusing >= around:
            found, refuses = [], True
        found.append((at, refuses))
    return found


def says_nothing(words: tuple[str, ...]) -> bool:
    """Return whether words are irrelevant to a form."""
    return any(at == len(words) for at, _ in fronts(words)) if words else True


def is_phrase(name: str, words: tuple[str, ...]) -> bool:
    """Return whether words are a phrase of a table, with only fillers around it."""
    for first in range(len(words)):
        size = at_start(name, words[first:])[1]
        if size and says_nothing(words[first + size :]):
            return True
        if not at_start("move_around", words[first:])[1]:
            return False
    return False


def is_parted(tokens: Sequence[Token]) -> bool:
    return any(one.word in _MARKS and not one.is_quoted for one in tokens)


def is_one(tokens: Sequence[Token]) -> bool:
    """Return whether words are one thing, or a list with 'and', which isn't meant as a whole."""
    parts = [at + 1 for at in range(len(tokens) - 1) if is_parted(tokens[at : at + 1])]
    lists = any(one.word in AND for one in tokens)
    begins = [tokens[at].word for at in parts if tokens[at].word not in AND]
    return not parts or (lists and not any((word,) in table("move_around") for word in begins))


def text_of(tokens: Sequence[Token]) -> str:
    return " ".join(one.text for one in tokens)
