"""Finds the core of a clause in a message to a form: without the words around it, noting a 'not'."""

from collections.abc import Callable, Sequence

from intent.commands.grammar.tokens import Token
from intent.commands.words import at_end, at_start, table

AND = ("and", "or", "und", "oder", "y", "o")
_MARKS = (",", ";", ".", "!", "?", "\n")


def fronts(words: tuple[str, ...]) -> list[tuple[int, bool]]:
    """Return where a clause's core may begin, and whether a 'not' precedes it."""
    return _cuts(len(words), "move_not", lambda name, cut: at_start(name, words[cut:])[1])


def ends(words: tuple[str, ...]) -> list[tuple[int, bool]]:
    """Return where a clause's core may end, and whether an 'is wrong' follows it."""
    size = len(words)
    cuts = _cuts(size, "move_not_behind", lambda name, cut: at_end(name, words[: size - cut])[1])
    return [(size - cut, refuses) for cut, refuses in cuts]


def _cuts(size: int, refusal: str, found_at: Callable[[str, int], int]) -> list[tuple[int, bool]]:
    """Return how many words may be cut off at one side, and for each number whether they refuse."""
    found, cut, refuses = [(0, False)], 0, False
    while cut < size:
        refusing, around = found_at(refusal, cut), found_at("move_around", cut)
        if not (more := max(refusing, around)):
            break
        cut += more
        if refusing and refusing >= around:
            found, refuses = [], True
        found.append((cut, refuses))
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
