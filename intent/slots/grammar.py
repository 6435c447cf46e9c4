"""Finds what fits the templates of a section; all templates of a language are one regular expression."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from intent.slots.language import LANGUAGES, WORD, Language, language


class Found(NamedTuple):
    """A template that fits a piece of a text: the name of its action and its values, and where they stand."""

    action: str
    values: Mapping[str, Any]
    start: int
    end: int


class Grammar:
    """The templates of one section of a language, as one regular expression; those of `base` come first."""

    def __init__(self, language: Language, section: str, base: "Grammar | None" = None) -> None:
        self._base = base
        self._actions = [
            (action, template) for action, templates in language.section(section) for template in templates
        ]
        compiled = [
            language.compile(template, f"g{number}_") for number, (_, template) in enumerate(self._actions)
        ]
        self._readers = [one.readers for one in compiled]
        own = frozenset().union(*(one.words for one in compiled))
        self._words: frozenset[str] = own | base._words if base else own
        parts = "|".join(f"(?P<g{number}>{one.pattern})" for number, one in enumerate(compiled))
        self._pattern = re.compile(rf"(?<![\w@])(?<!\d[.,:])(?:{parts or '(?!)'})(?![\w@])")

    def match(self, folded: str, place: int = 0) -> Found | None:
        """Return the first template that fits a folded text from a place on."""
        if self._base and (found := self._base.match(folded, place)):
            return found
        match = self._pattern.match(folded, place)
        return self._found(match) if match else None

    def find(self, folded: str) -> Iterator[Found]:
        """Yield what fits pieces of a folded text, from left to right, without overlaps."""
        end = 0
        for word in WORD.finditer(folded):
            begins = word.start() >= end and (word[0] in self._words or word[0][0].isdigit())
            if begins and (found := self.match(folded, word.start())):
                end = found.end
                yield found

    def _found(self, match: re.Match[str]) -> Found:
        group = match.lastgroup or ""
        number = int(group[1:])
        said = ((name, read, match[f"{group}_{name}"]) for name, read in self._readers[number].items())
        values = {name: read(words) for name, read, words in said if words is not None}
        return Found(self._actions[number][0], values, *match.span())


@lru_cache
def grammars(section: str) -> tuple[Grammar, ...]:
    """Return the templates of a section in all languages; those of 'x_alone' are x's and then its own."""
    base = section.removesuffix("_alone")
    bases = grammars(base) if base != section else (None,) * len(LANGUAGES)
    return tuple(Grammar(language(name), section, base) for name, base in zip(LANGUAGES, bases, strict=True))


def find_all(section: str, folded: str) -> list[Found]:
    """Return what fits a folded text in any language, from left to right; of two that overlap the longer."""
    found = sorted(
        (one for grammar in grammars(section) for one in grammar.find(folded)),
        key=lambda one: (one.start, -one.end),
    )
    kept: list[Found] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept
