"""What is asked of the table at hand."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

_MOST_UNREAD = 3  # words that may be the names of columns


@dataclass(frozen=True, slots=True)
class CellTest:
    """Rows with a cell in any of `columns` that passes: equals, word, no, yes, over, before …

    `other` is the column that it is held against, instead of a value.
    """

    columns: tuple[str, ...]
    test: str
    value: Any = None
    negated: bool = False
    other: str = ""


@dataclass(frozen=True, slots=True)
class Percent:
    """So many percent on top of a sum, or off it: `said` as in 'plus 19% VAT'."""

    part: Decimal
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """What is asked of the table at hand. All columns are its own."""

    tests: tuple[CellTest, ...] = ()
    asked: tuple[str, ...] = ()  # columns to be told of
    without: tuple[str, ...] = ()  # columns to be left out
    function: str = ""  # sum, mean, count or share of those asked
    much: bool = False
    group: str = ""  # for each value of this column
    sign: str = (
        ""  # what is done with `other` before it is added up: *, + or -; sums of both are divided by /
    )
    other: str = ""
    percent: Percent | None = None
    sort: str = ""
    descending: bool | None = None
    extreme: bool = False  # one row is sought, or as many as `limit`
    limit: int | None = None
    format: str = ""
    scope: str = ""  # 'those' for the rows shown last, 'overall' for all
    people: bool = False
    only: bool = False
    again: bool = False  # the function of the question before
    view: bool = False  # it asks to be shown something
    unclear: tuple[str, ...] | None = None  # columns of which one is meant, () if no column can be compared
    unread: tuple[str, ...] = ()
    names: bool = field(default=False, compare=False)  # it names a column or a value
    free_words: int = field(default=-1, compare=False)  # a question that names what is there is sure

    @property
    def is_asked(self) -> bool:
        """Whether anything is asked: of a column, or how rows are to be chosen, counted, or put."""
        chosen = self.tests or self.extreme or self.sort or self.group
        return bool(self.asked or self.without or chosen or self.percent) or self.function in ("sum", "mean")

    @property
    def lacks_columns(self) -> bool:
        """Whether it is for a file of columns, some of which nothing in the table is called by."""
        return bool(self.format and self.only and self.asked and len(self.unread) <= _MOST_UNREAD)

    @property
    def only_names(self) -> bool:
        """Whether columns or rows are only named."""
        wanted = self.function or self.extreme or self.format or self.sort or self.group or self.much
        wanted = wanted or bool(self.percent)
        return not (wanted or self.without or self.descending is not None or self.only)

    @property
    def shapes(self) -> bool:
        """Whether rows are only put in order, or into a file."""
        return bool(self.sort or self.format or self.descending is not None) and not (
            self.function or self.extreme or self.tests or self.asked or self.group or self.without
        )

    @property
    def reshapes(self) -> bool:
        """Whether it changes the table itself: its order, its columns, or which rows are left in it."""
        keeps = self.only and (self.tests or self.asked or self.limit)
        asks = self.function or self.group or self.people or self.view or (self.extreme and not keeps)
        return bool(self.shapes or self.without or keeps) and not asks
