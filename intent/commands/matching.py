"""Matches a clause with a template: every word of the clause is taken by a word or a slot of it.

A template is compiled into a graph of steps. A clause is laid over it from left to right, and what comes of
each step at each place is kept, so that the time grows with the length of both and no more.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from intent.commands.templates import Node, OneOf, Slot
from intent.commands.tokens import Token

Read = Callable[[str, int, int], object]
_SILENT = frozenset((",", ":", "-", "–", "—"))  # marks that say nothing between the parts of a sentence
_ANY, _NOTHING = "any word", "no word"  # what a step may go on with beside words
_MOST_KNOWN = 2_000  # words of which a step keeps its ways
_Taken = tuple[tuple[str, object], ...]


@dataclass(eq=False, slots=True)
class Step:
    """A step takes one of `words`, or a `slot`, and goes on; one that takes nothing has several ways on."""

    ways: list["Step"] = field(default_factory=list)
    words: frozenset[str] = frozenset()
    slot: Slot | None = None
    known: dict[str, list["Step"]] = field(default_factory=dict)
    first: frozenset[str] | None = None

    @property
    def opens(self) -> frozenset[str]:
        """The words with which it may go on; `_ANY` is one if any, `_NOTHING` if the end may come."""
        if self.first is None:
            self.first = _opens(self)
        return self.first

    def ways_by(self, word: str) -> list["Step"]:
        """Return the ways that may go on with a word, also by taking nothing."""
        if word not in self.known and len(self.known) < _MOST_KNOWN:
            self.known[word] = [way for way in self.ways if way.opens & {word, _ANY, _NOTHING}]
        return self.known.get(word, self.ways)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A template ready for matching. `needs` are sets of words of each of which a clause has one if it fits,
    `firsts` those with one of which it begins; empty if it may begin with any word.
    """

    start: Step
    needs: tuple[frozenset[str], ...]
    firsts: frozenset[str]

    def may_fit(self, first: str, said: Set[str]) -> bool:
        """Return whether a clause that begins with `first` and has the words `said` may fit at all."""
        if self.firsts and first not in self.firsts:
            return False
        return not any(said.isdisjoint(one) for one in self.needs)


class _HasPattern(Protocol):
    @property
    def pattern(self) -> Pattern: ...


_One = TypeVar("_One", bound=_HasPattern)


class Index(Generic[_One]):
    """Templates in order, those for a first word at hand: most of them can't fit most words."""

    def __init__(self, rows: Iterable[_One]) -> None:
        self._rows = tuple(rows)
        self._firsts = frozenset[str]().union(*(one.pattern.firsts for one in self._rows))
        self._known: dict[str, tuple[_One, ...]] = {}

    def near(self, first: str, said: Set[str]) -> Iterator[_One]:
        """Yield those that may fit a clause which begins with `first` and has the words `said`."""
        word = first if first in self._firsts else ""
        if word not in self._known:
            fit = (one for one in self._rows if not one.pattern.firsts or word in one.pattern.firsts)
            self._known[word] = tuple(fit)
        for one in self._known[word]:
            if one.pattern.may_fit(first, said):
                yield one


_END = Step()


def compiled(nodes: Sequence[Node], closed: Callable[[str], frozenset[str]]) -> Pattern:
    """Return a template as a pattern. `closed(type)` are the words of which each value of a type has one."""
    start = _chain(nodes, _END)
    firsts = frozenset() if start.opens & {_ANY, _NOTHING} else start.opens
    return Pattern(start, tuple(_needs(nodes, closed)), firsts)


def match(
    pattern: Pattern, tokens: Sequence[Token], start: int, end: int, read: Read
) -> dict[str, object] | None:
    """Return the slots of the first way in which the template covers `tokens[start:end]`, or None.

    `read(type, start, end)` returns the value of a slot, or None if these tokens are none of its type.
    """
    taken = _Walk(tokens, end, read).from_(pattern.start, start)
    return dict(reversed(taken)) if taken is not None else None


