"""Rows of the table at hand: filtered, sorted, and added up exactly."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from statistics import median
from typing import Any

from agents.context.stored import TableAtHand
from agents.handlers.tables.headers import TOTALS
from intent.commands.grammar.tokens import fold
from intent.commands.tables.cells import day_of, denies, is_no, is_yes, minutes_of, stems_of
from intent.commands.tables.joined_columns import columns_alike
from intent.commands.tables.question import CellTest
from intent.commands.words import key_of
from omniforge.errors import InvalidInput
from omniforge.tables.cells import Cell, as_number, order
from omniforge.tables.markdown import plain

Row = tuple[Cell, ...]
_TOTAL = "Total"
_NO_SUMS = ("column_of_one", "column_percent", "column_age")
_CENTS = Decimal("0.01")
_MOST_PLACES = (4, 2)  # of an average other than money, of one from 1 on
_BOUNDS: Mapping[str, Callable[[Any, Any], bool]] = {
    "over": lambda cell, bound: cell > bound,
    "under": lambda cell, bound: cell < bound,
    "at_least": lambda cell, bound: cell >= bound,
    "at_most": lambda cell, bound: cell <= bound,
}

_SIGNS: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {
    "*": lambda one, other: one * other,
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
}


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows that a question is about, without rows that are sums of others."""

    table: TableAtHand
    rows: tuple[Row, ...]
    left_out: str = ""

    @classmethod
    def of(cls, table: TableAtHand, rows: Sequence[Row] | None = None) -> "Rows":
        """Return a table's rows, or `rows`, without totals."""
        words = table.words
        place, given = words.place(words.key), tuple(words.rows if rows is None else rows)
        sums = [row for row in given if fold(str(row[place])).strip(" :") in TOTALS] if len(given) > 1 else []
        kept = tuple(row for row in given if row not in sums)
        return cls(table, kept, str(sums[0][place]) if sums else "")

    def cell(self, row: Row, column: str) -> Cell:
        place = self.table.words.place(column)
        return row[place] if place < len(row) else None

    def cells(self, column: str) -> list[Cell]:
        return [self.cell(row, column) for row in self.rows]

    def kinds(self, column: str) -> list[str]:
        """Return the different values of a column, in the rows' order."""
        return list(dict.fromkeys(str(one) for one in self.cells(column) if one not in (None, "")))

    def passing(self, tests: Sequence[CellTest]) -> "Rows":
        """Return the rows that pass all tests. Several values of one column are alternatives."""
        groups: dict[object, list[CellTest]] = {}
        for test in tests:
            joins = test.test == "has" and not test.negated
            groups.setdefault(test.columns if joins else test, []).append(test)
        kept = (
            row
            for row in self.rows
            if all(any(self._passes(row, one) for one in group) for group in groups.values())
        )
        return Rows(self.table, tuple(kept))

    def _passes(self, row: Row, test: CellTest) -> bool:
        if test.other:
            return self._is_past(row, test)
        return any(self._fits(self.cell(row, column), test) for column in test.columns) is not test.negated

    def _is_past(self, row: Row, test: CellTest) -> bool:
        """Return whether one cell passes a bound given by another cell. Empty cells never pass."""
        cells = [self.cell(row, one) for one in (test.columns[0], test.other)]
        is_day = test.other in self.table.words.days
        left, right = (day_of(one, self.table.words.today) if is_day else as_number(one) for one in cells)
        if isinstance(right, Decimal) and test.value is not None:
            right *= test.value
        return left is not None and right is not None and _BOUNDS[test.test](left, right)

    def _fits(self, cell: Cell, test: CellTest) -> bool:
        if test.test == "no":
            return is_no(cell)
        if test.test == "yes":
            return is_yes(cell)
        if test.test == "has":
            return self._has(cell, str(test.value))
        value = day_of(cell, self.table.words.today) if isinstance(test.value, date) else as_number(cell)
        return value is not None and _BOUNDS[test.test](value, test.value)

    def _has(self, cell: Cell, value: str) -> bool:
        said, held = stems_of(value), stems_of(str(cell if cell is not None else ""))
        if held == said or len(said) != 1 or self.table.words.is_value(value):
            return bool(said) and held == said
        return said[0] in held and not denies(held, said[0])

    # -- order ------------------------------------------------------------------------------------

    def sorted(self, column: str, *, descending: bool) -> "Rows":
        """Return the rows sorted by a column, empty cells last. Equal ones keep their order."""
        known = [row for row in self.rows if self.cell(row, column) not in (None, "")]
        empty = [row for row in self.rows if row not in known]
        ordered = sorted(known, key=lambda row: self._order(row, column), reverse=descending)
        return Rows(self.table, (*ordered, *empty))

    def _order(self, row: Row, column: str) -> tuple[Any, ...]:
        cell, words = self.cell(row, column), self.table.words
        if column in words.times:
            return (0, Decimal(minutes_of(cell) or 0), "")
        day = day_of(cell, words.today) if column in words.days else None
        return (0, Decimal(day.toordinal()), "") if day else order(cell)

    def extreme(self, column: str, *, highest: bool) -> "Rows":
        """Return the rows with the highest or lowest value, including ties."""
        known = [row for row in self.rows if self.cell(row, column) not in (None, "")]
        if not known:
            raise InvalidInput(f"There's no value in **{plain(column)}**.")
        best = (max if highest else min)(self._order(row, column) for row in known)
        return Rows(self.table, tuple(row for row in known if self._order(row, column) == best))

    # -- sums -------------------------------------------------------------------------------------

    def computed(self, function: str, column: str) -> "Figure":
        """Return a column's sum, mean or median. Raises InvalidInput if it can't be added up."""
        known = [cell for cell in self.cells(column) if cell not in (None, "")]
        numbers = [as_number(cell) for cell in known]
        if None in numbers or column not in self.table.words.numbers:
            raise InvalidInput(f"**{plain(column)}** holds text that's no number, so it can't be added up.")
        total = sum(filter(None, numbers), Decimal(0))
        if function == "median":
            return (
                Figure(median([one for one in numbers if one is not None]), self.places(column))
                if numbers
                else Figure(None)
            )
        if function == "mean":
            is_split = numbers and total % len(numbers) and column in self.table.words.of_sense("money")
            places = 2 if is_split else self.places(column)
            return Figure.mean(total, len(numbers), places) if numbers else Figure(None)
        return Figure(total, places=self.places(column))

    def totals(self, columns: Sequence[str]) -> Row:
        """Return the row of totals below certain columns. Raises InvalidInput if none can be added up."""
        words = self.table.words
        apart = {one for form in _NO_SUMS for one in words.numbers_of(form)}
        numbers = [one for one in columns if one in words.numbers and not words.holds_years(one)]
        prices = [one for one in numbers if one in words.numbers_of("column_of_one")]
        added = [one for one in numbers if one not in apart] or prices
        if not added:
            raise InvalidInput(f"None of these columns can be added up: {', '.join(map(plain, columns))}.")
        label = next((one for one in columns if one not in words.numbers), "")
        return tuple(
            _TOTAL if one == label else self.computed("sum", one).cell if one in added else None
            for one in columns
        )

    def worth(self, number: str, sign: str, each: str) -> "Figure":
        """Return the sum over rows of `number` and `each`, combined by `sign`.

        Raises InvalidInput if one of the cells isn't a number.
        """
        known = self._pairs(number, each)
        total = sum((_SIGNS[sign](one, other) for one, other in known), Decimal(0))
        most = max(self.places(each), self.places(number))
        return Figure(total, places=2 if most and total % 1 else most)

    def per(self, column: str, divisor: str) -> "Figure":
        """Return one column's sum divided by another's. Raises InvalidInput if one isn't a number."""
        pairs = self._pairs(column, divisor)
        total, number = (sum((pair[at] for pair in pairs), Decimal(0)) for at in (0, 1))
        places = 2 if column in self.table.words.of_sense("money") else self.places(column)
        return Figure.mean(total, number, places) if number else Figure(None)

    def _pairs(self, one: str, other: str) -> list[tuple[Decimal, Decimal]]:
        """Return the numbers of two columns per row. Raises InvalidInput if one is missing."""
        pairs = [(as_number(self.cell(row, one)), as_number(self.cell(row, other))) for row in self.rows]
        known = [(left, right) for left, right in pairs if left is not None and right is not None]
        if len(known) < len(pairs):
            raise InvalidInput(f"**{plain(one)}** or **{plain(other)}** is missing in a row.")
        return known

    def written(self, column: str, number: Decimal) -> str:
        """Return a number of a column with thousands separators, unless the column tells years."""
        is_year = self.table.words.tells_years(column)
        return str(number) if is_year else with_commas(number, self.places(column))

    def places(self, column: str) -> int:
        """Return the number of decimals shown for a column: two for money, or none, as many for each day."""
        words = self.table.words
        alike = next((one for one in columns_alike(words).values() if column in one), (column,))
        cells = (cell for one in alike for cell in words.cells(one))
        numbers = [as_number(cell) for cell in cells if cell not in (None, "")]
        most = max(
            (-int(one.normalize().as_tuple().exponent) for one in numbers if one is not None), default=0
        )
        is_money = column in words.prices or key_of("profit_word", column)
        return 2 if 0 < most <= 2 and (is_money or most == 2) else max(most, 0)


