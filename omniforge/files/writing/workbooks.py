"""Workbooks (.xlsx), by XlsxWriter: a frozen header, fitting widths, typed values.

Made in memory, so no unencrypted temporary file is on disk.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from omniforge.files.writing.cells import Value, is_dangerous, typed

_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_LONGEST_NAME = 31  # characters
_WIDEST = 420  # pixels

Rows = Sequence[Sequence[Value]]


class SheetWriter:
    """Fills the sheets of one workbook and holds its cell formats."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.bold = book.add_format({"bold": True})
        self.date = book.add_format({"num_format": "yyyy-mm-dd"})
        self.moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        self.quoted = book.add_format({"quote_prefix": True})  # text, also after somebody has edited it

    def fill(self, name: str, columns: Sequence[str], rows: Rows) -> None:
        sheet = self.book.add_worksheet(name)
        for at, column in enumerate(columns):
            sheet.write_string(0, at, column, self.bold)
        for number, row in enumerate(rows, 1):
            for at, value in enumerate(row):
                self._write(sheet, number, at, value)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, len(rows), len(columns) - 1)
        sheet.autofit(_WIDEST)

    def _write(self, sheet: Worksheet, row: int, column: int, given: Value) -> None:
        value = typed(given)
        match value:
            case None:
                return
            case bool():
                sheet.write_boolean(row, column, value)
            case int() | float():
                sheet.write_number(row, column, value)
            case date():
                sheet.write_datetime(row, column, value, self._format(value))
            case str():
                sheet.write_string(row, column, value, self.quoted if is_dangerous(value) else None)

    def _format(self, moment: date) -> Format:
        return self.moment if isinstance(moment, datetime) else self.date


def workbook_of(sheets: Sequence[tuple[str, Sequence[str], Rows]]) -> bytes:
    """Return a workbook of sheets: the name of each, its columns, its rows."""
    saved = io.BytesIO()
    with Workbook(saved, {"in_memory": True}) as book:
        writer = SheetWriter(book)
        names = _names(name for name, _, _ in sheets)
        for name, (_, columns, rows) in zip(names, sheets, strict=True):
            writer.fill(name, columns, rows)
    return saved.getvalue()


def _names(wanted: Iterable[str]) -> Iterator[str]:
    """Yield a valid, unused name for each sheet."""
    taken: set[str] = set()
    for name in wanted:
        plain = _FORBIDDEN.sub(" ", name).strip(" '")[:_LONGEST_NAME].strip(" '") or "Sheet"
        free, number = plain, 1
        while free.casefold() in taken:
            number += 1
            free = f"{plain[: _LONGEST_NAME - 4]} {number}"
        taken.add(free.casefold())
        yield free