@dataclass(slots=True)
class _Walk:
    tokens: Sequence[Token]
    end: int
    read: Read
    seen: dict[tuple[Step, int], _Taken | None] = field(default_factory=dict)
    fitting: dict[Step, tuple[int, list[int]]] = field(default_factory=dict)  # down to which place, and where

    def from_(self, step: Step, at: int) -> _Taken | None:
        """Return what slots take from a place to the end, the last first; None if the rest doesn't fit."""
        while step.words:
            at = self._after_word(step.words, at)
            if not at:
                return None
            step = step.ways[0]
        if step is _END:
            return () if all(token.is_mark for token in self.tokens[at : self.end]) else None
        key = (step, at)
        if key not in self.seen:
            self.seen[key] = None  # while it is looked at: a loop leads nowhere
            self.seen[key] = self._by_slot(step, step.slot, at) if step.slot else self._by_ways(step, at)
        return self.seen[key]

    def _by_ways(self, step: Step, at: int) -> _Taken | None:
        first = self._first(at)
        for way in step.ways_by(self.tokens[first].word) if first < self.end else step.ways:
            if (found := self.from_(way, at)) is not None:
                return found
        return None

    def _after_word(self, words: frozenset[str], at: int) -> int:
        """Return the place after one of some words, marks before it passed over; 0 if there is none."""
        while at < self.end:
            token = self.tokens[at]
            if token.word in words and not token.is_quoted:
                return at + 1
            if token.word not in _SILENT:
                return 0
            at += 1
        return 0

    def _first(self, at: int) -> int:
        """Return the place of the next word: marks before it are passed over."""
        while at < self.end and self.tokens[at].word in _SILENT:
            at += 1
        return at

    def _by_slot(self, step: Step, slot: Slot, at: int) -> _Taken | None:
        first, after = self._first(at), step.ways[0]
        for last in self._fitting(after, first + 1):
            rest = self.from_(after, last)
            if rest and any(name == slot.name for name, _ in rest):
                continue  # nothing is said twice: '7th Dec' is one day, not two
            if rest is not None and (value := self.read(slot.type, first, last)) is not None:
                return (*rest, (slot.name, value))
        return None

    def _fitting(self, step: Step, start: int) -> list[int]:
        """Return the places from `start` on from which a step fits to the end: many slots go on with it."""
        known, found = self.fitting.get(step, (self.end + 1, []))
        for at in range(known - 1, start - 1, -1):
            if self._may_open(step.opens, at) and self.from_(step, at) is not None:
                found = [at, *found]
            self.fitting[step] = (at, found)
        return [at for at in found if at >= start]

    def _may_open(self, opens: frozenset[str], at: int) -> bool:
        if _ANY in opens:
            return True
        while at < self.end and (word := self.tokens[at].word) not in opens:
            if word not in _SILENT:
                return _NOTHING in opens and self.tokens[at].is_mark
            at += 1
        return at < self.end or _NOTHING in opens


def _chain(nodes: Sequence[Node], after: Step) -> Step:
    """Return the first step of nodes one after the other, after which it goes on with `after`."""
    for node in reversed(nodes):
        after = _step(node, after)
    return after


def _step(node: Node, after: Step) -> Step:
    if isinstance(node, Slot):
        return Step([after], slot=node)
    if not isinstance(node, OneOf):
        return Step([after], words=node.words)
    step = Step()
    onward = step if node.is_repeated else after
    step.ways += [_chain(one, onward) for one in node.sequences]
    step.ways += [after] if node.is_optional else []
    return step


def _needs(nodes: Sequence[Node], closed: Callable[[str], frozenset[str]]) -> Iterator[frozenset[str]]:
    """Yield sets of words of each of which a clause that fits has one."""
    for node in nodes:
        if isinstance(node, Slot):
            words = closed(node.type)
        elif not isinstance(node, OneOf):
            words = node.words
        elif node.is_optional:
            continue
        else:
            each = [next(_needs(one, closed), frozenset[str]()) for one in node.sequences]
            words = frozenset[str]().union(*each) if all(each) else frozenset()
        if words:
            yield words


def _opens(step: Step) -> frozenset[str]:
    if step is _END:
        return frozenset((_NOTHING,))
    if step.slot:
        return frozenset((_ANY,))
    return step.words or frozenset[str]().union(*(way.opens for way in step.ways))
