"""Finds matches of a section's templates. At each word it tries those that may begin with it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from intent.slots.language import ANY_WORD, FIGURE, LANGUAGES, WORD, Compiled, Language, language


class TemplateMatch(NamedTuple):
    """A match: its action, its values, and its span."""

    action: str
    values: Mapping[str, Any]
    start: int
    end: int


class _Template:
    """A template of an action. Its regular expression is compiled on first use."""

    def __init__(self, action: str, compiled: Compiled) -> None:
        self._action, self._compiled = action, compiled

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w@])(?<!\d[.,:])(?:{self._compiled.pattern})(?![\w@])")

    @cached_property
    def starts(self) -> set[str]:
        """Return the possible beginnings of a match: words, `FIGURE` or `ANY_WORD`."""
        return {FIGURE if word[:1].isdigit() else word for word in self._compiled.words}

    def match(self, folded: str, place: int) -> TemplateMatch | None:
        """Return the match at an index of a folded text."""
        match = self._pattern.match(folded, place)
        if match is None:
            return None
        said = ((name, read, match[name]) for name, read in self._compiled.readers.items())
        values = {name: read(words) for name, read, words in said if words is not None}
        return TemplateMatch(self._action, values, *match.span())


class Grammar:
    """The templates of one section of a language, preceded by those of `base`."""

    def __init__(self, language: Language, section: str, base: "Grammar | None" = None) -> None:
        compiled = [
            (action, language.compile(template))
            for action, templates in language.section(section)
            for template in templates
        ]
        before: Sequence[_Template] = base._templates if base else ()
        self._templates: Sequence[_Template] = (*before, *(_Template(*one) for one in compiled))
        starts = frozenset().union(*(one.starts for one in self._templates))
        self._by_start: dict[str, Sequence[_Template]] = {
            start: [one for one in self._templates if not one.starts.isdisjoint((start, ANY_WORD))]
            for start in (*starts, ANY_WORD)
        }
        self._any = self._by_start[ANY_WORD]

    def match(self, folded: str, place: int = 0) -> TemplateMatch | None:
        """Return the first template's match at an index of a folded text."""
        word = WORD.match(folded, place)
        return _first(self._near(word[0]) if word else self._templates, folded, place)

    def _near(self, word: str) -> Sequence[_Template]:
        """Return the templates that may begin with a word."""
        start = FIGURE if word[0].isdigit() else word
        return self._by_start.get(start, self._any)

    def find(self, folded: str) -> Iterator[TemplateMatch]:
        """Yield non-overlapping matches in a folded text, from left to right."""
        end = 0
        for word in WORD.finditer(folded):
            near = self._near(word[0])
            if near and word.start() >= end and (found := _first(near, folded, word.start())):
                end = found.end
                yield found


def _first(templates: Sequence[_Template], folded: str, place: int) -> TemplateMatch | None:
    """Return the first match of some templates at an index of a folded text."""
    for one in templates:
        if found := one.match(folded, place):
            return found
    return None


@lru_cache
def grammars(section: str) -> tuple[Grammar, ...]:
    """Return the templates of a section in all languages, those of 'x_alone' include x's."""
    base = section.removesuffix("_alone")
    bases = grammars(base) if base != section else (None,) * len(LANGUAGES)
    return tuple(Grammar(language(name), section, base) for name, base in zip(LANGUAGES, bases, strict=True))


def find_all(section: str, folded: str) -> list[TemplateMatch]:
    """Return the matches in a folded text in any language, left to right, of overlapping ones the longer."""
    found = sorted(
        (one for grammar in grammars(section) for one in grammar.find(folded)),
        key=lambda one: (one.start, -one.end),
    )
    kept: list[TemplateMatch] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept
