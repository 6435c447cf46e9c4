"""Whether one text names what another calls something, word by word."""

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from intent.data_files import words_of
from intent.sentences.stems import stem

_XMAS = re.compile(r"\bxmas\b")
_EMPTY = words_of("word_lists", "empty_in_titles")


class _HasTitle(Protocol):
    @property
    def title(self) -> str: ...


Titled = TypeVar("Titled", bound=_HasTitle)


def normalise(text: str) -> str:
    """Return a text without differences in case, white space and underscores."""
    return " ".join(text.replace("_", " ").split()).casefold()


def significant_words(text: str) -> frozenset[str]:
    """Return the stems of significant words. Numbers count, because they tell Q3 from Q4."""
    said = re.findall(r"[^\W_]+", _XMAS.sub("christmas", text.casefold()))
    return frozenset(stem(stem(word)) for word in said if word and word not in _EMPTY)


def is_named_in(title: str, text: str) -> bool:
    """Return whether a text contains all significant words of a title."""
    told = significant_words(title)
    return bool(told) and told <= significant_words(text)


def find_by_title(name: str, things: Iterable[Titled]) -> list[Titled]:
    """Return the things with exactly this title, else with just its significant words, else with more."""
    things = list(things)
    same = [one for one in things if normalise(one.title) == normalise(name)]
    named = same or [one for one in things if is_named_in(name, one.title)]
    return [one for one in named if significant_words(one.title) == significant_words(name)] or named
