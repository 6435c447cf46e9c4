"""Reads a correction of cells in the table at hand: 'Wednesday was 201 and not 210', 'row 3 hours is 12'."""

import re
from dataclasses import dataclass, field

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.readers.tables.cell_terms import CellTerms
from intent.commands.words import as_words, at_start, is_within
from intent.typed_cells import Cell

_LONGEST = 24  # words
_NOT_SO = re.compile(
    r"\d,? (?:(?:a|an|per) \w+ |[a-z]+ )?(?:(?:and |but )?not|instead of|rather than) \d", re.IGNORECASE
)

_THEIRS = re.compile(r"\b(?:his|her|their)\b", re.IGNORECASE)
_THEY = re.compile(r"\b(?:he|she|they)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CellChange:
    """New values of a row's cells, each with its possible columns. Of several the person is asked for one.

    `rows` are the numbers from 0 of the rows that it may be. Without any it is the row changed right before.
    It `adds` if it is one more payment: 'Ann paid 80 this morning'.
    """

    rows: tuple[int, ...]
    cells: tuple[tuple[tuple[str, ...], Cell], ...]
    adds: bool = False
    free_words: int = field(default=-2, compare=False)  # more certain than a question that names the same


@slot_type("cell_change")
def _cell_change(words: Words) -> CellChange | None:
    """Return a change of the named row: 'Ted has paid', 'set Ted's rent to 12'."""
    found = read_change(words)
    return found if found and found.rows else None


@slot_type("cell_change_on")
def _cell_change_on(words: Words) -> CellChange | None:
    """Return a change of the row changed right before: 'change his to paid'."""
    found = read_change(words)
    return found if found and not found.rows else None


def read_change(words: Words) -> CellChange | None:
    """Return the change to cells of the table at hand, or None if any word doesn't belong."""
    at_hand = words.situation.table
    if at_hand is None or not 1 < len(words.tokens) <= _LONGEST or _is_asked(words):
        return None
    terms = CellTerms(at_hand, words)
    if not terms.read():
        return None
    return CellChange(tuple(sorted(terms.rows or ())), tuple(terms.cells), terms.adds)


def orders_change(said: str) -> bool:
    """Return whether words order a change or correct something, so that no filter can answer them."""
    words = as_words(said)
    return words[:1] == ("no",) or is_within("cell_ordered", words)


def corrects_figure(said: str) -> bool:
    """Return whether words say that a figure was wrong: 'I got that wrong', 'spokes 36 not 32'."""
    return is_within("cell_wrong", as_words(said)) or bool(_NOT_SO.search(said))


def _is_asked(words: Words) -> bool:
    """Return whether it is a question, which 'could you set his rent to 12?' isn't."""
    begins = at_start("cell_word", tuple(one.word for one in words.tokens))[0]
    asks = words.source[words.tokens[-1].end :].lstrip().startswith("?")
    return begins == "link" or (asks and begins != "order")


def name_pointed_row(said: str, key: str, name: str) -> str:
    """Return a question about 'that week' with the row's name instead, without 'now': that isn't its day."""
    named = re.sub(rf"\b(?:that|this) {re.escape(key)}\b", lambda _: name, said, flags=re.IGNORECASE)
    return said if named == said else re.sub(r"\s+now\b", "", named, flags=re.IGNORECASE)


def name_whose_row(said: str, name: str) -> str:
    """Return a question about 'his total', or what 'they' owe, with the name of the row instead."""
    theirs = _THEIRS.sub(lambda _: f"{name}'s", said)
    return _THEY.sub(lambda _: name, theirs)
