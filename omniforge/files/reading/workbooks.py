"""Workbooks (.xlsx), read row by row by openpyxl: values as they were last calculated, never formulas."""

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from openpyxl import load_workbook

from omniforge.files.errors import Unreadable
from omniforge.files.reading.archives import require_modest
from omniforge.files.reading.excerpt import Excerpt, Value, excerpt_of_rows
from omniforge.files.reading.tables import tables_of_sheets

_LARGEST = 2**63


def read_workbook(content: bytes, start: int, sheet: str) -> Excerpt:
    """Return rows of one sheet, else of the first. Raises Unreadable, naming the existing sheets."""
    require_modest(content)
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    names = [one.title for one in book.worksheets]
    wanted = next((name for name in names if name.casefold() == sheet.casefold()), None)
    if not names or (sheet and wanted is None):
        raise Unreadable(f"There is no sheet {sheet!r}. Those that are: {', '.join(names) or 'none'}.")
    excerpt = excerpt_of_rows(_rows(book[wanted or names[0]]), start)
    return replace(excerpt, sheets=names, sheet=wanted or names[0])


def read_whole_workbook(content: bytes) -> str:
    """Return all sheets as Markdown. Raises Unreadable."""
    return tables_of_sheets(sheets_of(content))


def sheets_of(content: bytes) -> Iterator[tuple[str, Iterator[list[Value]]]]:
    """Return the sheets of a workbook: the name of each, and its rows. Raises Unreadable."""
    require_modest(content)
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    return ((sheet.title, _rows(sheet)) for sheet in book.worksheets)


def _rows(sheet: Any) -> Iterator[list[Value]]:
    sheet.reset_dimensions()  # the declared size may be wrong
    for row in sheet.iter_rows(values_only=True):
        yield [_value(one) for one in row]


def _value(value: Any) -> Value:
    match value:
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(sep=" ", timespec="minutes")
        case date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
        case None | bool() | str():
            return value
        case int() | float():
            return _number(value)
    return str(value)


def _number(value: int | float) -> int | float:
    """Return a whole number as int if JSON readers can hold it exactly, others as float."""
    if abs(value) >= _LARGEST:
        return float(value)
    return int(value) if isinstance(value, int) or value.is_integer() else value
