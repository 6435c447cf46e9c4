"""Questions about the table at hand, read with its columns and values: 'who has no contract?'.

Each word must be a column, a value, or one of `table_word`. Any other word leaves the question unread.
"""

from dataclasses import dataclass, replace
from datetime import date

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.readers.tables.called import without_its_name
from intent.commands.readers.tables.money_terms import PAYS
from intent.commands.readers.tables.open_words import Settling
from intent.commands.readers.tables.other_topics import (
    asks_twice,
    is_changed,
    is_of_something_else,
    only_tells_days,
    said_in,
)
from intent.commands.readers.tables.particles import (
    holds_just,
    with_out_at_verb,
    with_than_at_bound,
    without_dashes,
)
from intent.commands.tables.deals import doer_of
from intent.commands.tables.meanings import AGES, PACES
from intent.commands.tables.profits import with_profit
from intent.commands.tables.question import BOUNDS, FIGURES, TableQuestion
from intent.commands.tables.words import TableWords
from intent.commands.words import key_of
from intent.material import UNNAMED

_FIRST, _LONGEST = "first", 40  # words of a question
_FEW = 4  # words in which 'all of that' may be asked for without a verb
_AS_SAID = (
    *("function", "sign", "other", "period", "percent", "limit", "format", "noun", "joined", "supposed"),
    *("total", "across", "spread", "turned", "ordered", "having", "pieces", "later"),
)
_MONEY, _DAYS = ("dearest", "cheapest"), ("earliest", "latest")
_COST = {"cost", "costs", "worth", "pay", "paid"}
_ALL_OF_IT = {"all", "everything", "that", "lot", "altogether"}
_BEFORE_ROWS = (("the",), ("those",), ("these",))


@slot_type("table_question")
def _table_question(words: Words) -> TableQuestion | None:
    """Return a question if all its words belong to the table at hand."""
    at_hand = words.situation.table
    if at_hand is None or len(words.tokens) > _LONGEST or asks_twice(words) or _names_columns(words):
        return None
    said = said_in(words)
    if key_of("farewell", " ".join(said)) or is_changed(said):
        return None
    question = read_question(words, at_hand)
    if question is not None and is_of_something_else(question, words):
        return None
    if question is None or (question.unread and not question.lacks_columns):
        return None
    return replace(question, free_words=1) if only_tells_days(question) else question


def _names_columns(words: Words) -> bool:
    """Return whether an order names each of the columns that have no names yet."""
    at_hand = words.situation.table
    order = read_slot("table_order", words) if at_hand and at_hand.columns == UNNAMED else None
    return order is not None and len(order.columns) == len(UNNAMED)


def read_question(words: Words, at_hand: TableWords) -> TableQuestion | None:
    """Return the question about a table, with its unread words, or None if it names nothing of the table."""
    reader = _Reader(words, with_profit(at_hand, words.text))
    reader.read()
    named, found = reader.anchors, reader.question()
    return None if not reader.anchors or (not named and _says_nothing(words, found)) else found


def _says_nothing(words: Words, found: TableQuestion) -> bool:
    """Return whether a sentence only has 'that' or 'all' in it: 'that will be all for today'."""
    said = [one.word for one in words.tokens if not one.is_mark]
    shows = any(key_of("table_shown", one) for one in said)
    return found.only_names and len(said) > _FEW and not shows


