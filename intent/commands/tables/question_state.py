"""The state of reading one question about the table at hand."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from intent.commands.grammar.slot_types import Words
from intent.commands.tables.question import CellTest
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of

_NAMES = ("names", "titles")  # words for a column, never for the rows
_NOT = "not"
_NUMEROUS = {"most", "fewest"}  # before the word for rows: 'the most invoices'


@dataclass(slots=True)
class QuestionState:
    """The state of reading one question."""

    words: Words
    at_hand: TableWords
    anchors: int = 0
    said: dict[str, Any] = field(default_factory=dict)
    tests: list[CellTest] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)  # columns to leave out, in order
    unread: list[str] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)  # verbs for what is counted: 'carried'
    spoken: tuple[str, ...] = ()  # the words right now
    negated: bool = False
    names_column: bool = False  # a column's name follows: 'the Boat column'
    bound: str = ""
    extreme: str = ""
    measure: str = ""  # the compared column, if its word names it: 'tallest'
    waits: str = ""  # for a column: sort, group
    number: Decimal | None = None
    last: str = ""  # the column named right before
    of_value: tuple[str, ...] = ()  # the columns of the value right before
    rows_called: str = ""  # the column whose name means the rows: 'the farms'
    unclear: tuple[str, ...] | None = None
    names: bool = False  # a column or a value was named
    joins: bool = False  # 'and' or a comma stands before the column
    listed: set[str] = field(default_factory=set)  # columns in a row that a file should have

    def _list(self, column: str) -> None:
        """Ask for one more column of a file, even if rows are compared by it: 'with Tag and Weight'."""
        wants = self.said.get("format") or self.said.get("only")
        takes = self.waits or self.negated or column in self.asked
        if (
            wants
            and self.joins
            and not takes
            and self.last in self.asked
            and (self.last not in self.at_hand.numbers or self.last in self.listed)
        ):
            self.asked.append(column)
            self.listed.add(column)

    def _note_rows(self, column: str, said: tuple[str, ...]) -> None:
        """Record whether words are a column's name used for the rows: 'the farms' of a column 'Farm'."""
        names = column == self.at_hand.key or (
            bool(self.said.get("format")) and self.at_hand.tells_rows(column)
        )
        if names and said != as_words(column) and said[-1] not in _NAMES:
            self.rows_called = column

    def counts_rows(self) -> bool:
        """Return whether 'most' is how often a value comes, unlike in 'most first'."""
        said = {one.word for one in self.words.tokens}
        return bool(said & _NUMEROUS) and "first" not in said

    def _value(self, among: tuple[str, ...], value: str, columns: tuple[str, ...], size: int) -> int:
        self.names = True
        among = (self.last,) if self.last in among else among
        if self.last in self.asked and self.last in among:
            self.asked.remove(self.last)
        if self.last in self.without and self.last in among:  # 'remove kiln 2' leaves out a row
            self.without.remove(self.last)
            self.negated = True
        self.test(CellTest(among, "has", value, self.negated))
        if self.negated and "omit" in self.said:
            self.said["only"] = True  # 'remove the plates' leaves the others in the table
        self.negated, self.last, self.of_value = False, "", among
        return size

    def test(self, test: CellTest) -> None:
        self.anchors += 1
        self.tests.append(test)

    def one_of(self, columns: tuple[str, ...]) -> str:
        if len(columns) > 1:
            self.unclear = self.unclear or columns
        return columns[0]

    def _leave_out(self, column: str) -> None:
        """Read 'without Phone' as rows that have none. If all rows have one, drop the column."""
        if self._contrasts(column):
            return
        of_all = bool(self.said.get("format")) or self._only_repeats()
        is_full = of_all and self.at_hand.is_full(column)
        if self.names_column or "omit" in self.said or is_full:
            self.without.append(column)
        else:
            self.test(CellTest((column,), "no"))

    def _contrasts(self, column: str) -> bool:
        """Return whether 'the boxes, not the money' only says which figure isn't meant, of two."""
        numbers = [one for one in self.asked if one in self.at_hand.numbers and one != column]
        is_not = any(one.word == _NOT for one in self.words.tokens) and column in self.at_hand.numbers
        contrasts = bool(numbers) and is_not and self.at_hand.is_full(column)
        if contrasts and self.said.get("function") == "count":
            del self.said["function"]  # 'the number of boxes'
        return contrasts

    def _only_repeats(self) -> bool:
        """Return whether only 'and again' comes before 'without'."""
        said = [one.word for one in self.words.tokens if not one.is_mark]
        before = said[: next((at for at, one in enumerate(said) if key_of("table_word", one) == "not"), 0)]
        return all(key_of("table_again", one) for one in before)
