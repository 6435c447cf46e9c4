"""Ranking of messages in a search: by their words, rare ones first, and by age."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Generic, TypeVar

from conversations.record.decided import excerpt
from intent.data_files import words_of
from intent.sentences.stems import stem
from omniforge.projects.search.words import placed_stems, stems

Place = TypeVar("Place")

_MOST_WORDS = 12
_LOOKED_AT = 20  # word matches per text
_HALF_LIFE = 30.0  # days in which the recency weight halves
_RECENCY = 0.4  # maximum share of a score
_OF_BEST = 0.3  # minimum word weight relative to the best hit


class Words:
    """The significant words of a search. They match other forms too: 'reports' in 'reporting'."""

    def __init__(self, text: str) -> None:
        said = list(dict.fromkeys(re.findall(r"\w+", text.lower())))
        common = words_of("word_lists", "common")
        self.words = ([word for word in said if word not in common] or said)[:_MOST_WORDS]
        forms = "|".join(f"({_forms(word)})" for word in self.words)
        self._pattern = re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.I) if forms else None

    @property
    def stems(self) -> list[list[str]]:
        """Return each word's index terms: none, its stem, or pairs of characters."""
        return [stems(word) for word in self.words]

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return matches in `text`: the offset, and the word's index."""
        found = self._pattern.finditer(text) if self._pattern else ()
        return [(match.start(), match.lastindex or 0) for match in islice(found, _LOOKED_AT)]

    def indexed_places(self, text: str) -> list[tuple[int, int]]:
        """The same by index terms, which differ in rare forms."""
        numbers = {stem: number for number, known in enumerate(self.stems, 1) for stem in known}
        found = ((place, numbers[stem]) for place, stem in placed_stems(text) if stem in numbers)
        return list(islice(found, _LOOKED_AT))


def _forms(word: str) -> str:
    """Return a pattern of a word's forms. A word with digits has only one."""
    if not word.isalpha():
        return re.escape(word)
    return rf"{stem(word)}\w*" if len(word) > 3 else rf"{word}(?:e?s)?"


@dataclass(frozen=True, slots=True)
class Hit(Generic[Place]):
    """A text that matches a search: its place, time, matching words, and snippet."""

    place: Place
    at: datetime
    words: frozenset[int]
    snippet: str


def hit(place: Place, at: datetime, text: str, words: Words) -> Hit[Place] | None:
    """Return the hit of the search in `text`, or None."""
    places = words.places(text)
    if not places:
        return None
    return Hit(place, at, frozenset(word for _, word in places), excerpt(text, places))


def weights_of(having: Mapping[int, int]) -> dict[int, float]:
    """Return the weight of each word, rarer words weigh more."""
    every = sum(having.values())
    return {word: math.log(1 + every / count) for word, count in having.items() if count}


def rank(hits: Iterable[Hit[Place]], weights: Mapping[int, float], now: datetime) -> list[Hit[Place]]:
    """Return the hits, best first: by weight of their words, then by age.

    Hits with only a common word are dropped.
    """
    weighed = [(sum(weights[word] for word in one.words), one) for one in hits]
    least = _OF_BEST * max((weight for weight, _ in weighed), default=0.0)
    kept = [(weight * _recency(one.at, now), one) for weight, one in weighed if weight >= least]
    return [one for _, one in sorted(kept, key=lambda pair: -pair[0])]


def _recency(at: datetime, now: datetime) -> float:
    age = max((now - at).total_seconds() / 86_400, 0.0)
    return 1 - _RECENCY + _RECENCY * math.exp2(-age / _HALF_LIFE)
