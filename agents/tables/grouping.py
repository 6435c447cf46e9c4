"""Rows put together: sums, means, counts, the least and the greatest of each group."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.tables.cells import Cell, as_cell, as_number, identity, is_empty, order
from agents.tables.table import Row, Table
from omniforge.errors import InvalidInput


class Aggregate(BaseModel):
    """One value of each group. Empty cells do not count; a count without column counts the rows."""

    model_config = ConfigDict(extra="forbid")

    function: Literal["sum", "mean", "count", "min", "max"]
    column: str = Field(default="", description="Needed for all but count.")
    name: str = Field(default="", description="Of the new column; by itself sum_amount, or count.")

    @property
    def title(self) -> str:
        """Return the name of the new column."""
        return self.name or "_".join(filter(None, (self.function, self.column)))

    def of(self, table: Table, rows: Sequence[Row]) -> Cell:
        """Return the value of some rows. Raises InvalidInput for what cannot be added up, naming it."""
        if self.function == "count" and not self.column:
            return len(rows)
        if not self.column:
            raise InvalidInput(f"{self.function} needs a column. There are: {', '.join(table.columns)}.")
        place = table.place(self.column)
        cells = [row[place] for row in rows if not is_empty(row[place])]
        if self.function == "count":
            return len(cells)
        if not cells:
            return None
        if self.function in ("min", "max"):
            return (min if self.function == "min" else max)(cells, key=order)
        total = sum(self._numbers(cells), Decimal(0))
        return as_cell(total / len(cells) if self.function == "mean" else total)

    def _numbers(self, cells: Sequence[Cell]) -> Iterator[Decimal]:
        for cell in cells:
            number = as_number(cell)
            if number is None:
                found = f"Column '{self.column}' holds '{str(cell)[:40]}', which is no number"
                raise InvalidInput(f"{found} to {self.function}. Filter such rows out first.")
            yield number


def grouped(table: Table, by: Sequence[str], compute: Sequence[Aggregate]) -> Table:
    """Return a row for each group, in the order in which the groups first appear. Raises InvalidInput."""
    places = table.places(by)
    groups: dict[tuple[str, ...], list[Row]] = {} if by else {(): []}
    for row in table.rows:
        groups.setdefault(tuple(identity(row[place]) for place in places), []).append(row)
    columns = (*(table.columns[place] for place in places), *(one.title for one in compute))
    if len(set(columns)) < len(columns):
        raise InvalidInput(f"Two columns would have one name: {', '.join(columns)}. Give each a `name`.")
    rows = (
        (*(rows[0][place] for place in places), *(one.of(table, rows) for one in compute))
        for rows in groups.values()
    )
    return Table(columns, tuple(rows))
