"""The words of moments, in all languages."""

import re
from functools import cache

from intent.data_files import alternatives
from intent.slots.language import LANGUAGES, language
from intent.slots.times import PARTS


@cache
def pattern_of(table: str) -> re.Pattern[str]:
    words = alternatives(phrases_of(table))
    return re.compile(rf"\b(?:{words or '(?!)'})\b")


@cache
def phrases_of(table: str) -> tuple[str, ...]:
    return tuple(phrase for code in LANGUAGES for phrase in language(code).tables.get(table, ()))


@cache
def day_parts() -> dict[str, str]:
    return {
        word: part
        for code in LANGUAGES
        for word, part in language(code).tables["day_part"].items()
        if part in PARTS
    }


@cache
def vocabulary() -> frozenset[str]:
    """Return all words for days, times and recurrences, in every language."""
    return frozenset(word for code in LANGUAGES for word in language(code).words)


@cache
def fill_words() -> frozenset[str]:
    """Return the words that introduce a moment, and mean nothing alone."""
    return frozenset(word for code in LANGUAGES for word in language(code).list_of("moment") if word)


def listed_as(name: str) -> str:
    """Return a pattern of a list's words."""
    return alternatives({word for code in LANGUAGES for word in language(code).list_of(name) if word})
