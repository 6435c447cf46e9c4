"""What a step gave, for people: rows as a table, anything else in its own words."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.dialogue import KeptResult
from agents.plans.storing import StepResult
from agents.tables.markdown import markdown_table

_MOST_ROWS = 50
_HIDDEN = {"id", "ok"}


def as_markdown(result: StepResult) -> str:
    """Return a result as Markdown."""
    rows = rows_of(result.fields)
    if rows:
        return table_of(columns_of(rows), rows)
    text = result.fields.get("text") or result.fields.get("table")
    return str(text) if text else result.text


def rows_of(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows in what a tool gave: a list of objects, under whatever name."""
    columns = fields.get("columns")
    for value in fields.values():
        if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
            return [dict(one) for one in value]
    rows = fields.get("rows")
    if columns and isinstance(rows, list):
        return [dict(zip(columns, row, strict=False)) for row in rows]
    return []


def columns_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the columns of rows in the order in which they appear, without those that say nothing."""
    names = dict.fromkeys(name for row in rows for name in row if name not in _HIDDEN)
    return [name for name in names if any(row.get(name) not in (None, "") for row in rows)]


def table_of(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as a Markdown table with these columns, in this order; what is not known stays empty."""
    heads = [name.replace("_", " ").capitalize() for name in columns]
    shown = [[row.get(name) for name in columns] for row in rows[:_MOST_ROWS]]
    more = f"\n\n{len(rows) - _MOST_ROWS} more rows are not shown." if len(rows) > _MOST_ROWS else ""
    return markdown_table(heads, shown) + more


def kept_result(task: str, result: StepResult) -> KeptResult | None:
    """Return the rows of a result as they are kept for the next turns; None where there are none."""
    rows = rows_of(result.fields)[:_MOST_ROWS]
    if not rows:
        return None
    columns = columns_of(rows)
    return KeptResult(task, tuple(columns), tuple(tuple(row.get(name) for name in columns) for row in rows))
