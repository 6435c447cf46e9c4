"""Finds the longest phrase at a place of a text."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from intent.commands.grammar.tokens import Token

Form = tuple[str, ...]
Meaning = TypeVar("Meaning")


class Phrases(Generic[Meaning]):
    """Phrases by their words, each with its meaning."""

    def __init__(self, meanings: Mapping[Form, Meaning]) -> None:
        self._meanings = meanings
        self._opening, self._ending = _sizes(meanings, 0), _sizes(meanings, -1)
        self.longest = max(map(len, meanings), default=0)

    def at(self, tokens: Sequence[Token], first: int) -> tuple[Meaning | None, int]:
        """Return the meaning and length of the longest phrase at an index, (None, 0) if there is none."""
        return self.at_start(words_in(tokens[first : first + self.longest]))

    def at_start(self, words: Form, first: int = 0) -> tuple[Meaning | None, int]:
        """Do the same for words."""
        for size in self._opening.get(words[first], ()) if first < len(words) else ():
            end = first + size
            if end <= len(words) and (meaning := self._meanings.get(words[first:end])) is not None:
                return meaning, size
        return None, 0

    def at_end(self, words: Form) -> tuple[Meaning | None, int]:
        """Return the meaning and length of the longest phrase that ends the words."""
        for size in self._ending.get(words[-1], ()) if words else ():
            if size <= len(words) and (meaning := self._meanings.get(words[-size:])) is not None:
                return meaning, size
        return None, 0


def words_in(tokens: Iterable[Token]) -> Form:
    return tuple(one.word for one in tokens)


def unquoted(tokens: Iterable[Token]) -> Form:
    """Return the words of tokens, without those of quoted text, so that no phrase is found in it."""
    return tuple("" if one.is_quoted else one.word for one in tokens)


def _sizes(forms: Iterable[Form], place: int) -> Mapping[str, Sequence[int]]:
    """Return, by word, the lengths of the forms that have it at an index, longest first, often none."""
    found: dict[str, set[int]] = {}
    for form in filter(None, forms):
        found.setdefault(form[place], set()).add(len(form))
    return {word: sorted(sizes, reverse=True) for word, sizes in found.items()}
