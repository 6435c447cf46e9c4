"""The phrases of `data/plain_words.toml`, which surround the meaning of a message."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from intent.commands.grammar.phrases import Form, Phrases, unquoted
from intent.commands.grammar.tokens import Token
from intent.commands.words import as_words, forms_of
from intent.data_files import data_of

_FILE = "plain_words"


def at_start(table: str, tokens: Sequence[Token], at: int) -> int:
    """Return the length in tokens of the longest phrase of a table at an index, in any language."""
    phrases = _phrases(table)
    return phrases.at_start(unquoted(tokens[at : at + phrases.longest]))[1]


@cache
def forms(table: str) -> frozenset[str]:
    """Return the words of a table of single words, in all languages."""
    return frozenset(word for words in data_of(_FILE)[table].values() for word in words.split())


@cache
def stands_for() -> Mapping[Form, str]:
    """Return phrases with the plain ones they mean."""
    return {as_words(said): plain for said, plain in data_of(_FILE)["stands_for"].items()}


def shorthand() -> Mapping[str, str]:
    """Return abbreviations used on phones, with the full words."""
    return cast("Mapping[str, str]", data_of(_FILE)["shorthand"])


def irregular() -> Mapping[str, str]:
    """Return German verbs whose imperative changes the vowel."""
    return cast("Mapping[str, str]", data_of(_FILE)["irregular"])


@cache
def _phrases(table: str) -> Phrases[bool]:
    return Phrases({form: True for text in data_of(_FILE)[table].values() for form in forms_of(text)})
