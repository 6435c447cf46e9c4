"""A table: named columns, and rows with a cell for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from agents.tables.cells import Cell
from omniforge.errors import InvalidInput

MOST_ROWS = 5_000
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, and rows in their order."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def place(self, column: str) -> int:
        """Return where a column stands, whatever the case of its name. Raises InvalidInput with all names."""
        if column in self.columns:
            return self.columns.index(column)
        alike = [place for place, name in enumerate(self.columns) if name.casefold() == column.casefold()]
        if len(alike) == 1:
            return alike[0]
        names = ", ".join(self.columns) or "none"
        raise InvalidInput(f"There is no column '{column}'. The columns here are: {names}.")

    def places(self, columns: Sequence[str]) -> list[int]:
        """Return where columns stand. Raises InvalidInput."""
        return [self.place(column) for column in columns]


class GivenTable(BaseModel):
    """A table as it is handed over: rows as objects, or as lists under `columns`."""

    model_config = ConfigDict(extra="forbid")

    columns: list[str] = Field(
        default_factory=list, max_length=100, description="Their names; not needed where rows are objects."
    )
    rows: list[dict[str, Cell] | list[Cell]] = Field(max_length=MOST_ROWS)

    def table(self) -> Table:
        """Return it as a table. Raises InvalidInput for a row longer than the columns, naming it."""
        columns = tuple(self.columns) or self._named()
        if len(set(columns)) < len(columns):
            raise InvalidInput(f"Two columns have one name: {', '.join(columns)}. Give each its own.")
        rows = tuple(_cells(row, columns, number) for number, row in enumerate(self.rows, 1))
        return Table(columns, rows)

    def _named(self) -> tuple[str, ...]:
        """Return the columns of rows that are objects, in the order in which they appear."""
        named = (name for row in self.rows if isinstance(row, Mapping) for name in row)
        return tuple(dict.fromkeys(named))


def _cells(row: Mapping[str, Cell] | Sequence[Cell], columns: Sequence[str], number: int) -> Row:
    if isinstance(row, Mapping):
        return tuple(row.get(name) for name in columns)
    if len(row) > len(columns):
        raise InvalidInput(f"Row {number} has {len(row)} cells, but there are {len(columns)} columns.")
    return (*row, *[None] * (len(columns) - len(row)))
