"""What points at one event of a series, or at all of it, without its name: 'the next one', 'the series'."""

from collections.abc import Sequence

from intent.commands.readers.happenings import EventReference
from intent.commands.tokens import Token
from intent.commands.words import at_end, at_start, table


def one_of_series(text: str, tokens: Sequence[Token]) -> EventReference | None:
    """Return the next of the series at hand, or all of it, where words say no more than that."""
    rest, alone = without_alone(tokens)
    key = table("of_series_at_hand").get(tuple(token.word for token in rest), "")
    if not key:
        return None
    return EventReference(text, is_pronoun=True, whole_series=key == "whole", alone=alone or key == "next")


def size_of_one(tokens: Sequence[Token]) -> int:
    """Return how many words 'it' or 'the one' has before others that say which: 'the one on Friday'."""
    said = tuple(token.word for token in tokens)
    article = at_start("article", said)[1]
    behind = at_start("one_of_them", said, article)[1]
    size = article + behind if behind else at_start("one_of_them", said)[1]  # 'la del 28'
    return size if size < len(said) else 0


def is_one_of_them(tokens: Sequence[Token]) -> bool:
    """Return whether words are only 'it' or 'one': 'how many of them'."""
    return tuple(token.word for token in tokens) in table("one_of_them")


def without_alone(tokens: Sequence[Token]) -> tuple[list[Token], bool]:
    """Return tokens without 'only' before or behind them, and whether they had it."""
    said = tuple(token.word for token in tokens)
    start, end = at_start("alone", said)[1], at_end("alone", said)[1]
    rest = list(tokens[start : len(tokens) - end])
    return (rest, bool(start or end)) if rest else (list(tokens), False)


def without_one(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a title without 'one' at their end: 'ballet' of 'the ballet one'."""
    size = at_end("one_of_them", tuple(token.word for token in tokens))[1]
    return list(tokens[: len(tokens) - size]) if size < len(tokens) else list(tokens)
