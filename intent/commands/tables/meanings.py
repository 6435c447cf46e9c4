"""The meaning of a question's words for the table at hand: conditions, columns, sums, order."""

from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from intent.commands.grammar.tokens import tokenize
from intent.commands.tables.columns_of_days import sort_by_sum, take_columns
from intent.commands.tables.figures_beside import is_beside, is_dealt
from intent.commands.tables.joined_columns import columns_alike
from intent.commands.tables.limits import holds_against
from intent.commands.tables.moments import ranks_days
from intent.commands.tables.periods import PERIODS, take_period, take_rhythm
from intent.commands.tables.profits import earned_of
from intent.commands.tables.question import BOUNDS, FIGURES, CellTest
from intent.commands.tables.question_state import QuestionState
from intent.commands.words import key_of
from intent.material import UNNAMED

_SUPERLATIVE = ("est", "ste", "sten")
HIGHEST = ("highest", "dearest", "latest")
EXTREMES = (*HIGHEST, "lowest", "cheapest", "earliest", "oldest", "youngest", "fastest", "slowest")
ENDS = (
    "highest biggest largest greatest maximum max dearest priciest",
    "lowest smallest least minimum min cheapest fewest",
)
AGES = ("oldest", "youngest")
_WHICH, _FROM = ("which", "what"), "from"
PACES = ("fastest", "slowest")


