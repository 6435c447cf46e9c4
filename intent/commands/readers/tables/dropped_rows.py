"""Reads which rows of the table at hand are to be taken out: 'delete row 2', 'Ash is sold, take it out'."""

from collections.abc import Sequence
from dataclasses import dataclass

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.tables.places import places_of
from intent.commands.tables.words import TableWords
from intent.commands.words import key_of

_ROW, _ROWS = ("row", "line", "entry"), ("rows", "lines", "entries", "both", "all")
_BESIDE = ("the", "of", "for", "with", "'s", "that", "this", *_ROW, *_ROWS)
_SO = ("so", "and", ",", "-", "–", ";")
_LONGEST, _LONGEST_NAME = 14, 6  # words of a reason, and of a row's name


@dataclass(frozen=True, slots=True)
class DroppedRows:
    """The numbers from 0 of rows that are to be taken out."""

    rows: tuple[int, ...]
    free_words: int = -3  # more certain than a question that leaves them out


@slot_type("table_rows")
def _table_rows(words: Words) -> DroppedRows | None:
    """Return the row that words name, several only if they are said to be."""
    at_hand, said = words.situation.table, [one.word for one in words.tokens]
    return _named(said, at_hand) if at_hand else None


@slot_type("row_told")
def _row_told(words: Words) -> DroppedRows | None:
    """Return the row that a reason begins with: 'the Yamaha has been sold, so'."""
    at_hand, said = words.situation.table, [one.word for one in words.tokens]
    if at_hand is None or not 1 < len(said) <= _LONGEST:
        return None
    while said and said[-1] in _SO:
        said.pop()
    verbs = [at for at, one in enumerate(said[: _LONGEST_NAME + 2]) if key_of("tells_state", one)]
    return _named(said[: verbs[0]], at_hand) if verbs and verbs[0] else None


def _named(said: Sequence[str], at_hand: TableWords) -> DroppedRows | None:
    name, several = tuple(one for one in said if one not in _BESIDE), any(one in _ROWS for one in said)
    numbered = len(name) == 1 and name[0].isdigit() and any(one in _ROW for one in said)
    found = _at_number(int(name[0]), at_hand) if numbered else _called(name, at_hand)
    return DroppedRows(tuple(sorted(found))) if len(found) == 1 or (found and several) else None


def _at_number(number: int, at_hand: TableWords) -> set[int]:
    return {number - 1} & {*range(len(at_hand.rows))}


def _called(name: tuple[str, ...], at_hand: TableWords) -> set[int]:
    """Return the rows with a cell that is called so, else those of which a name holds the words."""
    if not 0 < len(name) <= _LONGEST_NAME:
        return set()
    places = places_of(at_hand)
    held = {row for row, column in places.holding(name) if at_hand.names_things(column)}
    return {row for row, _ in places.called(name)} or held
