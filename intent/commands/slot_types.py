"""The types of slots: each reads words of a clause into a value, or returns None if they are none."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from intent.commands.tokens import Token
from intent.commands.types import Situation


@dataclass(frozen=True, slots=True)
class Words:
    """Some words of a message, `source`, in a row."""

    source: str
    tokens: tuple[Token, ...]
    situation: Situation

    @property
    def text(self) -> str:
        """The words as they are written; of one quotation its inside."""
        return text_of(self.source, self.tokens)


Reader = Callable[[Words], Any | None]
_TYPES: dict[str, Reader] = {}
FREE = {
    "included",
    "rule_for_work",
    "text",
    "sentence",
    "title",
    "short_title",
    "bare_title",
    "titles",
    "dated_titles",
    "project_title",
    "bare_project_title",
    "new_project_title",
    "aim",
    "heading",
    "name",
    "value",
    "rest",
    "somebody",
    "topic",
    "recalled",
    "proper",
    "another",
    "owners",
    "person",
    "set_off",
    "doer",
    "doer_alone",
    "proper_aside",
    "one_name",
    "skill",
}  # types that take any words


def slot_type(*names: str) -> Callable[[Reader], Reader]:
    """Register a reader under the names by which templates ask for it. Raises ValueError if one is taken."""

    def registered(reader: Reader) -> Reader:
        if taken := [name for name in names if name in _TYPES]:
            raise ValueError(f"There is a slot type {taken[0]!r} already.")
        _TYPES.update(dict.fromkeys(names, reader))
        return reader

    return registered


def read_slot(type_: str, words: Words) -> Any | None:
    """Return the value of some words as a slot of a type, or None. Raises KeyError for an unknown type."""
    return slot_types()[type_](words)


@cache
def slot_types() -> Mapping[str, Reader]:
    """Return the readers of all types, which the modules of `readers/` register."""
    package = import_module("intent.commands.readers")
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    return _TYPES


def words_of(source: str, tokens: Sequence[Token], situation: Situation) -> Words:
    """Return a row of tokens, without the marks at its ends, as words."""
    row = list(tokens)
    while row and row[0].is_mark:
        row.pop(0)
    while row and row[-1].is_mark:
        row.pop()
    return Words(source, tuple(row), situation)


def text_of(source: str, tokens: Sequence[Token]) -> str:
    """Return what tokens in a row say, as it is written."""
    if not tokens:
        return ""
    text = tokens[0].text if len(tokens) == 1 else source[tokens[0].start : tokens[-1].end]
    return " ".join(text.split())
