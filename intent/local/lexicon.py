"""Concepts in a text: the kinds of words it uses, in several languages (`data/lexicon.toml`)."""

from collections import defaultdict
from functools import cache, lru_cache
from typing import NamedTuple

from intent.data_files import data_of
from intent.text import fold, is_spaced, words

_SHORTEST_PREFIX = 3
_WORDS = 4096  # words cached
_SHORTEST_TYPO = 5  # fewest letters of a word recognised with a typo


class Concept(NamedTuple):
    """A kind of word (`run`, `recurring`, `pain`) and the index of the word that has it."""

    name: str
    start: int


class _Alone(NamedTuple):
    """The concepts of a single word: by its stem, and by its likely correction."""

    plain: frozenset[str]
    near: frozenset[str]
    unspaced: frozenset[str]


class Lexicon:
    """Finds concepts with one lookup per word: by itself, as the start of a phrase, by its stem."""

    def __init__(self, entries: dict[str, list[str]]) -> None:
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        self._stems: dict[str, set[str]] = defaultdict(set)
        self._unspaced: list[tuple[str, str]] = []
        self._misspelt: dict[str, set[str]] = defaultdict(set)
        self._alone = lru_cache(maxsize=_WORDS)(self._look_up)
        for concept, phrases in entries.items():
            for phrase in phrases:
                self._add(fold(phrase), concept)

    def concepts(self, tokens: list[str]) -> list[Concept]:
        """Return all concepts of the tokens, in order of appearance."""
        return [
            Concept(name, start)
            for start, token in enumerate(tokens)
            for name in sorted(self._at(tokens, start, token))
        ]

    def _at(self, tokens: list[str], start: int, token: str) -> frozenset[str]:
        alone = self._alone(token)
        known = self._phrases.get(token, ())
        phrases = [name for rest, name in known if _follows(tokens, start, rest)]
        return alone.plain.union(phrases, () if alone.plain or phrases else alone.near, alone.unspaced)

    def _look_up(self, token: str) -> _Alone:
        near = _one_letter_less(token) if len(token) >= _SHORTEST_TYPO else ()
        return _Alone(
            plain=frozenset(self._by_stem(token)),
            near=frozenset().union(*(self._misspelt.get(part, ()) for part in near)),
            unspaced=frozenset(
                () if is_spaced(token) else (concept for part, concept in self._unspaced if part in token)
            ),
        )

    def _add(self, phrase: str, concept: str) -> None:
        if phrase.endswith("*"):
            self._stems[phrase[:-1]].add(concept)
        elif not is_spaced(phrase):
            self._unspaced.append((phrase, concept))
        elif tokens := words(phrase):
            self._phrases[tokens[0]].append((tuple(tokens[1:]), concept))
            if len(tokens) == 1 and len(phrase) >= _SHORTEST_TYPO:
                for part in _one_letter_less(phrase):
                    self._misspelt[part].add(concept)

    def _by_stem(self, token: str) -> set[str]:
        ends = range(_SHORTEST_PREFIX, len(token) + 1)
        return set().union(*(self._stems[token[:end]] for end in ends if token[:end] in self._stems))


def _one_letter_less(word: str) -> set[str]:
    """Return the word, and it with one letter (not the first) removed. Words sharing one are a typo apart."""
    return {word} | {word[:place] + word[place + 1 :] for place in range(1, len(word))}


def _follows(tokens: list[str], start: int, rest: tuple[str, ...]) -> bool:
    return not rest or tuple(tokens[start + 1 : start + 1 + len(rest)]) == rest


@cache
def lexicon() -> Lexicon:
    """Return the shipped lexicon, read once."""
    tables = data_of("lexicon")
    return Lexicon(
        {name: [part.strip() for part in text.replace("\n", " ").split("|")] for name, text in tables.items()}
    )
