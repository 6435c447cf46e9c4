"""The phrases of `data/plain_words.toml`: what is said around what is meant."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from intent.commands.tokens import Token
from intent.commands.words import as_words
from intent.data_files import data_of

_FILE = "plain_words"
_Words = tuple[str, ...]


def at_start(table: str, tokens: Sequence[Token], at: int) -> int:
    """Return how many tokens from a place on are a phrase of a table, in any language: of the longest."""
    for size in range(min(_longest(table), len(tokens) - at), 0, -1):
        row = tokens[at : at + size]
        if tuple(one.word for one in row) in _phrases(table) and not any(one.is_quoted for one in row):
            return size
    return 0


@cache
def forms(table: str) -> frozenset[str]:
    """Return the words of a table of single words, in all languages."""
    return frozenset(word for words in data_of(_FILE)[table].values() for word in words.split())


@cache
def stands_for() -> Mapping[_Words, str]:
    """Return phrases with the plain ones that they stand for."""
    return {as_words(said): plain for said, plain in data_of(_FILE)["stands_for"].items()}


def shorthand() -> Mapping[str, str]:
    """Return words as they are shortened on a phone, with the whole ones."""
    return cast("Mapping[str, str]", data_of(_FILE)["shorthand"])


def irregular() -> Mapping[str, str]:
    """Return German verbs that say an order with another vowel."""
    return cast("Mapping[str, str]", data_of(_FILE)["irregular"])


@cache
def _phrases(table: str) -> frozenset[_Words]:
    listed = (one for phrases in data_of(_FILE)[table].values() for one in phrases.split("|"))
    return frozenset(as_words(one.strip()) for one in listed)


@cache
def _longest(table: str) -> int:
    return max(map(len, _phrases(table)))
