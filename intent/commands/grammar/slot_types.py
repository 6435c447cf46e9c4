"""Slot types: each reads words of a clause into a value, or returns None."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from operator import attrgetter
from pkgutil import walk_packages
from typing import Any, TypeVar

from intent.commands.grammar.tokens import Token
from intent.commands.types import Situation
from intent.commands.words import cue_words

_Value = TypeVar("_Value")
Known = dict[tuple[object, tuple[Token, ...]], Any]


@dataclass(frozen=True, slots=True)
class Words:
    """Consecutive words of a message, `source`. `known` caches what was read from its words so far."""

    source: str
    tokens: tuple[Token, ...]
    situation: Situation
    known: dict[tuple[object, tuple[Token, ...]], Any] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def text(self) -> str:
        """Return the words as written, for a single quotation its content."""
        return text_of(self.source, self.tokens)

    def part(self, tokens: Sequence[Token]) -> "Words":
        """Return some of the words, without punctuation at their ends."""
        return Words(self.source, strip_punctuation(tokens), self.situation, self.known)

    def once(self, read: "Callable[[Words, Sequence[Token]], _Value]", tokens: Sequence[Token]) -> "_Value":
        """Return a reader's result for some of the words, cached per message."""
        key = (read, tuple(tokens))
        if key not in self.known:
            self.known[key] = read(self, tokens)
        value: _Value = self.known[key]
        return value


Reader = Callable[[Words], Any | None]
Cues = Callable[[], frozenset[str]]
_TYPES: dict[str, Reader] = {}
_CUES: dict[str, Cues] = {}
_FREE: set[str] = set()


def slot_type(*names: str, cues: Cues = frozenset, free: bool = False) -> Callable[[Reader], Reader]:
    """Register a reader under its type names in templates. Raises ValueError if one is taken.

    `cues` are words, or shapes of words. Every value contains one, and clauses without any aren't read.
    A `free` type takes any words.
    """

    def registered(reader: Reader) -> Reader:
        if taken := [name for name in names if name in _TYPES]:
            raise ValueError(f"There is a slot type {taken[0]!r} already.")
        _TYPES.update(dict.fromkeys(names, reader))
        _CUES.update(dict.fromkeys(names, cues))
        _FREE.update(names if free else ())
        return reader

    return registered


def words_in(table: str) -> Cues:
    """Return the cues of a type whose values contain a form of a table."""
    return partial(cue_words, table)


@cache
def cues_of(type_: str) -> frozenset[str]:
    """Return words, one of which is in every value of a type, empty if it may have any. Raises KeyError."""
    slot_types()
    return _CUES[type_]()


def is_free(type_: str) -> bool:
    """Return whether values of a type are free text."""
    return type_ in _FREE


def read_slot(type_: str, words: Words) -> Any | None:
    """Return the value of some words for a slot type, or None. Raises KeyError for an unknown type."""
    key = (type_, words.tokens)
    if key not in words.known:
        words.known[key] = slot_types()[type_](words)
    return words.known[key]


@cache
def slot_types() -> Mapping[str, Reader]:
    """Return the readers of all types, as registered by the modules of `readers/`."""
    package = import_module("intent.commands.readers")
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    return _TYPES


def words_of(source: str, tokens: Sequence[Token], situation: Situation) -> Words:
    """Return consecutive tokens, without punctuation at the ends, as Words."""
    return Words(source, strip_punctuation(tokens), situation)


def strip_punctuation(
    tokens: Sequence[Token], is_mark: Callable[[Token], bool] = attrgetter("is_mark")
) -> tuple[Token, ...]:
    """Return tokens without punctuation at their ends."""
    start, end = 0, len(tokens)
    while start < end and is_mark(tokens[start]):
        start += 1
    while start < end and is_mark(tokens[end - 1]):
        end -= 1
    return tuple(tokens[start:end])


def text_of(source: str, tokens: Sequence[Token]) -> str:
    """Return the original text of consecutive tokens."""
    if not tokens:
        return ""
    text = tokens[0].text if len(tokens) == 1 else source[tokens[0].start : tokens[-1].end]
    return " ".join(text.split())
