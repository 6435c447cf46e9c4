"""What is read of a correction of cells, and what it comes to: rows, columns and new values."""

from dataclasses import dataclass, field
from itertools import pairwise

from intent.commands.grammar.slot_types import Words
from intent.commands.grammar.tokens import fold
from intent.commands.tables.cells import day_of, hold_only, is_no, is_yes, stem
from intent.commands.tables.places import places_of
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of
from intent.typed_cells import Cell
from omniforge.tables.cells import as_number

_ABOUT = 2  # times as high, or as low


@dataclass(slots=True)
class CellState:
    """What is read so far. `old` means that the next value is the wrong one."""

    at_hand: TableWords
    words: Words
    rows: frozenset[int] | None = None  # that are still possible; None if nothing named any
    cells: list[tuple[tuple[str, ...], Cell]] = field(default_factory=list)
    columns: tuple[str, ...] = ()  # that wait for a value
    value: list[Cell] = field(default_factory=list)  # that waits for its column
    wrong: list[Cell] = field(default_factory=list)
    as_is: list[Cell] = field(default_factory=list)  # the last value, if it stands in that row already
    old: bool = False
    empty: bool = False  # the row's cell is empty
    points: bool = False
    links: bool = False  # the new value comes next
    says: bool = False  # words state or order a value
    rises: bool = False  # a figure went up or down
    lately: bool = False  # words say when something was done
    where: bool = False  # what comes next tells which row
    of: tuple[str, ...] = ()  # the columns of what tells the row

    def _affirmed(self) -> bool:
        """Give a yes/no column that waits for a value its yes, 'Ted has paid', or its no: 'has not paid'."""
        marks = [one for one in self.columns if one in self.at_hand.marks]
        if not self.columns:
            return True
        if len(marks) != 1 or self.wrong:
            return False
        self.cells.append(((marks[0],), "no" if self.old else "yes"))
        self.columns, self.old, self.says = (), False, self.says or self.lately
        return True

    @property
    def adds(self) -> bool:
        """Return whether a payment is told that adds to those before: 'Ann paid 80 this morning'."""
        paid = {*self.at_hand.of_sense("paid")} & {*self.at_hand.numbers}
        said = {one.word for one in self.words.tokens}
        is_new = any(key_of("paid_lately", one) for one in said) and self.lately
        return bool(is_new and self.cells) and all({*columns} & paid for columns, _ in self.cells)

    def _put(self, value: Cell) -> bool:
        """Use a value: as the wrong one, for the column that waits, or for one still to come."""
        if self.old:
            self.wrong.append(value)
        elif self.columns:
            self.cells.append((self.columns, value))
            self.columns = ()
        else:
            self.wrong += self.value if self.links else []
            self.value = [value] if self.links else [*self.value, value]
        self.old = self.links = False
        return len(self.value) < 2

    def _rows_with(self, figure: Cell, columns: tuple[str, ...]) -> set[int]:
        return {
            at
            for column in columns
            for at, cell in enumerate(self.at_hand.cells(column))
            if is_same(cell, figure)
        }

    # -- the result ---------------------------------------------------------------------------------

    def _settle(self) -> bool:
        """Give each value its possible columns, and find the row of a value that is wrong."""
        affirmed = self._affirmed()
        self.value = self.value or ([] if self.cells else self.as_is)
        if not affirmed or len(self.wrong) > 1 or not (self.cells or self.value):
            return False
        for value in self.value:
            self.cells.append((self._columns_of(value), value))
        if self.wrong and not self._settle_wrong(self.wrong[0]):
            return False
        if self.rises:
            self.cells = [(self._rising(*one), one[1]) for one in self.cells]
        self.cells = [self._fitting(*one) for one in self.cells]
        self.rows = self._empty_ones() if self.empty else self.rows
        several = self.rows is not None and len(self.rows) > 1 and bool(self.value)
        is_row = bool(self.rows) if self.rows is not None else self.points
        return is_row and not several and all(columns for columns, _ in self.cells)

    def _empty_ones(self) -> frozenset[int]:
        """Return the rows, of those named, in which the cells to fill are empty."""
        columns = [one for among, _ in self.cells for one in among]
        rows = range(len(self.at_hand.rows)) if self.rows is None else self.rows
        return frozenset(at for at in rows if all(is_no(self.at_hand.cells(one)[at]) for one in columns))

    def _settle_wrong(self, wrong: Cell) -> bool:
        """Keep the rows and columns that hold the wrong value. Return whether one new value replaces it."""
        among, value = self.cells[0]
        if self.rows is None:
            holding = frozenset(self._rows_with(wrong, among))
            self.rows = holding if len(holding) == 1 or not self.points else None
        rows = self.rows or frozenset()
        held = (one for one in among if any(is_same(self.at_hand.cells(one)[row], wrong) for row in rows))
        self.cells = [(tuple(held) if rows else among, value), *self.cells[1:]]
        return len(self.cells) == 1

    def _columns_of(self, value: Cell) -> tuple[str, ...]:
        """Return the possible columns for a value: numeric ones, or those that already contain it."""
        if not isinstance(value, str):
            counted = self._is_counted(value) and self.at_hand.numbers_of("column_count")
            return counted or self.at_hand.numbers
        if value in ("yes", "no"):
            return self.at_hand.marks
        found = {column for _, column in places_of(self.at_hand).called(as_words(fold(value)))}
        return tuple(one for one in self.at_hand.columns if one in found and one != self.at_hand.key)

    def _rising(self, among: tuple[str, ...], value: Cell) -> tuple[str, ...]:
        """Return the columns of figures that may have gone up to it: to 8.40 only those with decimals."""
        figures = tuple(one for one in among if one in self.at_hand.numbers) or self.at_hand.numbers
        parts = [one for one in figures if any(_has_part(cell) for cell in self.at_hand.cells(one))]
        return tuple(parts) if parts and _has_part(value) else figures

    def _is_counted(self, value: Cell) -> bool:
        """Return whether a figure stands right before the name of its row: '6 rolls'."""
        names = {
            stem(word)
            for row in self.rows or ()
            for word in as_words(str(self.at_hand.cells(self.at_hand.key)[row]))
        }
        return any(
            as_number(one.text) == as_number(value) and stem(other.word) in names
            for one, other in pairwise(self.words.tokens)
        )

    def _fitting(self, columns: tuple[str, ...], value: Cell) -> tuple[tuple[str, ...], Cell]:
        """Return those of the columns that a value fits, and the value as it is written there."""
        numbers, marks = self.at_hand.numbers, self.at_hand.marks
        is_number = as_number(value) is not None
        columns = self._near(value) if is_number and self._are_codes(columns) else columns
        fits = tuple(
            one
            for one in columns
            if (self._may_be_figure(one) if is_number else one not in numbers)
            and (one not in marks or value in ("yes", "no"))
            and (one not in self.at_hand.days or day_of(value, self.at_hand.today))
        )
        told = self.at_hand.cells(fits[0]) if len(fits) == 1 and fits[0] in marks else []
        same = is_yes if value == "yes" else is_no
        return fits, next((one for one in told if same(one)), value)

    def _are_codes(self, columns: tuple[str, ...]) -> bool:
        """Return whether columns only number the rows: "Bo's van is at 910" changes no number of a van."""
        cells = (self.at_hand.cells(one) for one in columns)
        return not {*columns} & {*self.at_hand.numbers} and all(hold_only(one, as_number) for one in cells)

    def _near(self, value: Cell) -> tuple[str, ...]:
        """Return the columns in which the row's figure is about as high as a new one."""
        new, numbers = as_number(value), self.at_hand.numbers
        found = [(one, as_number(self.at_hand.cells(one)[at])) for one in numbers for at in self.rows or ()]
        return tuple(one for one, old in found if new and old and old / _ABOUT <= new <= old * _ABOUT)

    def _may_be_figure(self, column: str) -> bool:
        """Return whether a cell of a column may be a figure: 'Bo has 2 plans' changes no name of a plan."""
        if column in self.at_hand.numbers:
            return True
        return any(sign.isdigit() for cell in self.at_hand.cells(column) for sign in str(cell))


def _has_part(cell: Cell) -> bool:
    number = as_number(cell)
    return number is not None and number != int(number)


def is_same(cell: Cell, value: Cell) -> bool:
    """Return whether a cell holds a value, however it is written."""
    number = as_number(cell)
    return number == as_number(value) if number is not None else str(cell) == str(value)
