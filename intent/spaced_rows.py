"""Rows below a heading whose cells are set apart by single blanks, or each row by other marks.

'item qty price' above 'bolts 40 0.20' is a table only if every row fits the heading in one way. The caller
takes anything else for text.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from intent.typed_cells import MEASURE

_Row = tuple[str, ...]
_MARKS = re.compile(r"\s*(?:[;|\t]|,(?=\s))\s*|\s+[-–—]\s+")
_DATA = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|yes|no|y|n|x|ja|nein", re.I)
_ENDS = (":", ".", "!", "?")  # mark a line as a sentence, not a row
_LEAST_WIDE, _LEAST_ROWS = 3, 2
# No row has such a word: 'Shopping for Friday' above 'buy 3 pots' is no heading.
_PROSE = re.compile(
    r"\b(?:an?|the|for|of|to|in|on|at|by|with|and|or|but|is|are|was|were|have|has|had|do|does|did|i|we|you|he|she|it|they|this|that|these|those|my|our|your|his|her|their|please|add|create|make|remind|note|put|book|move|delete|mark|set|need|want|call|buy|send)\b",
    re.I,
)
# What figures stand below, unlike in 'team meeting Monday' above 'Bo 2 slides'.
_MEASURED = re.compile(
    r"\w{2,}s|qty|quantity|price|cost|amount|total|count|number|rate|fee|pay|age|stock|weight|length|height|width|size|km|kg|min|max|minimum|maximum|target|budget|spent|sold|paid|owed|balance|score|sum|value|year|menge|preis|anzahl|betrag|alter|precio|cantidad|importe|edad",
    re.I,
)


class Spaced(NamedTuple):
    """A heading, its rows, and where they are in the message."""

    head: _Row
    rows: list[_Row]
    start: int
    end: int


def read_spaced(message: str) -> Spaced | None:
    """Return the first such table of a message, or None."""
    for start, lines in _runs(message):
        for split in (_by_marks, _by_blanks):
            if (found := _fitted(lines, split(lines))) is not None:
                return Spaced(found[0], found[1:], start, start + len("\n".join(lines)))
    return None


def _runs(message: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines between blank lines and sentences, with where they begin."""
    start, at, lines = 0, 0, list[str]()
    for line in [*message.split("\n"), ""]:
        if not line.strip() or line.rstrip().endswith(_ENDS):
            if lines:
                yield start, lines
            lines, start = [], at + len(line) + 1
        else:
            lines.append(line)
        at += len(line) + 1


def _by_marks(lines: Sequence[str]) -> list[_Row]:
    return [tuple(_MARKS.split(line.strip())) for line in lines]


def _by_blanks(lines: Sequence[str]) -> list[_Row]:
    """Return the words of each line. More words than the heading has are a first cell of several words."""
    rows = [tuple(line.split()) for line in lines]
    wide = len(rows[0])
    return [rows[0], *(_joined(row, wide) for row in rows[1:])]


def _joined(row: _Row, wide: int) -> _Row:
    more = len(row) - wide
    is_certain = more > 0 and all(map(_is_data, row[more + 1 :])) and not any(map(_is_data, row[: more + 1]))
    return (" ".join(row[: more + 1]), *row[more + 1 :]) if is_certain else row


def _fitted(lines: Sequence[str], rows: list[_Row]) -> list[_Row] | None:
    """Return the rows if all are as wide as the heading, and figures are below one of its names at least."""
    head, *body = rows
    fits = len(body) >= _LEAST_ROWS and {len(row) for row in rows} == {len(head)} and all(map(all, rows))
    if not fits or len(head) < _LEAST_WIDE or len({*head}) < len(head) or any(map(_PROSE.search, lines)):
        return None
    columns = zip(head, zip(*body, strict=True), strict=True)
    measured = (_MEASURED.fullmatch(name) and all(map(MEASURE.fullmatch, cells)) for name, cells in columns)
    return rows if any(measured) and not any(map(_is_data, head)) else None


def _is_data(cell: str) -> bool:
    return bool(MEASURE.fullmatch(cell) or _DATA.fullmatch(cell))