@dataclass(frozen=True, slots=True)
class Figure:
    """A computed number, `about` if it is rounded."""

    value: Decimal | None
    places: int = 0
    about: bool = False

    @classmethod
    def mean(cls, total: Decimal, number: int | Decimal, places: int) -> "Figure":
        """Return a mean, rounded if needed: to cents, or to four places below 1."""
        value = total / number
        step = _CENTS if places == 2 else Decimal(1).scaleb(-max(places, _MOST_PLACES[abs(value) >= 1]))
        rounded = value.quantize(step, ROUND_HALF_UP)
        return cls(rounded if rounded != value else value, places, rounded != value)

    @property
    def cell(self) -> int | float | None:
        if self.value is None:
            return None
        return int(self.value) if self.value == self.value.to_integral_value() else float(self.value)

    def __str__(self) -> str:
        return with_commas(self.value, self.places) if self.value is not None else "nothing"


def with_commas(value: Decimal, places: int) -> str:
    """Return a number with thousands separators, and at least `places` decimals."""
    text = f"{value.normalize():,f}"
    whole, _, part = text.partition(".")
    return f"{whole}.{part.ljust(places, '0')}" if places and (part or places == 2) else text


def joined(tests: Sequence[CellTest]) -> list[CellTest]:
    """Return tests with alternative values of one column merged: 'Bell or Hart'."""
    found: list[CellTest] = []
    for test in tests:
        same = replace(found[-1], value=test.value) if found else None
        if same == test and test.test == "has" and not test.negated:
            found[-1] = replace(test, value=f"{found[-1].value} or {test.value}")
        else:
            found.append(test)
    return found


def meets(cell: Cell, bound: tuple[str, Decimal] | None) -> bool:
    """Return whether a figure is within a bound, if there is one."""
    number = as_number(cell)
    if bound is None or number is None:
        return bound is None
    return _BOUNDS[bound[0]](number, bound[1]) if bound[0] in _BOUNDS else number == bound[1]
