"""A table that was pasted into a message: CSV, Markdown, or a list whose lines have several values.

Its text is data: the readers of commands see only the person's own words around it.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from intent.even_rows import Line, make_even
from intent.labelled_cells import columns_of
from intent.named_amounts import read_named_amounts
from intent.spaced_rows import read_spaced
from intent.typed_cells import MEASURE, Cell, typed

_Row = tuple[str, ...]
_MARKDOWN = re.compile(r"^\s*\|.*\|\s*$")
_RULE = re.compile(r"^\s*\|?[\s|:-]*-[\s|:-]*\|?\s*$")
_BULLET = re.compile(r"^\s*(?:[-*•–·]|\d{1,3}[.)])\s+(?P<line>\S.*)$")
_PAIR = re.compile(r"^(?P<name>[^:,;]{1,60}):\s+(?P<value>\S.*)$")
_THOUSANDS, _HELD = re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), "\x1f"  # a comma within a number of a list
_LOOSE_PAIR = re.compile(
    r"^\s*(?P<name>[^\W\d_][^:,;|\t?!]{0,40}?)(?:\s*:\s+|\s*=\s*)(?P<value>\S.{0,80}?)\s*$"
)
_LOOSE_NUMBER = re.compile(
    r"^\s*(?P<name>[^\W\d_][^:,;|\t?!\d]{0,40}?)\s+[-–]?\s*(?P<value>[€$£]?-?\d[\d.,]*\s?(?:%|[€$£]|[^\W\d_]{1,4})?)\s*$"
)
_LISTED_NUMBER = re.compile(
    r"^\s*(?P<name>(?=\S*[^\W\d_])\w[^:,;|\t?!]{0,40}?)\s+[-–]?\s*(?P<value>[€$£]?-?\d[\d.,]*\s?(?:%|[€$£]|[^\W\d_]{1,6})?)\s*$"
)  # a name that contains figures: 'elbow 15mm 30'
_DASHES = (" - ", " – ")
_LOOSE = (":", "#", *_DASHES)  # kinds of lines that only count as a table if there are several
_LEAST_LOOSE = 3
_SURE = ("\t", ";", "|", " ")  # kinds that no sentence is of
UNNAMED = ("Name", "Value")  # columns for lines like 'Jars: 240'
_LISTED = re.compile(r"\s*[,;]\s+(?:(?:and|und|y)\s+)?|\s+(?:and|und|y)\s+")
_LIST_END = re.compile(r"[.!?]\s+(?=[A-Z])|\n")  # between the items of a one-line list
_DELIMITERS = ("\t", ";", ",")
_ENDS = (":", ".", "!", "?")  # mark a line as a sentence, not a row
_LONGEST = 8  # words of a CSV cell with commas, or of a cell set off by blanks
# What a line with commas above the rows asks for: 'as csv please, columns are dog, owner'.
_ORDER = re.compile(
    r"\b(?:(?:as|to|into)\s+(?:an?\s+)?(?:csv|excel|xlsx?|spreadsheet)|(?:columns?(?:\s+names)?|headings?)\s+(?:are|should))\b",
    re.I,
)
# A day, a telephone number or an address, which above others of its kind is no column's name.
_DATUM = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4}|\.)?|\+?\d[\d ()/-]{6,}|\S+@\S+\.\w+")
_COUNTED = re.compile(r"[^:]{1,30}:\s.*\d")  # 'Ann: roof 31', which is a row's beginning
_APART = re.compile(r"\s{3,}|\t+")
_CLOSE, _LEAST_CLOSE = re.compile(r"\s{2,}"), 3  # two blanks set apart three cells or more


@dataclass(frozen=True, slots=True)
class Material:
    """Rows at `start` to `end` of a message. `columns` is empty if they have no header.

    `units` has one entry per column: the unit shared by all its cells, which is removed from them, else ''.
    `is_loose` marks lines like 'Jars: 240', which may not be a table at all.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    start: int
    end: int
    units: tuple[str, ...]
    is_loose: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Return the column names, without a header, 'Name' and 'Value', or numbers."""
        if self.columns:
            return self.columns
        return UNNAMED if self.width == 2 else tuple(f"Column {one}" for one in range(1, self.width + 1))

    @property
    def width(self) -> int:
        return max((len(row) for row in self.rows), default=0)


def read_material(message: str) -> Material | None:
    """Return the largest table of a message, or None. A table has at least two lines.

    A single column counts as a table only if it is between bars.
    """
    if message.count("\n") < 1:
        return None
    if named := read_named_amounts(message):
        cells, units = typed(named.rows)
        return Material(named.head, cells, named.start, named.end, units)
    lines = list(_lines(message))
    blocks = [
        block for block in _blocks(lines) if len(block) >= _least(block) and not _is_of_prose(block, lines)
    ]
    best = max(blocks, key=len, default=None)
    if (best is None or best[0].kind in _LOOSE[:2]) and (spaced := read_spaced(message)):
        cells, units = typed(spaced.rows)
        return Material(tuple(_named(spaced.head)), cells, spaced.start, spaced.end, units)
    return _material(best) if best and not _breaks_off(best, lines) else None


def _is_of_prose(block: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Return whether rows are at most half of a list whose other items are sentences."""
    runs = (list(run) for kind, run in groupby(lines, key=lambda line: line.kind) if kind == "-")
    run = next((one for one in runs if one[0].start <= block[0].start <= one[-1].start), ())
    return 2 * len(block) <= len(run)


