"""Sentence templates: `(mark|set) {thing} [as|to] {state}`.

`[x]` is optional, `(a|b)` is one of these, `(a|b)*` any number of them, `<name>` is a rule, `{slot}` or
`{slot:type}` takes a value of its type.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from intent.commands.grammar.tokens import fold

_PIECE = re.compile(r"\[|\]|\(|\)\*|\)|\||<[\w-]+>|\{[\w-]+(?::[\w-]+)?\}|[^\[\]()|<>{}\s]+")
_OPEN, _SHUT = {"[", "("}, {"]", ")", ")*", "|"}


@dataclass(frozen=True, slots=True)
class Words:
    """One of some words."""

    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Slot:
    """A value: its slot's name in the command, and the type that reads it."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several sequences. `is_optional` allows none, `is_repeated` any number of them in a row."""

    sequences: tuple["Sequence", ...]
    is_optional: bool = False
    is_repeated: bool = False


Node = Words | Slot | OneOf
Sequence = tuple[Node, ...]


class Rules:
    """Named templates that others include. Each is parsed once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._parsed: dict[str, Node] = {}

    def parsed(self, name: str) -> Node:
        """Return a rule as a node. Raises KeyError if it doesn't exist."""
        if name not in self._parsed:
            nodes = parse_template(self._texts[name], self)
            self._parsed[name] = nodes[0] if len(nodes) == 1 else OneOf((nodes,))
        return self._parsed[name]


def parse_template(text: str, rules: Rules) -> Sequence:
    """Return a template as nodes. Raises ValueError if it is malformed, KeyError if a rule is missing."""
    pieces = _PIECE.findall(text)
    sequences, rest = _alternatives(pieces, rules)
    if rest:
        raise ValueError(f"{rest[0]!r} closes nothing in: {text}")
    return sequences[0] if len(sequences) == 1 else (OneOf(sequences),)


def _alternatives(pieces: list[str], rules: Rules) -> tuple[tuple[Sequence, ...], list[str]]:
    """Return the sequences up to the closing piece, and the rest, starting with that piece."""
    sequences: list[Sequence] = []
    nodes: list[Node] = []
    while pieces and pieces[0] not in (_SHUT - {"|"}):
        piece, pieces = pieces[0], pieces[1:]
        if piece == "|":
            sequences.append(tuple(nodes))
            nodes = []
        elif piece in _OPEN:
            node, pieces = _group(piece, pieces, rules)
            nodes.append(node)
        else:
            nodes.append(_single(piece, rules))
    return (*sequences, tuple(nodes)), pieces


def _group(opened: str, pieces: list[str], rules: Rules) -> tuple[Node, list[str]]:
    sequences, rest = _alternatives(pieces, rules)
    if not rest:
        raise ValueError(f"{opened!r} is never closed")
    closed, rest = rest[0], rest[1:]
    if opened == "(" and closed == ")" and all(_is_word(one) for one in sequences):
        return Words(
            frozenset().union(*(one[0].words for one in sequences if isinstance(one[0], Words)))
        ), rest
    repeated = closed == ")*"
    return OneOf(sequences, is_optional=opened == "[" or repeated, is_repeated=repeated), rest


def _is_word(sequence: Sequence) -> bool:
    return len(sequence) == 1 and isinstance(sequence[0], Words)


def _single(piece: str, rules: Rules) -> Node:
    if piece.startswith("<"):
        return rules.parsed(piece[1:-1])
    if piece.startswith("{"):
        name, _, type_ = piece[1:-1].partition(":")
        return Slot(name, type_ or name)
    return _word(piece)


@cache
def _word(piece: str) -> Words:
    return Words(frozenset((fold(piece),)))


def slots_of(sequence: Sequence) -> Iterator[Slot]:
    """Yield the slots of a template."""
    for node in sequence:
        if isinstance(node, Slot):
            yield node
        elif isinstance(node, OneOf):
            for one in node.sequences:
                yield from slots_of(one)
