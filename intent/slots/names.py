"""Matches names: ignores case, accents, hyphens and articles, and forgives typos."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from intent.slots.language import words_of
from intent.slots.text import fold
from omniforge.projects.search.words import stem_of

EXACT, SAME_WORDS, PART, PREFIX, NEAR = 100, 95, 85, 80, 60
_LEAST = 4  # letters of a word that may have a typo or lack its ending
_LONG = 5  # letters of a word that identifies a name alone, even with a typo


class Match(NamedTuple):
    """How well a name matches, 0 to 100. `exact`: only case, accents, hyphens, articles and kinds differ.

    95: the same words with other endings or in another order. 85 and more: the name contains all words. 80
    and more: each word begins a word of the name. Below: typos.
    """

    name: str
    score: float
    exact: bool


def best_names(words: str, candidates: Iterable[str], *, most: int = 5) -> list[Match]:
    """Return the names that match the words, best first, empty if none does."""
    wanted = _forms(words)
    matches = (_match(wanted, _forms(name), name) for name in dict.fromkeys(candidates))
    found = sorted((one for one in matches if one.score), key=lambda one: -one.score)
    return found[:most]


def certain_name(matches: Sequence[Match], *, least: float = EXACT) -> str | None:
    """Return the best name if it scores at least `least` and beats all others, or None if it is a guess."""
    if not matches or matches[0].score < least or (len(matches) > 1 and matches[1].score >= matches[0].score):
        return None
    return matches[0].name


def misspelt_name(words: str, candidates: Iterable[str]) -> str | None:
    """Return the one name whose words, all of them or the long ones, have a typo; None if others are near."""
    near = best_names(words, candidates)
    if len(near) != 1 or not NEAR < near[0].score < PREFIX:
        return None
    said, there = _forms(words), _forms(near[0].name)
    long = all(len(word) >= _LONG for word in said.words)
    return near[0].name if long or len(said.words) == len(there.words) else None


class _Forms(NamedTuple):
    folded: str
    bare: str
    words: tuple[str, ...]
    stems: tuple[str, ...]


_EMPTY = {name: words_of(name) for name in ("articles", "kinds")}


@lru_cache(maxsize=8192)
def _forms(name: str) -> _Forms:
    words = tuple(re.findall(r"\w+", re.sub(r"[_'’]", " ", fold(name)).replace(" s ", " ")))
    said = _without(_without(words, "articles"), "kinds")
    return _Forms("".join(words), "".join(said), said, tuple(map(stem_of, said)))


def _without(words: tuple[str, ...], kind: str) -> tuple[str, ...]:
    left = tuple(word for word in words if word not in _EMPTY[kind])
    return left or words


def _match(wanted: _Forms, there: _Forms, name: str) -> Match:
    if wanted.folded == there.folded or (wanted.bare and wanted.bare == there.bare):
        return Match(name, EXACT + (wanted.folded == there.folded) * 0.5, True)
    return Match(name, _score(wanted, there), False)


def _score(wanted: _Forms, there: _Forms) -> float:
    said, known = set(wanted.stems), set(there.stems)
    if not said or not known:
        return 0
    if said == known:
        return SAME_WORDS
    share = len(said) / max(len(known), 1)
    if said <= known:
        return PART + 5 * min(share, 1)
    if all(_begins(word, there) for word in wanted.words):
        return PREFIX + 4 * min(share, 1)
    return _near(wanted, there)


def _begins(word: str, there: _Forms) -> bool:
    return any(
        one.startswith(word) and (len(word) >= 3 or one == word) for one in (*there.words, *there.stems)
    )


def _near(wanted: _Forms, there: _Forms) -> float:
    """Return the score of a name whose words, or letters as a whole, are slightly misspelt."""
    edits = [min((_edits(word, one) for one in there.words), default=None) for word in wanted.words]
    if all(edit is not None and edit < 99 for edit in edits):
        share = len(wanted.words) / max(len(there.words), len(wanted.words))
        return NEAR + 15 * share - 3 * sum(edit or 0 for edit in edits)
    whole = _edits(wanted.bare, there.bare)
    return NEAR + 10 - 3 * whole if whole < 99 else 0


def _edits(word: str, other: str) -> int:
    """Return the edit distance with transpositions, 99 if it is another word."""
    if word == other:
        return 0
    shorter = min(len(word), len(other))
    if (
        shorter < _LEAST
        or word.isdigit()
        or other.isdigit()
        or (word[0] != other[0] and word[-1] != other[-1])
    ):
        return 99
    most = 1 if shorter < 8 else 2
    edits = OSA.distance(word, other, score_cutoff=most)
    return edits if edits <= most else 99
