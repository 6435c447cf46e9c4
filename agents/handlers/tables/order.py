"""By which column the rows of a table are sorted."""

from agents.handlers.lines import bold
from agents.handlers.tables.rows import Row, Rows


def told_order(rows: Rows, first: str) -> str:
    """Say by which column rows are sorted, if by one; `first` is tried before the others."""
    columns = dict.fromkeys((*filter(None, [first]), *rows.table.words.columns))
    column = next((one for one in columns if _steps(rows, one)), "")
    if not column:
        return "It isn't sorted by any column."
    falls = _steps(rows, column) < 0
    return f"It's sorted by {bold(column)}, {_ways(rows, column)[falls]} first."


def _steps(rows: Rows, column: str) -> int:
    """Return 1 if a column rises from row to row, -1 if it falls, else 0. Empty cells come last."""
    for descending in (False, True):
        ordered = rows.sorted(column, descending=descending).rows
        if _same(ordered, rows.rows) and len({*map(str, rows.cells(column))}) > 1:
            return -1 if descending else 1
    return 0


def _same(one: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
    return len(one) == len(other) and all(left is right for left, right in zip(one, other, strict=True))


def _ways(rows: Rows, column: str) -> tuple[str, str]:
    words = rows.table.words
    if column in words.days:
        return "earliest", "latest"
    return ("lowest", "highest") if column in words.numbers else ("A", "Z")
