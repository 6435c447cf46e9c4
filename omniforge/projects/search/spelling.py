"""Misspelt words: words that are not in the index, but one letter away from a word that is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from uuid import UUID

from omniforge.projects.search.blinders import Blinder
from omniforge.projects.search.index import Question, index

_SHORTEST = 6  # letters; shorter words have too many neighbours
_MOST = 3  # words per query: each has hundreds of neighbours


def similar_spellings(tenant_id: UUID, blinder: Blinder, words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Map each stem that is not in the tenant's index to close stems that are."""
    known = _known(tenant_id, blinder, words)
    unknown = [word for word in words if word not in known and _is_plain(word)][:_MOST]
    neighbours = {word: set(_neighbours(word)) for word in unknown}
    there = _known(tenant_id, blinder, {one for near in neighbours.values() for one in near})
    found = {word: tuple(sorted(near & there)) for word, near in neighbours.items()}
    return {word: near for word, near in found.items() if near}


def in_other_spelling(words: Iterable[str], spellings: Mapping[str, Sequence[str]]) -> list[str]:
    """Return `words` with misspelt ones replaced by the index's spelling."""
    return [spelt for word in words for spelt in spellings.get(word, (word,))]


def _known(tenant_id: UUID, blinder: Blinder, words: Iterable[str]) -> set[str]:
    by_token = {blinder.token(word): word for word in words}
    if not by_token:
        return set()
    question = Question({"tenant_id": tenant_id}, list(by_token))
    return {by_token[token] for token in index().present(question)}


def _is_plain(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isalpha()


def _neighbours(word: str) -> Iterator[str]:
    """Yield all words with one letter added, removed or replaced, or with two adjacent letters swapped."""
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in ascii_lowercase:
            yield before + letter + after
            yield before + letter + after[1:]
