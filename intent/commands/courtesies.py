"""Courtesies within an order: 'lösch bitte die Aufgabe', 'borra por favor la tarea'."""

from functools import cache

from intent.commands.catalogue import load
from intent.commands.tokens import Token
from intent.commands.words import LANGUAGES, as_words


def without_courtesies(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a message without the courtesies that stand between two of its other words."""
    kept, at = list[Token](), 0
    while at < len(tokens):
        size = _size_of(tokens, at) if kept and not kept[-1].is_mark else 0
        kept += [] if size else [tokens[at]]
        at += size or 1
    return tuple(kept)


def _size_of(tokens: tuple[Token, ...], at: int) -> int:
    """Return how many words are a courtesy from a place on, with another word behind them; 0 for none."""
    for size in range(min(_longest(), len(tokens) - at - 1), 0, -1):
        row, following = tokens[at : at + size], tokens[at + size]
        said = tuple(one.word for one in row)
        if said in _forms() and not following.is_mark and not any(one.is_quoted for one in row):
            return size
    return 0


@cache
def _forms() -> frozenset[tuple[str, ...]]:
    return frozenset(as_words(form) for one in LANGUAGES for form in load("rules", one).get("inner", ()))


@cache
def _longest() -> int:
    return max(map(len, _forms()), default=0)
