"""An excerpt: the part of a file that a model reads at once, and where the next one starts."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import orjson

ROOM = 16_000  # characters of one excerpt, as JSON
_PART = 11_000  # characters of running text; quotation marks and line ends take two as JSON
_REST = 2_000  # characters that the last part may have more: no call for a few sentences
_CELL = 1_000  # characters of one cell
_COLUMNS = 200
_COUNTING = 5.0  # seconds for counting the remaining rows

Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """Rows under their columns, or text. `start` and `next_start` count `unit`s from 1.

    `next_start` is None at the end, `total` is None if counting takes too long.
    """

    unit: Literal["rows", "pages", "parts"]
    start: int
    next_start: int | None = None
    total: int | None = None
    sheets: list[str] | None = None
    sheet: str | None = None
    columns: list[Value] | None = None
    rows: list[list[Value]] | None = None
    text: str | None = None
    note: str | None = None

    def words(self) -> str:
        """Describe the excerpt, like 'rows 1 to 200 of 1,234'."""
        last = self.next_start - 1 if self.next_start else self.total
        if last is None or last < self.start:
            return f"no {self.unit}"
        of = f" of {self.total:,}" if self.total else ""
        return f"{self.unit} {self.start:,} to {last:,}{of}"


def excerpt_of_text(text: str, start: int) -> Excerpt:
    """Return one part of a running text."""
    parts = list(_parts(text))
    following = start + 1 if start < len(parts) else None
    part = parts[start - 1] if start <= len(parts) else ""
    return Excerpt(unit="parts", start=start, next_start=following, total=len(parts), text=part)


def excerpt_of_rows(rows: Iterable[Sequence[Value]], start: int) -> Excerpt:
    """Return the columns, named by the first row, and rows from `start` on. Empty rows are not counted."""
    filled = (row for row in rows if any(value not in (None, "") for value in row))
    columns = _shortened(next(filled, ()))
    taken: list[list[Value]] = []
    room, total, until = ROOM - _size(columns), 0, time.monotonic() + _COUNTING
    for total, row in enumerate(filled, 1):
        if total >= start and room > 0:
            short = _shortened(row)
            room -= _size(short)
            taken += [short] if room >= 0 or not taken else []
        elif taken and time.monotonic() > until:
            break
    else:
        return _rows(start, columns, taken, total, counted=True)
    return _rows(start, columns, taken, total, counted=False)


def _rows(start: int, columns: list[Value], taken: list[list[Value]], seen: int, *, counted: bool) -> Excerpt:
    following = start + len(taken)
    return Excerpt(
        unit="rows",
        start=start,
        next_start=following if following <= seen else None,
        total=seen if counted else None,
        columns=columns,
        rows=taken,
    )


def _parts(text: str) -> Iterator[str]:
    """Cut a text into parts, each at the end of a line if there is one."""
    at = 0
    while at < len(text):
        if len(text) - at <= _PART + _REST:
            yield text[at:]
            return
        end = text.rfind("\n", at + _PART // 2, at + _PART) + 1 or at + _PART
        yield text[at:end]
        at = end


def _shortened(row: Sequence[Value]) -> list[Value]:
    """Return at most 200 cells, shortened to fit into an excerpt."""
    values = row[:_COLUMNS]
    longest = min(_CELL, ROOM // (4 * max(1, len(values))))
    return [_cut(value, longest) for value in values]


def _size(row: list[Value]) -> int:
    return len(orjson.dumps(row).decode())


def _cut(value: Value, longest: int) -> Value:
    if isinstance(value, str) and len(value) > longest:
        return f"{value[:longest]}…"
    return value
