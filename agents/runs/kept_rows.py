"""What a call gave, as rows that the next tasks can refer to."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.context.kept import KeptResult

_MOST_ROWS = 50
_HIDDEN = {"id", "ok"}


def _rows_of(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows in what a tool gave: a list of objects, under whatever name."""
    columns = fields.get("columns")
    for value in fields.values():
        if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
            return [dict(one) for one in value]
    rows = fields.get("rows")
    if columns and isinstance(rows, list):
        return [dict(zip(columns, row, strict=False)) for row in rows]
    return []


def kept_result(task: str, fields: Mapping[str, Any]) -> KeptResult | None:
    """Return the rows in what a call gave as they are kept for the next turns; None if there are none."""
    rows = _rows_of(fields)[:_MOST_ROWS]
    if not rows:
        return None
    columns = _columns_of(rows)
    return KeptResult(task, tuple(columns), tuple(tuple(row.get(name) for name in columns) for row in rows))


def _columns_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the columns of rows in the order in which they appear, without those that say nothing."""
    names = dict.fromkeys(name for row in rows for name in row if name not in _HIDDEN)
    return [name for name in names if any(row.get(name) not in (None, "") for row in rows)]
