"""Words for rows in questions about a table, and words that exclude rows."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from intent.commands.grammar.slot_types import read_slot
from intent.commands.grammar.tokens import Token
from intent.commands.readers.tables.day_terms import DayTerms
from intent.commands.tables.question import BOUNDS, CellTest
from intent.commands.words import as_words, at_start, key_of, longest

LONGEST_NAME = 8  # words of a column or a value
_ARTICLES, _JOINS, _COLUMNS = ("the", "a", "any"), ("and", "or", "the"), ("column", "columns")
_OF_ROWS = ("owes", "overdue", "not")  # words that choose rows by a column that they don't name
_OF_THESE = (("of", "these"), ("of", "those"), ("of", "the"))
_DELETE, _ROW = "delete", ("row", "rows", "line", "lines")
_LINKS = (
    *("is", "are", "was", "were", "of", "=", ":", "exactly", "only", "just", "has", "have", "had"),
    *("the", "at"),
)
_PERCENT = ("%", "percent")
_HOLDING = (("with",), ("having",), ("have",), ("has",), ("had",), ("got",))
_LEADS = ("skip", "who")  # between the word for rows and their condition


@dataclass(slots=True)
class RowTerms(DayTerms):
    """Tells words for rows from words for columns."""

    def _deletes_row(self, tokens: list[Token]) -> int:
        """Consume 'delete' where a row is to be taken out: "delete Ann's row". Return its length."""
        words = {one.word for one in tokens}
        if words.isdisjoint(_ROW) or [one.word for one in tokens[:1]] != [_DELETE]:
            return 0
        self._omit(_DELETE)
        return 1

    def _is_compared(self, token: Token) -> bool:
        """Return whether a bound and a figure follow a word, as in 'missing is above 0'."""
        at = self.words.tokens.index(token) + 1
        said = tuple(one.word for one in self.words.tokens[at:])
        said = said[1:] if said[:1] in (("is",), ("are",)) else said
        key, size = at_start("table_word", said)
        return key in BOUNDS and said[size : size + 1] != () and said[size][:1].isdigit()

    def _spared(self, columns: tuple[str, ...], after: list[Token]) -> int:
        """Return the length of the condition after 'without' and a column, 0 if the column is left out.

        'Without the beers under 500 litres', 'without the clients who are unpaid', 'without Age over 9'.
        """
        said = tuple(one.word for one in after)
        if not self.negated or "and" in said[:1]:
            return 0
        rest, compared = said, columns[0] in (*self.at_hand.numbers, *self.at_hand.days)
        while rest and rest[0] != "and" and at_start("table_word", rest)[0] in _LEADS and not compared:
            rest = rest[at_start("table_word", rest)[1] :]
        if not (compared or columns == (self.at_hand.key,)) or not self._tells_rows(rest, compared):
            return 0
        self.last = columns[0] if compared else self.last
        return max(len(said) - len(rest), 0) + 1

    def _tells_rows(self, said: tuple[str, ...], compared: bool) -> bool:
        """Return whether words begin with a bound, or after a word for rows with a value or column."""
        if at_start("table_word", said)[0] in BOUNDS:
            return True
        value = not compared and self._longest(said, self.at_hand.values_named, ((), ""))[0][0]
        wide = 0 if compared else self._longest(said, self.at_hand.columns_named)[1]
        return bool(value) or (wide > 0 and at_start("table_word", said[wide:])[0] in BOUNDS)

    def _is_called_column(self, after: list[Token]) -> bool:
        """Return whether 'column' follows the columns named right after 'without'."""
        said = [one.word for one in self.words.tokens if not one.is_mark]
        before = [one for one in said[: -len(after) - 1] if one not in _ARTICLES] if after else []
        rest = [one.word for one in after]
        while rest and (rest[0] in _JOINS or self.at_hand.columns_named((rest[0],))):
            rest.pop(0)
        is_left = bool(before) and key_of("table_word", before[-1]) == "not"
        return is_left and bool(rest) and rest[0] in _COLUMNS

    def _calls_rows(self, tokens: list[Token]) -> int:
        """Return 1 for a word for rows: 'only the boats longer than 6', 'which of these colleagues'."""
        after = at_start("table_word", tuple(one.word for one in tokens[1 : 1 + longest("table_word")]))[0]
        several = tokens[0].word.endswith("s") and not self.anchors
        spared = self.negated and after in BOUNDS and tokens[0].word.endswith("s")
        chosen = self._before(tokens[0]) in _OF_THESE or ("only" in self.said and after in BOUNDS)
        return int(spared or (several and chosen))

    def _in_percent(self, after: list[Token]) -> bool:
        """Return whether a bound is so many percent, and no column near it holds such: 'over 5% faulty'."""
        near = (
            *self.asked[-1:],
            self.last,
            *self.at_hand.columns_called(tuple(one.word for one in after[1:2])),
        )
        of_percent = self.at_hand.numbers_of("column_percent")
        return bool(after) and after[0].word in _PERCENT and not {*near} & {*of_percent}

    def is_foreign_unit(self, after: list[Token]) -> bool:
        """Return whether a figure has another unit than the columns are named with: tonnes beside 'kg'."""
        unit = after[0].word if after else ""
        names = [one for column in self.at_hand.numbers for one in as_words(column)]
        units = {one[0] for one in names if key_of("figure_unit", one) == "yes"}
        return key_of("figure_unit", unit) == "yes" and bool(units) and unit[0] not in units

    def _held(self, tokens: list[Token]) -> int:
        """Consume 'two beds' behind 'with' as the rows with that figure. Return its length in words."""
        number = (
            None if key_of("article", tokens[0].word) else read_slot("number", self.words.part(tokens[:1]))
        )
        said = tuple(one.word for one in tokens[1:])
        size: int
        columns, size = self._longest(said, self.at_hand.columns_named)
        named = [one for one in columns if one in self.at_hand.numbers]
        is_bound = self.bound or self.negated or at_start("bound_behind", said[size:])[0]
        if number is None or is_bound or len(named) != 1 or not self._is_held(tokens, size):
            return 0
        self.names = True
        self.test(CellTest((named[0],), "has", str(number)))
        return 1 + size

    def _is_held(self, tokens: list[Token], size: int) -> bool:
        """Return whether a figure and its column say what rows have: 'with 2 beds', 'the 2 bed flats'."""
        before, after = self._before(tokens[0])[-1:], tuple(one.word for one in tokens[1 + size : 2 + size])
        names_rows = after == ("ones",) or self.at_hand.key in self.at_hand.columns_called(after)
        return before in _HOLDING or names_rows

    def _is_count(self, tokens: list[Token]) -> bool:
        """Return whether 'what would they cost for 8 hours?' names how many, not a price for one."""
        is_unit = len(tokens) > 1 and bool(key_of("figure_unit", tokens[1].word))
        return is_unit and self.last in self.at_hand.numbers_of("column_of_one")

    def _of_what(self, tokens: list[Token]) -> int:
        """Return 2 for the object of a measure: 'more than 10 days of holiday'.

        In 'the total hours of holiday' it may choose rows by what the table doesn't have.
        """
        before, said = self._before(tokens[0])[-1:], tuple(one.word for one in tokens[:2])
        counts = bool(before) and bool(key_of("figure_unit", before[0]) or before[0] in as_words(self.last))
        is_told = (
            any(one.test in BOUNDS for one in self.tests[-1:]) or key_of("table_word", said[-1]) == "skip"
        )
        is_measure = len(said) == 2 and said[0] == "of" and counts and is_told
        return 2 if is_measure and not self._chooses_behind_of(tokens[1:]) else 0

    def _chooses_behind_of(self, tokens: list[Token]) -> bool:
        """Return whether words after 'of' say which rows: 'over 3', 'unpaid ones', 'overdue ones', a cell."""
        said = (tokens[0].word,)
        key = at_start("table_word", tuple(one.word for one in tokens[:3]))[0]
        named = self.at_hand.columns_named(said) or self.at_hand.columns_named((said[0].removeprefix("un"),))
        return key in (*BOUNDS, *_OF_ROWS) or bool(named or self.at_hand.values_named(said)[0])

    def _row_figure(self, token: Token, number: Decimal) -> int:
        """Consume a cell of the column before it, 'most hours in week 47'. Return its length in words."""
        named = self.last in (*self.asked, self.said.get("by")) and self.last in self.at_hand.numbers
        follows = named and self.last in self.at_hand.columns_called(self._before(token)[-1:])
        if not (follows and str(number) in map(str, self.at_hand.cells(self.last))):
            return 0
        self._test_rows(number)
        return 1

    def _is_cell_of(self, column: str, tokens: list[Token]) -> bool:
        """Return whether a figure stands beside its column: 'km is 300', but not 'at cost, 24 boxes'."""
        at = self.words.tokens.index(tokens[0])
        while at and self.words.tokens[at - 1].word in _LINKS:
            at -= 1
        said = tuple(one.word for one in self.words.tokens[max(at - 1, 0) : at])
        after = self.at_hand.columns_named(tuple(one.word for one in tokens[1:2]))
        is_other = any(one in self.at_hand.numbers for one in after)
        return column in self.at_hand.numbers and column in self.at_hand.columns_named(said) and not is_other

    def _test_rows(self, number: Decimal) -> None:
        """Select the rows with a figure in the column before it, which then is neither shown nor compared."""
        self.asked = [one for one in self.asked if one != self.last]
        if self.said.get("by") == self.last:
            self.said.pop("by")
        self.test(CellTest((self.last,), "has", str(number)))

    def _longest(self, said: tuple[str, ...], read: Callable[[tuple[str, ...]], Any], none: Any = ()) -> Any:
        for size in range(min(LONGEST_NAME, len(said)), 0, -1):
            found = read(said[:size])
            if found and found != none:
                return found, size
        return none, 0
