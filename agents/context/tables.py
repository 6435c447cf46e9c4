"""The table that a conversation is about: the one that was pasted, attached or produced last."""

from dataclasses import dataclass

from intent.commands.table_words import TableWords


@dataclass(frozen=True, eq=False)
class TableAtHand:
    """A table with all its rows. `ref` is the id under which it is kept; empty if it is not yet.

    `units` has one for each column, `file` is the id of the file that it comes from.
    """

    words: TableWords
    name: str = "Table"
    units: tuple[str, ...] = ()
    file: str = ""
    ref: str = ""

    def unit_of(self, column: str) -> str:
        place = self.words.place(column)
        return self.units[place] if place < len(self.units) else ""