@dataclass(slots=True)
class Meanings(QuestionState):
    """The meanings of one question's words."""

    def _column(self, columns: tuple[str, ...], said: tuple[str, ...], size: int) -> int:
        self.anchors, self.names = self.anchors + 1, True
        if of_value := [one for one in columns if one in self.of_value]:
            self.tests[-1] = replace(self.tests[-1], columns=(of_value[0],))
            self.of_value = ()
            return size
        marked = {*columns} & {one.columns[0] for one in self.tests if one.test in ("no", "yes")}
        column = marked.pop() if len(marked) == 1 < len(columns) else self._meant(columns, said)
        self._note_rows(column, said)
        self._list(column)
        self._place(column)
        self.last = column
        return size

    def _meant(self, columns: tuple[str, ...], said: tuple[str, ...]) -> str:
        """Return the column of days named right before, if a word is of that again: 'the service is due'."""
        is_again = self.last in self.at_hand.days and {*columns} <= {*self.at_hand.days}
        is_due = is_again and key_of("column_word", " ".join(said)) == "day"
        return self.last if is_due else self.one_of(columns)

    def _place(self, column: str) -> None:
        """Use a column for a word that waits for one, else as a requested column."""
        if self.bound and self.tests and not self.tests[-1].columns:
            self.bound = ""
        compares = column in (*self.at_hand.numbers, *self.at_hand.days)
        if compares and holds_against(self, column):
            return
        if compares and self.tests and self.tests[-1].test in BOUNDS and not self.tests[-1].columns:
            self.tests[-1] = replace(self.tests[-1], columns=(column,))
        elif self.negated:
            self._leave_out(column)
            self.negated = False
        elif self.waits:
            self._awaited(column)
        elif self.extreme and self._ranks(column):
            return
        elif self.without and self.last in self.without:
            self.without.append(column)
        else:
            self.asked += [column] if column not in self.asked else []

    def _ranks(self, column: str) -> bool:
        """Use a column beside 'highest'. Return whether it has to do with that."""
        if is_beside(self, column):
            self.asked.append(column)
        elif not self.said.get("by") or self._ranks_groups(column):
            self._of_extreme(column)
        elif is_dealt(self, column):
            self.said["by"] = column
        else:
            return False
        return True

    def _ranks_groups(self, column: str) -> bool:
        """Return whether a figure ranks what 'which' names, not single rows: 'which week had most hours?'"""
        by, said = self.said.get("by", ""), [one.word for one in self.words.tokens]
        asked = [self.at_hand.columns_called((name,)) for one, name in pairwise(said) if one in _WHICH]
        cells = [*map(str, self.at_hand.cells(by))] if any(by in one for one in asked) else []
        return len({*cells}) < len(cells) and by != column in self.at_hand.numbers

    def _awaited(self, column: str) -> None:
        """Use a column for a word that waits for one. 'per night' means the price column if there is one to
        be compared, else a sum is divided by the nights.
        """
        waits, self.waits = self.waits, ""
        each = self.at_hand.numbers_of("column_of_one")
        ranks = waits == "group" and self.extreme and column in self.at_hand.numbers
        if ranks and len(each) == 1:
            self.said["by"] = each[0]
        elif waits == "group" and column in each:  # 'the cost per head' is one column
            self.asked += [] if column in (*self.asked, self.said.get("sort")) else [column]
        elif waits == "group" and column in self.at_hand.amounts:
            self.said["divisor"] = column
        elif waits == "which" and self.said.get("amount") and column in self.at_hand.numbers:
            self.said["by"] = column  # 'the busiest by hours'
        elif ranks:
            self.unread.append(f"per {column}")
        else:
            self.said[waits] = column

    def _taxed(self, key: str) -> None:
        """Read 'gross' as the money plus the tax column, 'net' as the rest."""
        tax = self.at_hand.numbers_of("column_tax")
        money = [one for one in self.at_hand.money if one not in tax]
        if len(tax) != 1 or len(money) != 1 or key == "net":
            self.unread.append(key)
        else:
            self.said.update(sign="+", other=tax[0])
            self._column((money[0],), (key,), 1)

    def _settle_rows(self) -> None:
        """Read 'a csv of the farms in Kenya' as their rows, not as a file of names."""
        are_rows = (self.rows_called == self.at_hand.key and "only" not in self.said) or bool(self.tests)
        shapes = {"format", "sort", "which", *(["only"] if self.tests else [])} & {*self.said}
        if shapes and are_rows and self.asked == [self.rows_called]:
            self.asked = []

    def _of_extreme(self, column: str) -> None:
        """Use a column after 'highest': it is compared, or names the rows."""
        comparable = (*self.at_hand.numbers, *self.at_hand.days)
        if self.said.get("by"):
            self.said.update(group=self.said["by"], by=column, function="sum")
        elif column in comparable:
            self.said["by"] = column
            self.said["amount"] = self.said.get("amount") or key_of("table_word", column.lower()) == "sum"
        elif column == self.at_hand.key and self.counts_rows():
            self.said |= {"function": "count", "often": True}
        else:
            self.asked.append(column)

    def _money(self, key: str) -> None:
        counts = self.said.get("function") == "count" and {*self.asked} & {*self.at_hand.numbers}
        if counts and "earns" in self.said:
            return  # 'how many boxes did Ann take?'
        earned, alike = earned_of(self), columns_alike(self.at_hand).values()
        if not earned or any({*earned} <= {*one} for one in alike):
            self.deeds.append(key)  # in 'which bar took least on Saturday' the column follows
            return
        self._column(earned, ("cost",), 1)

    def _extreme(self, key: str) -> None:
        if self.extreme:  # 'lowest first, top 2'
            self.said["first"] = True
            if self._asks_both_ends():
                self.unread.append(key)  # both can't be asked at once
            return
        if self.negated:  # 'only those still missing, dearest first' leaves out no column
            self.unread.append("not")
            self.negated = False
        self.extreme, self.anchors = key, self.anchors + 1
        if self.asked and self.asked[-1] == self.last in self.at_hand.numbers and not self._is_of_others(key):
            self.said["by"] = self.asked[-1]
            if not ("only" in self.said or self.last in self.listed):  # else it is one of the wanted columns
                self.asked.pop()

    def _is_of_others(self, key: str) -> bool:
        """Return whether a word compares days or ages, which the last column doesn't hold."""
        ages = self.at_hand.numbers_of("column_age")
        is_of_age = key in AGES and bool(ages) and self.last not in ages
        return is_of_age or (bool(self.at_hand.days) and key in (*AGES, "earliest", "latest"))

    def _asks_both_ends(self) -> bool:
        """Return whether both extremes are asked for: 'the highest price and the lowest cost'."""
        said = {one.word for one in self.words.tokens}
        return all(said & {*one.split()} for one in ENDS)

    def _is_highest(self, column: str) -> bool:
        """Return whether the highest is meant: not for the oldest by days, nor the fastest by durations."""
        if self.extreme in PACES:
            return (self.extreme == "fastest") is not (column in self.at_hand.numbers_of("column_taking"))
        if self.extreme not in AGES:
            return self.extreme in HIGHEST
        since = column in self.at_hand.days or self.at_hand.holds_years(column)
        return (self.extreme == "oldest") is not since

    def _negate(self, key: str) -> None:
        """Apply 'no' to the mark right before it, or to what follows."""
        if self.last in self.at_hand.marks and self.last in self.asked:
            self.asked.remove(self.last)
            self.test(CellTest((self.last,), "no"))
        else:
            self.negated = True

    def _omit(self, key: str) -> None:
        """Apply 'leave out' to the column or value that follows."""
        self.said["omit"], self.negated = True, True

    def _affirm(self, key: str) -> None:
        if self.last in self.asked:
            self.asked.remove(self.last)
            self.test(CellTest((self.last,), "yes"))

    def _bound(self, key: str) -> None:
        self.bound = key

    def _compared_by(self, word: str) -> str:
        """Return the one column that 'longer' or 'longest' compares, else empty."""
        name = key_of("compared_column", word)
        if name == "count":
            columns = list(self.at_hand.numbers_of("column_count"))
        else:
            columns = [one for one in self.at_hand.columns_named((name,)) if one in self.at_hand.numbers]
        return columns[0] if name and len(columns) == 1 else ""

    def _wait(self, key: str) -> None:
        sorts = key == "by" and self.waits == "sort"  # 'sort the table by shop'
        self.waits = "sort" if sorts else {"per": "group", "by": "which", "sort": "sort"}[key]
        if self.negated and key != "sort":
            self.waits, self.negated = "spared", False
        self.anchors += key == "sort"

    def _row(self, key: str) -> None:
        """Read 'day' as the word for rows, if they have no other: 'best day', 'average per day'."""
        if take_columns(self, key) or (key in PERIODS and take_period(self, key)) or take_rhythm(self, key):
            return
        if key == "row" and self.of_value:
            return  # 'a deep clean session'
        is_told = self.last in self.at_hand.days or (self.tests and isinstance(self.tests[-1].value, date))
        if self.at_hand.columns[: len(UNNAMED)] != UNNAMED and not is_told:
            self.said["each_row"] = self.waits == "group"
            self.unread += [] if self.said["each_row"] else ["day"]
        self.waits = ""

    def _same(self, key: str) -> None:
        """Read 'that day' as the number column named last, in this message or the question before."""
        said = f"{self.at_hand.before} {self.words.source[: self.words.tokens[0].start]}"
        named = [self.at_hand.columns_called((one.word,)) for one in tokenize(said)]
        columns = [one for each in named for one in each if one in self.at_hand.numbers]
        if columns:
            self._column((columns[-1],), (key,), 1)
        else:
            self.unread.append("that day")

    def _on_top(self, key: str) -> None:
        """Read 'first' after 'dearest' as sorting all rows."""
        if not self.extreme and self._has_superlative():
            self.unread.pop()
            self._extreme("highest")
        if not self.extreme and ranks_days(self):
            self._extreme("earliest")
        else:
            self.said["sorted" if self.extreme else "topped"] = True

    def _has_superlative(self) -> bool:
        """Return whether the word before is an '-est' form that fits only one column of numbers."""
        is_one = bool(self.unread) and self.unread[-1].endswith(_SUPERLATIVE)
        return is_one and len(self.at_hand.numbers) == 1

    def _direct(self, key: str) -> None:
        self.said["descending"] = key == "falling"
        self.anchors += 1

    def _function(self, key: str) -> None:
        """Read 'sum' or 'count'. In 'the average number of faults' or 'the lowest', 'number' is no count."""
        before = self.said.get("function")
        if key == "count_those":
            key, self.said["those"] = "count", True
        if key == "sum" and (before in ("share", "ratio") or sort_by_sum(self)):
            return  # 'what share of the total', 'sort by total'
        if key == "count" and self.waits == "sort" and self.at_hand.columns == UNNAMED:
            self._column(UNNAMED[1:], (key,), 1)  # 'sort by count'
            return
        said = [one.word for one in self.words.tokens]
        again = before == key and bool(self.tests) and said.count(self.spoken[0]) > 1
        if again or (before != key and {before, key} <= {*FIGURES}):
            self.unread.append(key)  # 'the total stock and the average price' are two questions
        elif key != "count" or not (self.extreme or before in FIGURES):
            self.said["function"] = key
        self.anchors += 1

    def _often(self, key: str) -> None:
        """Read 'most often' as the most frequent value of a column."""
        self.said["function"], self.said["often"] = "count", True
        self._extreme("highest" if key == "most_often" else "lowest")

    def _format(self, key: str) -> None:
        said, at = [one.word for one in self.words.tokens], len(self.spoken)
        places = (place for place in range(2, len(said)) if said[place : place + at] == [*self.spoken])
        if any(said[place - 2] == _FROM for place in places):
            return  # 'the fares from our spreadsheet' are in it already
        self.said["format"], self.anchors = key, self.anchors + 1

    def _laid_out(self, key: str) -> None:
        """Read 'into a table' as an order to show it, if no file is wanted."""
        self.said["view"], self.anchors = True, self.anchors + 1
