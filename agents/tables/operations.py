"""What can be done with a table. Each operation gives a new one; they are applied one after the other."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.tables.cells import Cell, identity, is_empty, order
from agents.tables.grouping import Aggregate, grouped
from agents.tables.table import MOST_ROWS, GivenTable, Row, Table
from omniforge.errors import InvalidInput

Test = Literal[
    "equals",
    "not_equals",
    "contains",
    "greater",
    "at_least",
    "less",
    "at_most",
    "one_of",
    "empty",
    "not_empty",
]


class Operation(BaseModel):
    """Base of all. Unknown fields are refused, so that a model learns of its mistake."""

    model_config = ConfigDict(extra="forbid")


class Filter(Operation):
    """Keep the rows of which one column passes a test. Texts are compared whatever their case."""

    do: Literal["filter"]
    column: str
    test: Test = "equals"
    value: Cell = Field(default=None, description="What to compare with; a list in `values` for one_of.")
    values: list[Cell] = Field(default_factory=list, max_length=500, description="For one_of.")

    def applied(self, table: Table) -> Table:
        """Return the rows that pass. Raises InvalidInput for an unknown column."""
        place = table.place(self.column)
        return Table(table.columns, tuple(row for row in table.rows if self._passes(row[place])))

    def _passes(self, cell: Cell) -> bool:
        match self.test:
            case "empty" | "not_empty":
                return is_empty(cell) == (self.test == "empty")
            case "contains":
                return identity(self.value).casefold() in identity(cell).casefold()
            case "one_of":
                return order(cell) in map(order, self.values)
            case "equals" | "not_equals":
                return (order(cell) == order(self.value)) == (self.test == "equals")
            case _:
                return not is_empty(cell) and self._compares(cell)

    def _compares(self, cell: Cell) -> bool:
        """Compare numbers with numbers and texts with texts; ISO dates are texts in their order."""
        left, right = order(cell), order(self.value)
        if left[0] != right[0]:
            return False
        if self.test == "greater":
            return left > right
        if self.test == "less":
            return left < right
        return left >= right if self.test == "at_least" else left <= right


class Sort(Operation):
    """Order the rows by columns, the first counting most; empty cells come last."""

    do: Literal["sort"]
    by: list[str] = Field(min_length=1, max_length=10)
    descending: bool = False

    def applied(self, table: Table) -> Table:
        """Return the rows in order; equal ones stay as they were. Raises InvalidInput."""
        rows = list(table.rows)
        for place in reversed(table.places(self.by)):
            known = [row for row in rows if not is_empty(row[place])]
            known.sort(key=lambda row: order(row[place]), reverse=self.descending)
            rows = known + [row for row in rows if is_empty(row[place])]
        return Table(table.columns, tuple(rows))


class Group(Operation):
    """Make one row of all that are equal in the columns `by`; without `by` one row of the whole table."""

    do: Literal["group"]
    by: list[str] = Field(default_factory=list, max_length=10)
    compute: list[Aggregate] = Field(default_factory=list, max_length=20)

    def applied(self, table: Table) -> Table:
        """Return a row for each group, in the order in which they first appear. Raises InvalidInput."""
        return grouped(table, self.by, self.compute)


class Join(Operation):
    """Put beside each row the rows of another table that have the same value in a column."""

    do: Literal["join"]
    table: GivenTable
    on: str = Field(description="The column of this table.")
    other: str = Field(default="", description="The column of the other table, where its name differs.")
    keep: Literal["matching", "all"] = Field(
        default="matching", description="all: keep rows without a match too, their new cells empty."
    )

    def applied(self, table: Table) -> Table:
        """Return the joined rows. Raises InvalidInput for unknown columns and for more than 5,000 rows."""
        right = self.table.table()
        key, other = table.place(self.on), right.place(self.other or self.on)
        matches: dict[str, list[Row]] = {}
        for row in right.rows:
            matches.setdefault(identity(row[other]), []).append(_without(row, other))
        rows: list[Row] = []
        for row in table.rows:
            rows += [row + match for match in self._matches(row[key], matches, len(right.columns) - 1)]
            if len(rows) > MOST_ROWS:
                raise InvalidInput(f"The join has more than {MOST_ROWS:,} rows. Filter the tables first.")
        return Table(_joined_names(table.columns, _without(right.columns, other)), tuple(rows))

    def _matches(self, cell: Cell, matches: dict[str, list[Row]], width: int) -> list[Row]:
        found = [] if is_empty(cell) else matches.get(identity(cell), [])
        return found or ([(None,) * width] if self.keep == "all" else [])


class Columns(Operation):
    """Keep these columns only, in this order."""

    do: Literal["columns"]
    columns: list[str] = Field(min_length=1, max_length=100)

    def applied(self, table: Table) -> Table:
        """Return the columns as asked for. Raises InvalidInput for an unknown one."""
        places = table.places(list(dict.fromkeys(self.columns)))
        names = tuple(table.columns[place] for place in places)
        return Table(names, tuple(tuple(row[place] for place in places) for row in table.rows))


class Limit(Operation):
    """Keep the first rows only."""

    do: Literal["limit"]
    rows: int = Field(ge=0, le=MOST_ROWS)

    def applied(self, table: Table) -> Table:
        """Return the first rows."""
        return Table(table.columns, table.rows[: self.rows])


AnyOperation = Annotated[Filter | Sort | Group | Join | Columns | Limit, Field(discriminator="do")]


def _without(cells: tuple[Cell, ...], place: int) -> Row:
    return cells[:place] + cells[place + 1 :]


def _joined_names(left: tuple[str, ...], right: tuple[Cell, ...]) -> tuple[str, ...]:
    """Return the columns of both; one of the other table whose name is taken is numbered."""
    names = list(left)
    for name in map(str, right):
        numbered = (f"{name} {number}" for number in range(2, len(names) + 3))
        names.append(name if name not in names else next(one for one in numbered if one not in names))
    return tuple(names)
