"""A table: named columns, and rows with a cell for each."""

from dataclasses import dataclass

from omniforge.tables.cells import Cell

MOST_ROWS = 5_000
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, and rows in order."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
