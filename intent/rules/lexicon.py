"""Concepts in a text: which kinds of words it uses, in several languages (`data/lexicon.toml`)."""

import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from intent.rules.text import fold, is_spaced, words

_FILE = Path(__file__).parent.parent / "data" / "lexicon.toml"
_SHORTEST_PREFIX = 3
_SHORTEST_TYPO = 5  # letters a word needs to be recognised with one of them wrong


class Concept(NamedTuple):
    """A kind of word (`run`, `recurring`, `pain`) and the place of the word that shows it."""

    name: str
    start: int


class Lexicon:
    """Finds concepts by looking up each word once: by itself, as the start of a phrase, by its stem."""

    def __init__(self, entries: dict[str, list[str]]) -> None:
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        self._stems: dict[str, set[str]] = defaultdict(set)
        self._unspaced: list[tuple[str, str]] = []
        self._misspelt: dict[str, set[str]] = defaultdict(set)
        for concept, phrases in entries.items():
            for phrase in phrases:
                self._add(fold(phrase), concept)

    def concepts(self, tokens: list[str]) -> list[Concept]:
        """All concepts of the tokens, in order of appearance."""
        found: list[Concept] = []
        for start, token in enumerate(tokens):
            names = {
                concept for rest, concept in self._phrases.get(token, ()) if _follows(tokens, start, rest)
            }
            names |= self._by_stem(token)
            if not names and len(token) >= _SHORTEST_TYPO:
                names = set().union(*(self._misspelt.get(part, ()) for part in _one_letter_less(token)))
            if not is_spaced(token):
                names |= {concept for part, concept in self._unspaced if part in token}
            found += [Concept(name, start) for name in sorted(names)]
        return found

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
    """The word, and it without one letter but the first; words that share one of these are a typo apart."""
    return {word} | {word[:place] + word[place + 1 :] for place in range(1, len(word))}


def _follows(tokens: list[str], start: int, rest: tuple[str, ...]) -> bool:
    return not rest or tuple(tokens[start + 1 : start + 1 + len(rest)]) == rest


@cache
def lexicon() -> Lexicon:
    """The shipped lexicon, read once."""
    tables = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return Lexicon(
        {name: [part.strip() for part in text.replace("\n", " ").split("|")] for name, text in tables.items()}
    )
