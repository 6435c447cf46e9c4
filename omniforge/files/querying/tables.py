"""The tables in a file: their names and columns as SQL can use them, every cell as text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from omniforge.files.errors import Unreadable
from omniforge.files.querying.names import identifier, unique
from omniforge.files.reading.text import decode, rows_of

_MOST_CELLS = 2_000_000
_MOST_COLUMNS = 300


@dataclass(frozen=True, slots=True)
class Table:
    """A table, stored column by column in `values`."""

    name: str
    columns: Sequence[str]
    values: Sequence[Sequence[str | None]]


def tables_of(name: str, form: str, content: bytes) -> Iterator[Table]:
    """Yield the tables of a file. Raises Unreadable if there are none, or too many."""
    if form == "workbook":
        yield from _of_workbook(name, content)
        return
    yield _table(name, _rows(form, content))


def _rows(form: str, content: bytes) -> Iterable[Sequence[Any]]:
    match form:
        case "csv":
            return rows_of(decode(content))
        case "rows":
            kept = orjson.loads(content)
            return [kept["columns"], *kept["rows"]]
        case _:
            return _of_json(content)


def _of_workbook(name: str, content: bytes) -> Iterator[Table]:
    from omniforge.files.reading.workbooks import sheets_of  # loads openpyxl

    filled = [(title, rows) for title, found in sheets_of(content) if (rows := list(_filled(found)))]
    if not filled:
        raise Unreadable("This workbook has no rows.")
    for title, rows in filled:
        yield _table(name if len(filled) == 1 else identifier(f"{name}_{title}"), rows)


def _of_json(content: bytes) -> Iterator[Sequence[Any]]:
    try:
        given = orjson.loads(decode(content))
    except ValueError as error:
        raise Unreadable("This is no valid JSON.") from error
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise Unreadable("Only JSON that is a list of objects can be queried as a table.")
    columns = list(dict.fromkeys(name for one in given for name in one))
    yield columns
    yield from ([one.get(name) for name in columns] for one in given)


def _table(name: str, rows: Iterable[Sequence[Any]]) -> Table:
    filled = list(_filled(rows))
    if not filled:
        raise Unreadable(f"{name} has no rows.")
    header, body = filled[0], filled[1:]
    width = min(max(map(len, filled)), _MOST_COLUMNS)
    if width * len(body) > _MOST_CELLS:
        raise Unreadable(f"{name} has more than {_MOST_CELLS:,} cells. Take a part of it.")
    titles = [_text(header[at]) if at < len(header) else None for at in range(width)]
    columns = unique(title or f"column_{at}" for at, title in enumerate(titles, 1))
    values = [[_text(row[at]) if at < len(row) else None for row in body] for at in range(width)]
    return Table(name, list(columns), values)


def _filled(rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    return (row for row in rows if any(cell not in (None, "") for cell in row))


def _text(cell: Any) -> str | None:
    """Return a cell as text, or None if it is empty."""
    if cell is None:
        return None
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, dict | list):
        return orjson.dumps(cell).decode()
    return str(cell).strip() or None