def _breaks_off(block: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Return whether a row of figures beside a table does not fit it: sums would lack it."""
    before = [one for one in lines if one.end < block[0].start][-1:]
    after = [one for one in lines if one.start > block[-1].end][:1]
    return any(_is_lost_row(one, block[0].kind) for one in (*before, *after))


def _is_lost_row(line: Line, kind: str) -> bool:
    if kind == ",":
        return line.kind == kind and bool(MEASURE.fullmatch(line.cells[-1]))
    if kind not in _SURE or line.said.endswith(_ENDS) or not any(map(str.isdigit, line.said)):
        return False
    return line.kind == kind or (kind == " " and line.kind in ("", "#"))


def read_listed(message: str) -> Material | None:
    """Return the items of one line after a colon as rows: 'add up these: feed 120.50, straw 34.25'.

    Semicolons, if any, end the rows: 'Rex, collie, 4; Bella, pug, 2'.
    """
    head, colon, rest = message.partition(":")
    start = len(message) - len(rest.lstrip())
    end = found.start() if (found := _LIST_END.search(message, start)) else len(message)
    text = message[start:end].rstrip(" .!?\n")
    rows = _listed_rows(text) if colon and "\n" not in text else None
    if rows is None:
        return None
    cells, units = typed(rows)
    return Material((), cells, len(head) + 1, end, units, is_loose=True)


def _listed_rows(text: str) -> list[tuple[str, ...]] | None:
    """Return the rows of a one-line list, or None unless there are two or more of the same width."""
    if ";" in text:
        rows = [tuple(one.strip() for one in row.split(",")) for row in text.split(";") if row.strip()]
        return rows if len(rows) > 1 and len({*map(len, rows)}) == 1 and len(rows[0]) > 1 else _pairs(text)
    return _pairs(text)


def _pairs(text: str) -> list[tuple[str, ...]] | None:
    """Return the (name, value) rows of a list."""
    items = [one.strip() for one in _LISTED.split(text)]
    matches = (pattern.match(item) for item in items for pattern in (_LOOSE_PAIR, _LISTED_NUMBER))
    pairs: list[tuple[str, ...]] = [(one["name"].strip(), one["value"].strip()) for one in matches if one]
    return pairs if 1 < len(items) == len(pairs) else None


def _least(block: Sequence[Line]) -> int:
    return _LEAST_LOOSE if block[0].kind in _LOOSE else 2


def _lines(message: str) -> Iterator[Line]:
    start = 0
    for line in message.split("\n"):
        kind, cells = _read_line(line)
        yield Line(kind, cells, line.strip(), start, start + len(line))
        start += len(line) + 1


def _read_line(line: str) -> tuple[str, tuple[str, ...]]:
    if _MARKDOWN.match(line):
        parts = re.split(r"(?<!\\)\|", line.strip().strip("|"))
        return "|", tuple(str(part).strip().replace("\\|", "|") for part in parts)
    if bullet := _BULLET.match(line):
        return "-", _items(bullet["line"])
    if (pair := _LOOSE_PAIR.match(line)) and MEASURE.fullmatch(pair["value"]):
        return _LOOSE[0], (pair["name"].strip(), pair["value"])
    if "|" in line.strip("| "):
        return "|", tuple(part.strip() for part in line.split("|"))
    return _delimited(line)


def _delimited(line: str) -> tuple[str, tuple[str, ...]]:
    if (dash := next((one for one in _DASHES if line.count(one) > 1), "")) and not line.endswith(_ENDS):
        return dash, tuple(cell.strip() for cell in line.split(dash))
    for delimiter in _DELIMITERS:
        if delimiter in line and (cells := _cells(line, delimiter)):
            return delimiter, cells
    if cells := _set_apart(line):
        return " ", cells
    for kind, pattern in zip(_LOOSE[:2], (_LOOSE_PAIR, _LOOSE_NUMBER), strict=True):
        if pair := pattern.match(line):
            return kind, (pair["name"].strip(), pair["value"].strip())
    return "", ()


def _items(line: str) -> tuple[str, ...]:
    """Return the values of a list item: 'Blue mug, 12 pcs, 7.90 EUR', 'Rent: 900'."""
    if pair := _PAIR.match(line):
        return pair["name"].strip(), *_items(pair["value"])
    delimiter = next((one for one in ("\t", ";", " | ", ", ", " – ", " - ") if one in line), None)
    return tuple(part.strip() for part in line.split(delimiter)) if delimiter else (line.strip(),)


def _cells(line: str, delimiter: str) -> tuple[str, ...]:
    given = line.strip(" \r\n")
    if delimiter + " " in given:  # then '1,240' is one number
        given = _THOUSANDS.sub(_HELD, given)
    cells = tuple(cell.strip().replace(_HELD, ",") for cell in next(csv.reader([given], delimiter=delimiter)))
    prose = delimiter == "," and (
        line.rstrip().endswith(_ENDS) or any(len(cell.split()) > _LONGEST for cell in cells)
    )
    return () if prose else cells


def _set_apart(line: str) -> tuple[str, ...]:
    """Return the cells of a line separated by several blanks, as in text copied from a page or a sheet."""
    cells = tuple(_APART.split(line.strip()))
    near = tuple(_CLOSE.split(line.strip()))
    cells = near if len(near) >= _LEAST_CLOSE else cells
    prose = line.rstrip().endswith(_ENDS) or any(len(cell.split()) > _LONGEST for cell in cells)
    return () if prose or len(cells) < 2 else cells


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield runs of consecutive lines of one kind and width."""
    for (kind, width), group in groupby(make_even(lines), key=lambda line: (line.kind, len(line.cells))):
        if width > 1 or (width and kind == "|"):
            yield list(group)


def _material(block: Sequence[Line]) -> Material | None:
    kind = block[0].kind
    if kind == "," and len(block) > 1 and _ORDER.search(", ".join(block[0].cells)):
        return _material(block[1:])
    rows = [line.cells for line in block if not (kind == "|" and _RULE.match("|".join(line.cells)))]
    head, body = columns_of(rows) or _headed(rows, kind)
    if not body:
        return None
    cells, units = typed(body)
    return Material(tuple(_named(head)), cells, block[0].start, block[-1].end, units, kind in _LOOSE)


def _headed(rows: Sequence[_Row], kind: str) -> tuple[_Row, Sequence[_Row]]:
    """Return the header, empty if there is none, and the rows below it."""
    has_head = kind not in ("-", *_LOOSE) and _is_head(rows)
    return (rows[0], rows[1:]) if has_head else ((), rows)


def _is_head(rows: Sequence[Sequence[str]]) -> bool:
    head, *body = rows
    columns = zip(*(row[: len(head)] for row in body), strict=False)
    is_row = any(
        _DATUM.fullmatch(name) and all(map(_DATUM.fullmatch, cells))
        for name, cells in zip(head, columns, strict=False)
    )
    is_row = is_row or any(map(_COUNTED.fullmatch, head))
    return bool(body) and all(head) and not is_row and not any(MEASURE.fullmatch(cell) for cell in head)


def _named(head: Sequence[str]) -> Iterator[str]:
    """Yield a name for each column. A duplicate gets a number."""
    for place, name in enumerate(head):
        yield name if name not in head[:place] else f"{name} ({place + 1})"
