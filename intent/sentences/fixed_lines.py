"""The product's own lines under a model's answer, in the language of the talk."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from intent.data_files import data_of

Line = Literal["unshown", "waits", "asks"]
_ENGLISH = "en"
_APART = str.maketrans(dict.fromkeys(".,;:!?¡¿()[]\"“”„«»*'’-", " "))


def language_of(texts: Iterable[str]) -> str:
    """Return the language of the first text that has telling words of one, else English."""
    for text in texts:
        words = text.casefold().translate(_APART).split()
        counts = {name: sum(word in telling for word in words) for name, telling in _telling().items()}
        best = max(counts, key=lambda name: counts[name])
        if counts[best]:
            return best
    return _ENGLISH


def fixed_line(line: Line, language: str = _ENGLISH, what: str = "") -> str:
    """Return a line about `what` in a language."""
    said: str = data_of("fixed_lines")[language][line]
    return said.format(what=what)


def lines_of(line: Line) -> list[str]:
    """Return a line about nothing in every language."""
    return [fixed_line(line, language) for language in data_of("fixed_lines")]


@cache
def _telling() -> Mapping[str, frozenset[str]]:
    """Return the words that tell each language, English first: it is meant if two have as many."""
    return {name: frozenset(table["telling"].split()) for name, table in data_of("fixed_lines").items()}
