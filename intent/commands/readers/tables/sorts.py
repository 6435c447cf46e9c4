"""Rows sorted by two columns, 'by shop, then by price, dearest first', and 'all' that is no value."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from intent.commands.grammar.tokens import Token
from intent.commands.readers.tables.row_terms import RowTerms
from intent.commands.tables.cells import stems_of
from intent.commands.tables.joined_columns import only_alike
from intent.commands.tables.question import BOUNDS, FIGURES
from intent.commands.tables.words import TableWords
from intent.commands.words import at_start, key_of

_ALL, _THEN, _WITHIN = "overall", "then", ("within", "inside")
_OF_TABLE = ("column", "columns", "row", "rows", "field", "fields", "the", "of")  # behind 'all'
_WHOLE = ("columns", "whole", "entire", "full")  # table, of which all columns are wanted
_UNITS = {"day": 1, "week": 7}
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_JOINS = ("and", "without", "less", "by")  # which may say something else than a sign
_SORTS = ("sort", "which")  # what waits for a column to sort by


@dataclass(slots=True)
class Sorts(RowTerms):
    """The terms that sort rows by a second column."""

    def is_all(self, said: tuple[str, ...]) -> bool:
        """Return whether 'all' means every row or column, and no cell that says so: 'all columns'."""
        behind = said[1] if len(said) > 1 else ""
        return at_start("table_word", said[:1])[0] == _ALL and (behind in _OF_TABLE or behind.isdigit())

    def _further(self, columns: tuple[str, ...], token: Token) -> bool:
        """Record the second column to sort by: 'sort by shop, then by price'."""
        first = self.said.get("sort")
        goes_on = _THEN in self._before(token) or self.waits in _SORTS
        if not first or not goes_on or first in columns or "then" in self.said:
            return False
        self.said |= {"then": self.one_of(columns), "first_down": self.said.pop("descending", False)}
        self.waits, self.last = "", self.said["then"]
        return True

    def _within(self, tokens: list[Token]) -> int:
        """Consume 'within each shop' before that column, by which rows are sorted."""
        if tokens[0].word not in _WITHIN or not self.said.get("sort"):
            return 0
        named = [one.word for one in tokens[1:3] if not (key_of("article", one.word) or one.word == "each")]
        columns = self.at_hand.columns_called(tuple(named[:1]))
        return (
            1 + [one.word for one in tokens[1:3]].index(named[0]) + 1 if self.said["sort"] in columns else 0
        )

    def in_order(self, sort: str) -> dict[str, Any]:
        """Return how rows are sorted. A direction behind the second column is of that one."""
        column = self.said.get("then", sort)
        down = self._is_highest(column) if self.extreme else self.said.get("descending")
        if "then" not in self.said:
            return {"descending": down}
        return {"descending": self.said["first_down"], "then": self.said["then"], "then_down": bool(down)}

    def _combines(self, tokens: list[Token]) -> int:
        """Consume what joins columns to each other, or to a figure. Return its length in words."""
        return self._by_so_much(tokens) or self._within(tokens) or self._sign(tokens) or self._later(tokens)

    def _later(self, tokens: list[Token]) -> int:
        """Consume 'plus 21 days' behind a column of days. Return its length in words."""
        sign, size = at_start("column_sign", tuple(one.word for one in tokens))
        said = [one.word for one in tokens[size : size + 2]]
        days = _UNITS.get(said[-1].removesuffix("s"), 0) if len(said) == 2 and said[0].isdigit() else 0
        asked = [one for one in self.asked if one in self.at_hand.days] or [*self.at_hand.days]
        if not days or sign not in ("+", "-") or len(asked) != 1:
            return 0
        self.asked += [] if asked[0] in self.asked else asked
        self.said["later"] = int(said[0]) * days * (1 if sign == "+" else -1)
        return size + 2

    def _sign(self, tokens: list[Token]) -> int:
        """Consume 'times' or 'plus' between two columns of numbers. Return its length in words."""
        sign, size = at_start("column_sign", tuple(one.word for one in tokens))
        wanted = (*self.asked, self.said.get("by"))
        if sign == "/" or self.last not in self.at_hand.numbers or self.last not in wanted:
            return 0
        if tokens[0].word in _JOINS or not (sign == "*" or self._goes_on_with_number(tokens[size:])):
            return 0
        if sign:
            self.waits = "other"
            self.said.update(sign=sign, written=True)
        return size

    def _goes_on_with_number(self, after: list[Token]) -> bool:
        """Return whether one column of numbers is named next."""
        said = tuple(one.word for one in after if not key_of("article", one.word))
        columns, _ = self._longest(said, self.at_hand.columns_called)
        return len(columns) == 1 and columns[0] in self.at_hand.numbers

    def _by_so_much(self, tokens: list[Token]) -> int:
        """Return 1 for 'by' between a column of numbers and its figure: 'delayed by 20 or more'."""
        measures = tokens[0].word == "by" and self.last in self.at_hand.numbers and len(tokens) > 1
        return int(measures and tokens[1].word.isdigit())

    def _unit(self, after: list[Token]) -> int:
        """Return 1 for a figure's unit, unless a column has that name: '6 metres'."""
        word = after[0].word if after else ""
        return int(bool(key_of("figure_unit", word)) and not self.at_hand.columns_named((word,)))

    # -- sums -----------------------------------------------------------------------------------------

    def ranks_sums(self, group: str, sort: str) -> bool:
        """Return whether 'most' of a column per group is of its sums: 'the most hours per fitter'."""
        most = self.said.get("amount") and self.extreme and not self.said.get("function")
        return bool(group and most) and sort in self.at_hand.numbers and sort != group

    def asks_part(self) -> bool:
        """Return whether a sum is asked for: 'how much rent is unpaid', 'how much came in in tips'."""
        said = [one.word for one in self.words.tokens]
        if self.extreme or not self.asked or not {*self.asked} <= {*self.at_hand.numbers}:
            return False
        within = [two for one, two in pairwise(said) if one == "in" and self.at_hand.columns_called((two,))]
        return bool((within or "owed" in self.said) and "much" in self.said) or (
            "how much of" in " ".join(said) and bool(self.tests)
        )

    # -- what is settled in the end -----------------------------------------------------------------

    def _settle_on_each(self) -> None:
        """Read 'what's the profit on each?' as that of every row."""
        ends = [one.word for one in self.words.tokens if not one.is_mark][-1:] == ["each"]
        if not ends or self.waits != "group" or not self.asked or self.extreme:
            return
        if "supposed_sum" in self.said:  # 'how much does each still owe', 'how much is missing each'
            self.waits, self.said["group"] = "", self.at_hand.person
        elif "function" not in self.said:
            self.waits = ""

    def settle_each(self) -> None:
        """Read 'how many hours does each have?' of columns of days as the sums of the rows."""
        self._settle_on_each()
        said = [one.word for one in self.words.tokens]
        units = any(one == "many" and key_of("figure_unit", two) for one, two in pairwise(said))
        named = {*self.asked} & {*self.at_hand.numbers}
        if self.said.get("function") != "count" or not units or named or not only_alike(self.at_hand):
            return
        self.said["function"] = "sum"
        if self.waits == "group" and "each" in said:
            self.said["group"], self.waits = self.at_hand.person, ""

    def settle_having(self) -> None:
        """Read 'count per vet, only those with more than one' as the groups with so many rows."""
        bare = [one for one in self.tests if not one.columns and one.test in BOUNDS]
        counts = self.said.get("function") == "count" or (
            self.said.get("function") in FIGURES and "only" in self.said
        )
        if self.said.get("group") and counts and len(bare) == 1:
            self.tests.remove(bare[0])
            self.said["having"] = (bare[0].test, bare[0].value)

    def settle_times(self) -> None:
        """Read 'which animals come twice?' as those with so many rows."""
        times = [one for one in self.unread if one in _TIMES]
        others = self.tests or self.extreme or self.said.get("function") or len(self.unread) > 1
        texts = [one for one in self.asked if one not in self.at_hand.numbers]
        if len(times) != 1 or others or len(texts) != len(self.asked) or len(texts) != 1:
            return
        bound = self.bound or ("at_least" if _TIMES[times[0]] > 1 else "equals")
        self.said |= {"function": "count", "group": texts[0], "having": (bound, Decimal(_TIMES[times[0]]))}
        self.asked, self.bound = [], ""
        self.unread.clear()

    def settle_all(self) -> None:
        """Read 'the whole list, with the price' as all columns."""
        said = {one.word for one in self.words.tokens}
        chooses = self.said.get("function") or self.extreme or self.said.get("group") or "only" in self.said
        chooses = chooses or "worth" in said
        if self.said.get(_ALL) and not said.isdisjoint(_WHOLE) and not chooses and not self.tests:
            self.asked = []

    def settle_parts(self) -> None:
        """Read words of one cell as that cell: 'waiting for timber' of 'waiting timber'."""
        words = {one.word for one in self.words.tokens}
        for one, other in pairwise(self.tests):
            named = one.test == other.test == "has" and not (one.negated or other.negated)
            cells = (
                _cells_with(self.at_hand, one.columns, (str(one.value), str(other.value))) if named else ()
            )
            if one.columns == other.columns and len(cells) == 1 and "or" not in words:
                at = self.tests.index(one)
                self.tests[at : at + 2] = [type(one)(one.columns, "has", next(iter(cells)))]
                return


def _cells_with(at_hand: TableWords, columns: tuple[str, ...], said: tuple[str, ...]) -> set[str]:
    """Return the different cells that have all of these words, none if one of them is a cell by itself."""
    cells = {str(cell) for column in columns for cell in at_hand.cells(column) if cell is not None}
    wanted = [stems_of(one) for one in said]
    if any(stems_of(cell) in wanted for cell in cells):
        return set()
    return {cell for cell in cells if all({*one} <= {*stems_of(cell)} for one in wanted)}
