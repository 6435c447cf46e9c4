"""Matches a clause with templates: every word of the clause is taken by a word or a slot.

A template is compiled into a graph of steps, templates with the same ending share its steps. A clause is
matched from left to right, and the result of each step at each index is memoised, for all templates and for
all clauses that end at the same index.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from intent.commands.grammar.slot_types import cues_of
from intent.commands.grammar.templates import Node, OneOf, Slot
from intent.commands.grammar.tokens import Token, cues_in

Read = Callable[[str, int, int], object]
_SILENT = frozenset((",", ":", "-", "–", "—"))  # punctuation without meaning between parts of a sentence
_ANY, _NOTHING = "any word", "no word"  # keys beside words under which a step is found
_OPEN = frozenset((_ANY, _NOTHING))
_Taken = tuple[tuple[str, object], ...]


@dataclass(eq=False, slots=True)
class Step:
    """A step takes one of `words`, or a `slot`, or nothing. One that takes nothing has several successors."""

    ways: tuple["Step", ...] = ()
    words: frozenset[str] = frozenset()
    slot: Slot | None = None
    cues: frozenset[str] = frozenset()  # a slot's value contains one of these; empty if it may contain none
    first: frozenset[str] | None = None
    by_word: dict[str, tuple["Step", ...]] | None = None

    @property
    def opens(self) -> frozenset[str]:
        """Return the words that may come next, `_ANY` if any word may, `_NOTHING` if the end may."""
        if self.first is None:
            self.first = _same(_opens(self))
        return self.first

    def ways_by(self, word: str) -> tuple["Step", ...]:
        """Return the successors that a word may reach, including by empty steps."""
        if self.by_word is None:
            self.by_word = _by_word(self.ways)
        found = self.by_word.get(word)
        return self.by_word[""] if found is None else found


@dataclass(frozen=True, slots=True)
class Pattern:
    """A template compiled for matching."""

    start: Step
    needs: tuple[frozenset[str], ...]  # a matching clause has a word of each of these sets
    firsts: frozenset[str]  # a matching clause begins with one of these; empty: with any word
    lasts: frozenset[str]  # a matching clause ends with one of these


_END = Step()
_sets: dict[frozenset[str], frozenset[str]] = {}


class Compiler:
    """Compiles templates, which share steps. What finds a step again takes 8 MB, and goes with it."""

    def __init__(self) -> None:
        self._steps: dict[tuple[Node, Step], Step] = {}  # by what they take and their successors

    def compile(self, nodes: Sequence[Node]) -> Pattern:
        return _pattern(self._chain(nodes, _END), nodes)

    def _chain(self, nodes: Sequence[Node], after: Step) -> Step:
        """Return the first step of consecutive nodes that ends in `after`."""
        for node in reversed(nodes):
            after = self._step(node, after)
        return after

    def _step(self, node: Node, after: Step) -> Step:
        """Return a node's step, shared with any equal node that has the same successor."""
        key = (node, after)
        if key not in self._steps:
            self._steps[key] = self._made(node, after)
        return self._steps[key]

    def _made(self, node: Node, after: Step) -> Step:
        if isinstance(node, Slot):
            return Step((after,), slot=node, cues=cues_of(node.type))
        if not isinstance(node, OneOf):
            return Step((after,), words=node.words)
        step = Step()
        onward = step if node.is_repeated else after
        ways = [self._chain(one, onward) for one in node.sequences]
        step.ways = (*ways, after) if node.is_optional else tuple(ways)
        return step


def compile_template(nodes: Sequence[Node]) -> Pattern:
    """Compile a template that shares no steps with others."""
    return Compiler().compile(nodes)


def _pattern(start: Step, nodes: Sequence[Node]) -> Pattern:
    firsts = frozenset() if start.opens & _OPEN else start.opens
    lasts, may_be_empty = _lasts(nodes)
    needs = sorted({*map(_same, _needs(nodes))}, key=lambda one: (len(one), sorted(one)))
    return Pattern(
        start, tuple(needs), firsts, frozenset() if may_be_empty or _ANY in lasts else _same(lasts)
    )


def match(
    pattern: Pattern, tokens: Sequence[Token], start: int, end: int, read: Read
) -> dict[str, object] | None:
    """Return the slots of the first way in which the template covers `tokens[start:end]`, or None.

    `read(type, start, end)` returns a slot's value, or None if these tokens aren't of its type.
    """
    return Walk(tokens, end, read).match(pattern, start)


