"""Reads a pasted table as new things: its columns are task, person and due date."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from intent.commands.grammar.slot_types import Words, read_slot, slot_type, words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.titles import read_title
from intent.commands.tables.column_names import are_of_work
from intent.commands.types import Entry, Situation
from intent.commands.words import key_of
from intent.material import read_material
from intent.typed_cells import Cell

_TITLES = ("title", "task", "milestone")  # keys of the title column
_NUMBER = "number"
_FILES = (".csv", ".tsv", ".xlsx")


def read_table(words: Words, titles: Sequence[str] = _TITLES) -> tuple[Entry, ...] | None:
    """Return the items of a table that has a title column, under one of these keys."""
    material = read_material(_lines_of(words))
    return _entries(material.columns, material.rows, words, titles) if material else None


def has_header(words: Words) -> bool:
    """Return whether a text is a table with a header: a title column, or figures below their name."""
    material = read_material(_lines_of(words))
    titled = material and any(key_of("entry_column", name) in _TITLES for name in material.columns)
    return bool(titled) or holds_figures(_lines_of(words))


def holds_figures(text: str) -> bool:
    """Return whether a text holds a table with a column of figures below its name, beside numbers of rows."""
    material = read_material(text)
    if material is None or not material.columns:
        return False
    cells = zip(material.columns, zip(*material.rows, strict=False), strict=False)
    kept = (one for name, one in cells if key_of("entry_column", name) not in (*_TITLES, _NUMBER))
    return any(not any(isinstance(cell, str) for cell in one) for one in kept)


@slot_type("rows_at_hand")
def _rows_at_hand(words: Words) -> tuple[Entry, ...] | None:
    """Return the rows of the table at hand as new things: 'make tasks out of these', 'from jobs.csv'."""
    there, named = words.situation.table, key_of("rows_at_hand", words.text)
    if there is None or are_of_work(there.columns) or not (named or words.text.lower().endswith(_FILES)):
        return None
    return _entries(there.columns, there.rows, words, _TITLES)


def _entries(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]], words: Words, titles: Sequence[str]
) -> tuple[Entry, ...] | None:
    """Return one thing per row, if a column has titles, or None if a cell doesn't fit its column."""
    keys = [key_of("entry_column", name) for name in columns]
    if len([key for key in keys if key in titles]) != 1:
        return None
    found = [_entry(dict(zip(keys, row, strict=False)), _rest(keys, columns, row), words) for row in rows]
    return tuple(one for one in found if one) if all(found) else None


for _kind in ("task", "milestone"):
    slot_type(f"{_kind}_table")(partial(read_table, titles=(_kind,)))


def _lines_of(words: Words) -> str:
    """Return the complete lines of some words, with the table's frame."""
    first, last = words.tokens[0].start, words.tokens[-1].end
    end = words.source.find("\n", last)
    return words.source[words.source.rfind("\n", 0, first) + 1 : end if end >= 0 else None]


def _entry(cells: Mapping[str, Cell], rest: str, words: Words) -> Entry | None:
    """Return a row as a thing, or None if a cell doesn't fit its column."""
    text = next((str(cells[key]) for key in _TITLES if cells.get(key)), "")
    title = _read("title", text, words.situation) and read_title(_words(text, words.situation))
    said = {
        name: _read(type_, str(cells[name]), words.situation)
        for name, type_ in _OWN.items()
        if cells.get(name)
    }
    if said.get("assignee", "") is None:  # whoever is in a column of people is one: 'Crew A (Omar)'
        said["assignee"] = str(cells["assignee"])
    if not title or text.isdigit() or None in said.values():  # a number names no work
        return None
    return Entry(title, description=rest, **said)


_OWN = {"due": "day", "assignee": "person", "priority": "priority"}


def _rest(keys: Sequence[str], columns: Sequence[str], row: Sequence[Cell]) -> str:
    """Return the cells of a row's other columns, line by line."""
    known = (*_TITLES, *_OWN, _NUMBER)
    named = zip(columns, keys, row, strict=False)
    return "\n".join(f"{name}: {cell}" for name, key, cell in named if cell and key not in known)


def _read(type_: str, text: str, situation: Situation) -> Any:
    return read_slot(type_, _words(text, situation))


def _words(text: str, situation: Situation) -> Words:
    return words_of(text, tokenize(text), situation)
