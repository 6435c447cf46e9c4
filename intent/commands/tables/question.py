"""A question about the table at hand."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

FIGURES = ("sum", "mean", "median")  # computed from the numbers of a column
OPPOSITE = {"over": "at_most", "under": "at_least", "at_least": "under", "at_most": "over"}
BOUNDS = tuple(OPPOSITE)
_MOST_UNREAD = 3  # words that may be names of columns


@dataclass(frozen=True, slots=True)
class CellTest:
    """Rows with a cell in any of `columns` that passes: equals, word, no, yes, over, before …

    `other` is the column to compare with, instead of a value.
    """

    columns: tuple[str, ...]
    test: str
    value: Any = None
    negated: bool = False
    other: str = ""


@dataclass(frozen=True, slots=True)
class Percent:
    """A percentage added to or taken off a sum: `said` as in 'plus 19% VAT'."""

    part: Decimal
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question about the table at hand. All columns are the table's own."""

    tests: tuple[CellTest, ...] = ()
    asked: tuple[str, ...] = ()  # columns to show or compute
    without: tuple[str, ...] = ()  # columns to leave out
    function: str = ""  # sum, mean, median, count, share, ratio, running
    much: bool = False
    group: str = ""  # one answer per value of this column
    later: int = 0  # days to add to a day asked for
    period: str = ""  # or per month, week, quarter or year of it
    sign: str = ""  # combines each cell with that of `other` before adding up: *, +, -; / divides their sums
    other: str = ""
    percent: Percent | None = None
    sort: str = ""
    descending: bool | None = None
    then: str = ""  # a second column to sort by, among equal ones
    then_down: bool = False
    having: tuple[str, Decimal] | None = None  # a bound of the figure of each group: 'over', 1
    extreme: bool = False  # one row is wanted, or as many as `limit`
    limit: int | None = None
    pieces: Decimal | None = None  # so many of the one row at the price asked for
    format: str = ""
    scope: str = ""  # 'those' for the rows shown last, 'overall' for all
    people: bool = False
    only: bool = False
    total: bool = False  # a row of totals is wanted below the rows
    supposed: bool = False  # no word asks for the sum of what is for one
    joined: bool = False  # one sum of several columns is wanted
    spread: bool = False  # how far the highest and the lowest are apart
    across: str = ""  # which of the columns named after such periods stands out: day, month …
    again: bool = False  # the function of the previous question
    ordered: bool = False  # asks by what the rows are sorted
    turned: bool = False  # the order of the previous question, reversed
    view: bool = False  # asks to be shown something
    noun: str = ""  # for rows, by which they are counted: 'dogs'
    unclear: tuple[str, ...] | None = None  # candidates for one column, () if no column can be compared
    unread: tuple[str, ...] = ()
    names: bool = field(default=False, compare=False)  # names a column or a value
    free_words: int = field(default=-1, compare=False)  # a question that names existing things is certain

    @property
    def is_asked(self) -> bool:
        """Return whether anything is asked: a column, or how rows are selected, counted or sorted."""
        chosen = self.tests or self.extreme or self.sort or self.group or self.joined
        return (
            bool(self.asked or self.without or chosen or self.percent or self.total)
            or self.function in FIGURES
        )

    @property
    def lacks_columns(self) -> bool:
        """Return whether it is for a file with columns that don't exist in the table."""
        return bool(self.format and self.only and self.asked and len(self.unread) <= _MOST_UNREAD)

    @property
    def only_names(self) -> bool:
        """Return whether it only names columns or rows."""
        wanted = self.function or self.extreme or self.format or self.sort or self.group or self.much
        wanted = wanted or self.ordered
        wanted = wanted or bool(self.percent) or self.total
        return not (wanted or self.without or self.descending is not None or self.only)

    @property
    def shapes(self) -> bool:
        """Return whether it only sorts rows, or writes them to a file."""
        return bool(self.sort or self.format or self.descending is not None) and not (
            self.function or self.extreme or self.tests or self.asked or self.group or self.without
        )

    @property
    def reshapes(self) -> bool:
        """Return whether it changes the table itself: its order, columns, or selection of rows."""
        keeps = self.only and (self.tests or self.asked or self.limit)
        removes = self.only and self.tests and all(one.negated for one in self.tests)
        shows = self.people or (self.view and not removes)
        asks = self.function or self.group or shows or (self.extreme and not keeps)
        return bool(self.shapes or self.without or keeps) and not asks

    @property
    def is_excerpt(self) -> bool:
        """Return whether it asks for some columns, which doesn't leave out the others for good."""
        return bool(self.asked) and not (self.reshapes or self.only or self.view)