@dataclass(slots=True)
class Walk:
    """Matches templates with the tokens up to `end`, from any start."""

    tokens: Sequence[Token]
    end: int
    read: Read
    seen: dict[tuple[Step, int], _Taken | None] = field(default_factory=dict)
    said: dict[int, Set[str]] = field(default_factory=dict)
    fitting: dict[Step, tuple[int, list[int]]] = field(default_factory=dict)  # searched down to here, matches
    last_word: int = -1  # the end of the tokens without marks at their end, once it is known

    def match(self, pattern: Pattern, start: int) -> dict[str, object] | None:
        """Return the slots of the first way in which a template covers everything from `start`, or None."""
        taken = self.from_(pattern.start, start)
        return dict(reversed(taken)) if taken is not None else None

    def from_(self, step: Step, at: int) -> _Taken | None:
        """Return the slot spans from an index to the end, last first, or None if there is no match."""
        while step.words:
            at = self._after_word(step.words, at)
            if not at:
                return None
            step = step.ways[0]
        if step is _END:
            return () if at == self.end or self._only_marks(at) else None
        key = (step, at)
        if key not in self.seen:
            self.seen[key] = None  # in progress: a loop leads nowhere
            self.seen[key] = self._by_slot(step, step.slot, at) if step.slot else self._by_ways(step, at)
        return self.seen[key]

    def _only_marks(self, at: int) -> bool:
        if self.last_word < 0:
            self.last_word = next(
                (one for one in range(self.end, 0, -1) if not self.tokens[one - 1].is_mark), 0
            )
        return at >= self.last_word

    def _by_ways(self, step: Step, at: int) -> _Taken | None:
        for way in self._ways(step, at):
            if (found := self.from_(way, at)) is not None:
                return found
        return None

    def _ways(self, step: Step, at: int) -> Sequence[Step]:
        """Return the steps possible at an index: by the next word, then by a colon before it."""
        if at < self.end and (word := self.tokens[at].word) not in _SILENT:
            return step.ways_by(word)
        first = self._first(at)
        if first == self.end:
            return step.ways
        ways = step.ways_by(self.tokens[first].word)
        # Only a colon: commas stand anywhere, and imply nothing about what follows.
        marked = {way for one in self.tokens[at:first] if one.word == ":" for way in step.ways_by(":")}
        return [*ways, *(way for way in step.ways if way in marked and way not in ways)]

    def _after_word(self, words: frozenset[str], at: int) -> int:
        """Return the index after one of some words, skipping punctuation before it, 0 if there is none."""
        while at < self.end:
            token = self.tokens[at]
            if token.word in words and not token.is_quoted:
                return at + 1
            if token.word not in _SILENT:
                return 0
            at += 1
        return 0

    def _first(self, at: int) -> int:
        """Return the index of the next word, skipping punctuation."""
        while at < self.end and self.tokens[at].word in _SILENT:
            at += 1
        return at

    def _by_slot(self, step: Step, slot: Slot, at: int) -> _Taken | None:
        first, after = self._first(at), step.ways[0]
        if step.cues and step.cues.isdisjoint(self._said(first)):
            return None
        for last in self._fitting(after, first + 1):
            rest = self.from_(after, last)
            if rest and any(name == slot.name for name, _ in rest):
                continue  # no repetition: '7th Dec' is one day, not two
            if rest is not None and (value := self.read(slot.type, first, last)) is not None:
                return (*rest, (slot.name, value))
        return None

    def _said(self, start: int) -> Set[str]:
        """Return the lookup keys of the words from an index."""
        if start not in self.said:
            behind = self._said(start + 1) if start + 1 < self.end else frozenset()
            self.said[start] = behind | cues_in(self.tokens[start : min(start + 1, self.end)])
        return self.said[start]

    def _fitting(self, step: Step, start: int) -> list[int]:
        """Return the indexes from `start` at which a step matches to the end, many slots share it."""
        known, found = self.fitting.get(step, (self.end + 1, []))
        opens = step.opens
        for at in range(known - 1, start - 1, -1):
            if self._may_open(opens, at) and self.from_(step, at) is not None:
                found = [at, *found]
            self.fitting[step] = (at, found)
        return found if start <= known else found[bisect_left(found, start) :]

    def _may_open(self, opens: frozenset[str], at: int) -> bool:
        if _ANY in opens:
            return True
        while at < self.end and (word := self.tokens[at].word) not in opens:
            if word not in _SILENT:
                return _NOTHING in opens and self.tokens[at].is_mark
            at += 1
        return at < self.end or _NOTHING in opens


def _needs(nodes: Sequence[Node]) -> Iterator[frozenset[str]]:
    """Yield sets of words. A matching clause has a word of each."""
    for node in nodes:
        if isinstance(node, Slot):
            words = cues_of(node.type)
        elif not isinstance(node, OneOf):
            words = node.words
        elif node.is_optional:
            continue
        else:
            each = [next(_needs(one), frozenset[str]()) for one in node.sequences]
            words = frozenset[str]().union(*each) if all(each) else frozenset()
        if words:
            yield words


def _lasts(nodes: Sequence[Node]) -> tuple[frozenset[str], bool]:
    """Return the words that may end a matching clause, and whether it may be empty."""
    found = frozenset[str]()
    for node in reversed(nodes):
        words, may_be_empty = _lasts_of(node)
        found |= words
        if not may_be_empty:
            return found, False
    return found, True


def _lasts_of(node: Node) -> tuple[frozenset[str], bool]:
    if isinstance(node, Slot):
        return frozenset((_ANY,)), False
    if not isinstance(node, OneOf):
        return node.words, False
    each = [_lasts(one) for one in node.sequences]
    return frozenset[str]().union(*(words for words, _ in each)), node.is_optional or any(
        so for _, so in each
    )


def _opens(step: Step) -> frozenset[str]:
    if step is _END:
        return frozenset((_NOTHING,))
    if step.slot:
        return frozenset((_ANY,))
    return step.words or frozenset[str]().union(*(way.opens for way in step.ways))


def _same(words: frozenset[str]) -> frozenset[str]:
    """Return the shared instance of a set of words."""
    return _sets.setdefault(words, words)


def _by_word(ways: Sequence[Step]) -> dict[str, tuple[Step, ...]]:
    """Return the steps by next word. '' holds those that any other word may reach."""
    words = {word for way in ways if not way.opens & _OPEN for word in way.opens}
    found = {word: tuple(way for way in ways if way.opens & {word, *_OPEN}) for word in words}
    return {**found, "": tuple(way for way in ways if way.opens & _OPEN)}
