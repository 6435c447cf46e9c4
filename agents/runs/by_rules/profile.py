"""What a table holds, in a few lines: its size, its columns, the sums of numbers, the commonest values."""

from collections import Counter
from decimal import Decimal

from agents.plans.rendering import table_of
from agents.tables.cells import as_cell, as_number, identity, is_empty
from agents.tables.table import Table

_SHOWN = 5  # rows, and values of a column


def profile(table: Table) -> str:
    """Return a table in words, with its first rows."""
    size = f"{len(table.rows):,} rows, {len(table.columns)} columns."
    lines = "\n".join(f"- **{name}**: {_column(table, place)}" for place, name in enumerate(table.columns))
    first = [dict(zip(table.columns, row, strict=True)) for row in table.rows[:_SHOWN]]
    return f"{size}\n\n{lines}\n\nIt begins:\n\n{table_of(table.columns, first)}"


def _column(table: Table, place: int) -> str:
    cells = [row[place] for row in table.rows if not is_empty(row[place])]
    numbers = [number for cell in cells if (number := as_number(cell)) is not None]
    if not cells:
        return "empty"
    if len(numbers) == len(cells):
        least, most, total = (as_cell(one) for one in (min(numbers), max(numbers), sum(numbers, Decimal(0))))
        return f"from {least:,} to {most:,}, {total:,} in all"
    counts = Counter(identity(cell) for cell in cells)
    common = ", ".join(f"{value} ({number})" for value, number in counts.most_common(_SHOWN))
    return f"{len(counts):,} different values" if len(counts) == len(cells) > _SHOWN else common
