"""An index of templates by word: most of them can't match most clauses.

Each template is a bit. A word maps to the bits of the templates that need it, so that a clause takes one
lookup per word, however many templates there are.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Generic, TypeVar

from intent.commands.grammar.matcher import Pattern
from intent.commands.grammar.tokens import Token, cues_in

_MOST = 4  # required word sets indexed per template, smallest first


_One = TypeVar("_One")


class Index(Generic[_One]):
    """Templates in order, with the words that their patterns need."""

    def __init__(self, rows: Iterable[_One], patterns: Iterable[Pattern]) -> None:
        self._rows, patterns = tuple(rows), tuple(patterns)
        self._firsts = _Masks([one.firsts for one in patterns])
        self._lasts = _Masks([one.lasts for one in patterns])
        sets = [[*one.needs, *[frozenset[str]()] * _MOST][:_MOST] for one in patterns]
        self._needs = [_Masks(each) for each in zip(*sets, strict=True)]

    def may_begin(self, token: Token) -> bool:
        """Return whether any template may match a clause that begins with a token."""
        return bool(self._firsts.of((token.word,)))

    def may_end(self, tokens: Sequence[Token]) -> bool:
        """Return whether any template may match a clause that ends in these tokens."""
        return bool(self._lasts.of(_ends(tokens)))

    def near(
        self, tokens: Sequence[Token], cues: Callable[[Sequence[Token]], Set[str]] = cues_in
    ) -> Iterator[_One]:
        """Yield those that may match a clause. `cues` returns the words to look them up by."""
        left = self._firsts.of((tokens[0].word,)) & self._lasts.of(_ends(tokens))
        said = cues(tokens) if left else frozenset[str]()
        for needed in self._needs:
            left &= needed.of(said) if left else 0
        while left:
            bit = left & -left
            yield self._rows[bit.bit_length() - 1]
            left ^= bit


class _Masks:
    """For each word the bits of the sets that contain it. `_open` are empty sets, which any word meets."""

    def __init__(self, sets: Sequence[frozenset[str]]) -> None:
        self._open = sum(1 << place for place, one in enumerate(sets) if not one)
        found: dict[str, int] = defaultdict(int)
        for place, one in enumerate(sets):
            for word in one:
                found[word] |= 1 << place
        self._by_word = dict(found)

    def of(self, words: Iterable[str]) -> int:
        """Return the bits of the sets that contain any of these words."""
        found, by_word = self._open, self._by_word
        for word in words:
            if word in by_word:
                found |= by_word[word]
        return found


def _ends(tokens: Sequence[Token]) -> set[str]:
    """Return the words that may count as a clause's end: the last word, and punctuation after it."""
    found = set[str]()
    for token in reversed(tokens):
        found.add(token.word)
        if not token.is_mark:
            break
    return found
