"""The lines of a summary, found by their tokens: of a long conversation there are thousands."""

from collections import defaultdict
from collections.abc import Iterable

from agents.memory.summaries.marks import tokens_of
from agents.memory.summaries.needs import Need
from agents.memory.summaries.sentences import sentences_of

Line = frozenset[str]


def lines_of(*texts: str) -> list[Line]:
    """Return the sentences of some texts as their tokens."""
    return [tokens_of(sentence) for text in texts for sentence in sentences_of(text)]


class Lines:
    """Lines that can be asked whether one of them says what has to be kept."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._all: list[Line] = []
        self._by_token: defaultdict[str, list[Line]] = defaultdict(list)
        for line in lines:
            self.add(line)

    def add(self, line: Line) -> None:
        """Take one more."""
        self._all.append(line)
        for token in line:
            self._by_token[token].append(line)

    def say(self, need: Need, rarest: frozenset[str]) -> bool:
        """Return whether some line says it; only those with its least common mark are looked at."""
        lists = (self._by_token.get(mark, []) for mark in need.marks)
        return any(need.stands_in(line, rarest) for line in min(lists, key=len, default=self._with(rarest)))

    def _with(self, words: frozenset[str]) -> list[Line]:
        if not words:
            return self._all
        return [line for word in words for line in self._by_token.get(word, [])]
