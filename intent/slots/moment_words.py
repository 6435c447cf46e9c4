"""The words of moments, of all languages together."""

import re
from collections.abc import Sequence
from functools import cache

from intent.slots.language import LANGUAGES, language
from intent.slots.times import PARTS


@cache
def pattern_of(table: str) -> re.Pattern[str]:
    words = "|".join(sorted((re.escape(one) for one in phrases_of(table)), key=len, reverse=True))
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
    """Return all words of days, times and recurrences, in every language."""
    return frozenset(word for code in LANGUAGES for word in language(code).words)


@cache
def fill_words() -> frozenset[str]:
    """Return the words that lead to a moment, and say nothing by themselves."""
    return frozenset(word for code in LANGUAGES for word in language(code).list_of("moment") if word)


def alternatives(names: Sequence[str]) -> str:
    found = {word for name in names for code in LANGUAGES for word in language(code).list_of(name) if word}
    return "|".join(sorted(map(re.escape, found), key=len, reverse=True))
