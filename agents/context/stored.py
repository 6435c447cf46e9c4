"""What a conversation remembers: results, things and an idea that short words may refer to."""

from dataclasses import dataclass
from typing import Any

from intent.commands.tables.words import TableWords

UNNAMED = "Table"  # the name of a table that comes from no file


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A task's result, for later requests like 'make that a table'."""

    task: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: str = ""  # the id of the file it was computed from
    units: tuple[str, ...] = ()  # of its columns
    summary: bool = False  # consists of sums, which can't be summed again
    ref: str = ""  # the id of the result with all rows
    of: str = ""  # that of the whole table from which these rows were selected
    is_search: bool = False  # further columns may be asked for, which need another search
    format: str = ""  # of the answer: xlsx, csv or table; empty: in words

    def items(self) -> list[dict[str, Any]]:
        """Return the rows as objects."""
        return [dict(zip(self.columns, row, strict=False)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class KeptThing:
    """A project, or a thing in one, as a referent of 'it' or 'the first one'."""

    kind: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Idea:
    """A change that was only thought aloud: its words, time (ISO 8601) and project.

    `id` is its key in the agent's state.
    """

    words: str
    at: str
    project_id: str
    id: str


@dataclass(frozen=True, eq=False)
class TableAtHand:
    """A table with all its rows. `ref` is the id under which it is stored, empty if it isn't yet.

    `units` has one entry per column. `file` is the id of the file it comes from.
    """

    words: TableWords
    name: str = UNNAMED
    units: tuple[str, ...] = ()
    file: str = ""
    ref: str = ""

    def unit_of(self, column: str) -> str:
        place = self.words.place(column)
        return self.units[place] if place < len(self.units) else ""
