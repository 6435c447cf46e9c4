"""What a conversation keeps in mind: results, things and an idea that short words may point at."""

from dataclasses import dataclass
from typing import Any

from intent.commands.table_words import TableWords

UNNAMED = "Table"  # what a table is called that comes from no file


@dataclass(frozen=True, slots=True)
class KeptResult:
    """What a task gave, so that 'make that a table' has something to work on."""

    task: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: str = ""  # the id of the file that it was worked out of
    units: tuple[str, ...] = ()  # what its columns are measured in
    summary: bool = False  # of sums, out of which no others are made
    ref: str = ""  # the id of the result that holds all rows
    of: str = ""  # that of the whole table out of which these were chosen
    is_search: bool = False  # a column may be asked for that nothing is known of
    format: str = ""  # in which the table was given: xlsx, csv or table; empty: an answer in words

    def items(self) -> list[dict[str, Any]]:
        """Return the rows as objects."""
        return [dict(zip(self.columns, row, strict=False)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class KeptThing:
    """A project, or a thing in one, as a conversation keeps it in mind: for 'it', and for 'the first one'."""

    kind: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Idea:
    """A change that was only thought aloud: its words, when (ISO 8601), about which project.

    `id` is that under which the agent's state keeps it.
    """

    words: str
    at: str
    project_id: str
    id: str


@dataclass(frozen=True, eq=False)
class TableAtHand:
    """A table with all its rows. `ref` is the id under which it is kept; empty if it is not yet.

    `units` has one for each column, `file` is the id of the file that it comes from.
    """

    words: TableWords
    name: str = UNNAMED
    units: tuple[str, ...] = ()
    file: str = ""
    ref: str = ""

    def unit_of(self, column: str) -> str:
        place = self.words.place(column)
        return self.units[place] if place < len(self.units) else ""