@dataclass(slots=True)
class _Reader(Settling):
    """Reads one question from left to right."""

    def read(self) -> None:
        own = with_than_at_bound(without_its_name(self.words.tokens, self.at_hand), self.at_hand)
        tokens = without_dashes(with_out_at_verb(own, self.at_hand), self.at_hand)
        if self._follows_just(tokens) or holds_just(tokens, self.at_hand):
            self.said["only"] = True
        at = self._deletes_row(tokens)
        while at < len(tokens):
            at += self.take(tokens[at:])
        self.settle()

    def _follows_just(self, tokens: list[Token]) -> bool:
        """Return whether 'just' comes before the question's beginning: rows or a column."""
        before = self.words.source[: tokens[0].start].lower().split() if tokens else []
        first = tuple(one.word for one in tokens[:1])
        names = first[:1] in _BEFORE_ROWS or self.at_hand.columns_named(first)
        return before[-1:] == ["just"] and bool(names)

    def _comes_first(self, column: str) -> bool:
        """Return whether a column only names the rows that are sorted: 'the oldest animal first'."""
        said = [one.word for one in self.words.tokens]
        places = [at for at, word in enumerate(said) if column in self.at_hand.columns_named((word,))]
        return bool(places) and all(said[at + 1 : at + 2] == [_FIRST] for at in places)

    def question(self) -> TableQuestion:
        said = self.said
        group, sort = self._grouped_and_sorted()
        if said.get("overall") or said.get("those"):
            self.anchors += 1
        return TableQuestion(
            tests=tuple(dict.fromkeys(self.tests)),
            asked=tuple(one for one in dict.fromkeys(self.asked) if not self._comes_first(one)),
            without=tuple(dict.fromkeys(self.without)),
            group=group,
            sort=sort,
            **self.in_order(sort),
            extreme=self._is_ranked(),
            scope="those" if "those" in said else "overall" if "overall" in said else "",
            people="who" in said,
            much="much" in said,
            only="only" in said,
            view="view" in said,
            names=self.names,
            again=self._goes_on(),
            unclear=None if "across" in said else self.unclear,
            unread=tuple(self.unread),
            **{name: said[name] for name in _AS_SAID if name in said},
        )

    def _grouped_and_sorted(self) -> tuple[str, str]:
        """Return the columns to group and to sort by."""
        said, at_hand = self.said, self.at_hand
        which = said.get("which", "")
        group = said.get("group") or (which if self._computes() else "") or self._often_of()
        ordered = said.get("sort") or ("" if self._computes() else which)
        self._leave_unread(group)
        if self._wants_sum(group):
            said["function"] = "sum"
            self.asked = self.asked or self.time_and_pay()
        elif group and not self._computes() and self._names_figures() and not self.extreme:
            self.asked, group = [group, *self.asked], ""  # 'price per item', if each item has its own row
        compares = self.extreme and "often" not in said
        compares = compares and "across" not in said
        sort = ordered or (said.get("by") or self._compared() if compares else "")
        ranks = self._is_ranked() and not group
        group = group or (self._adds_up(sort) if ranks else "")
        if (ranks and group) or self._sums_in_order(group, sort) or self.ranks_sums(group, sort):
            said["function"], self.asked = "sum", [sort]
        group = group or self._take_summed()
        if group and not self._computes() and self._sums_of_each(group):
            said["function"] = "sum"  # and never how many rows
        if group and said.get("function") == "count" and sort in at_hand.numbers:
            said["function"] = "sum"  # 'how many guests per hall, most first'
        if group and said.get("function") in FIGURES and sort in at_hand.numbers:
            self.asked = self.asked or [sort]  # 'total hours by client, highest first'
        return group, sort

    def _computes(self) -> bool:
        return self.said.get("function", "") in (*FIGURES, "count", "share", "ratio", "difference")

    def _is_ranked(self) -> bool:
        """Return whether only the first rows are wanted, and not all of them sorted."""
        said = self.said
        puts = said.get("sorted") or said.get("sort") or (said.get("which") and not self._computes())
        return bool(self.extreme) and not puts

    def _leave_unread(self, group: str) -> None:
        """Mark words as unread that ask for more than one figure, or for an impossible one."""
        function = self.said.get("function", "")
        if function == "share" and not (group or self.tests or self.extreme or self.said.get("other")):
            self.unread.append("percentage")
        sums = self.said.get("other") and self.said["sign"] != "/"
        if sums and (function or ("sum" if self.said["sign"] in "+-" else "")) != "sum":
            self.unread.append("times")
        if self._is_ranked() and function in FIGURES and not group:
            self.unread.append(self.extreme)

    def _wants_sum(self, group: str) -> bool:
        """Return whether 'how much is it all without the ferns?', or 'per shop' of one number, is a sum."""
        said, at_hand = self.said, self.at_hand
        sums = "period" in said or self._earns() or self._costs_all() or self.asks_part()
        if not said.get("function") and (sums or self._deals_in_money()):
            return True
        if said.get("function") or self.extreme or self.asked:
            return not (said.get("function") or self.extreme) and self._sums_of_each(group)
        several = len(self.tests) > 1 and not at_hand.tells_rows(at_hand.key)  # "Ann's on the barn"
        names = any(at_hand.key in one.columns and not one.negated for one in self.tests) and not several
        of_all = "overall" in said or "owed" in said or (bool(self.tests) and not names)
        is_all = "much" in said and of_all
        one_sum = len(at_hand.money) == 1 and at_hand.money != at_hand.numbers_of("column_of_one")
        chosen = bool(self.tests) and "owed" not in self.said
        return is_all or bool(group and (len(at_hand.numbers) == 1 or one_sum) and not chosen)

    def _earns(self) -> bool:
        """Return whether 'what did we take in October?' asks for all the money of certain rows."""
        earns, tests = "earns" in self.said or PAYS & {*said_in(self.words)}, self.tests
        much = "much" in self.said and not any(self.at_hand.key in one.columns for one in tests)
        is_sum = much or all(isinstance(one.value, date) for one in tests)
        return bool(earns and tests) and {*self.asked} == {*self.at_hand.money} and is_sum

    def _costs_all(self) -> bool:
        """Return whether 'what did all that cost?' asks for the money of all rows."""
        said, is_money = {*said_in(self.words)}, bool(self.asked) and {*self.asked} == {*self.at_hand.money}
        return is_money and not (self.tests or self.extreme) and bool(said & _ALL_OF_IT and said & _COST)

    def _sums_of_each(self, group: str) -> bool:
        """Return whether only figures per group are asked for: 'what do we earn with each van?'"""
        at_hand = self.at_hand
        several = bool(group) and len(set(at_hand.cells(group))) < len(at_hand.rows)
        return (
            several and self._names_figures() and not {*self.asked} & {*at_hand.numbers_of("column_of_one")}
        )

    def _sums_in_order(self, group: str, sort: str) -> bool:
        """Return whether sums of each group are wanted in their order: 'km per driver, biggest first'."""
        at_hand = self.at_hand
        several = bool(group) and len(set(at_hand.cells(group))) < len(at_hand.rows)
        is_sum = sort in at_hand.numbers and sort not in at_hand.numbers_of("column_of_one")
        orders = bool(self.extreme) and not self._is_ranked()
        return several and is_sum and orders and not (self._computes() or self.asked)

    def _names_figures(self) -> bool:
        return bool(self.asked) and {*self.asked} <= {*self.at_hand.numbers}

    def _often_of(self) -> str:
        """Return the column whose values are counted: 'which client ordered most often?'"""
        if not self.said.get("often"):
            return ""
        named = [one for one in self.asked if one not in self.at_hand.numbers]
        self.asked = []
        return named[0] if named else doer_of(self.at_hand, said_in(self.words))

    def _adds_up(self, column: str) -> str:
        """Return the column asked for, if its values have several rows each: 'who worked the most?'"""
        at_hand = self.at_hand
        if (
            not self.said.get("amount")
            or column not in at_hand.numbers
            or column in at_hand.numbers_of("column_of_one")
        ):
            return ""
        named = [one for one in self.asked if one not in at_hand.numbers]
        who = at_hand.payer if "owed" in self.said else at_hand.person
        which = named[0] if named else who if "who" in self.said else self.thing_dealt()
        return which if which and len(set(at_hand.cells(which))) < len(at_hand.rows) else ""

    def _compared(self) -> str:
        """Return the column that 'dearest' or 'highest' compares if none is named."""
        at_hand = self.at_hand
        if not self.extreme:
            return ""
        among = (self.measure,) if self.measure else self._comparable()
        numbers = among or (at_hand.numbers if self.extreme not in (*_DAYS, *_MONEY) else ())
        asked = [one for one in self.asked if one in numbers]
        if len(asked) > 1 and "sorted" in self.said and self.said.get("group"):
            return asked[-1]  # 'income and margin per client, biggest first'
        if len(asked) == 1:
            several = len(self.asked) > 1 and ("sorted" in self.said or asked[0] in self.listed)
            is_listed = "only" in self.said or several
            self.asked = self.asked if is_listed else [one for one in self.asked if one != asked[0]]
            return asked[0]
        if len(bounded := self._bounded(numbers)) == 1:
            return bounded.pop()
        if len(numbers) != 1:
            self.unclear = self.unclear or numbers
        return numbers[0] if numbers else ""

    def _bounded(self, among: tuple[str, ...]) -> set[str]:
        """Return the columns compared with a bound: 'who owes over 200, the highest first'."""
        return {one for test in self.tests if test.test in BOUNDS for one in test.columns if one in among}

    def _comparable(self) -> tuple[str, ...]:
        """Return the columns of the type that a word compares: days, money, years, empty if any will do."""
        at_hand = self.at_hand
        if "owed" in self.said and len(at_hand.money) == 1 and self.extreme not in _DAYS:
            return at_hand.money
        days = at_hand.days or at_hand.times or tuple(filter(at_hand.holds_years, at_hand.numbers))
        if self.extreme in PACES:
            return at_hand.numbers_of("column_taking")
        if self.extreme in AGES:
            return at_hand.numbers_of("column_age") or days
        return days if self.extreme in _DAYS else at_hand.prices if self.extreme in _MONEY else ()
