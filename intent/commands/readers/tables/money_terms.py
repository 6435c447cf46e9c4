"""Resolves what money a question asks for: earned, to pay, worth, or in; and how many have something."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from intent.commands.readers.tables.remainders import Remainders
from intent.commands.tables.column_names import name_words
from intent.commands.tables.deals import thing_of
from intent.commands.tables.joined_columns import columns_alike, only_alike
from intent.commands.tables.likeliest_column import told_apart
from intent.commands.tables.prices import may_count
from intent.commands.tables.profits import profit_columns
from intent.commands.tables.question import CellTest
from intent.commands.tables.takings import takings_of
from intent.commands.words import is_within, key_of

_MONEY_TOO = ("money", "amount", "amounts", "pay", "cost", "costs", "worth", "value", "turnover")
# ask for what it comes to, not for the price of one
_COST = ("cost", "costs")
_MONEY = ("dearest", "cheapest")
_BESIDE = ("and", "with", "plus", "&")
_TO_PAY = ("pay", "spend", "worth", "money", "turn", "turnover", "earn")
_EACH = ("each", "every", "per")
_PAID, _TOTAL = "paid", "total"  # 'the total cost' is that of the column
_OF_ALL = frozenset(("worth", "owe", "owes", "owing"))
_OWNERS, _ROWS = frozenset(("we", "i")), frozenset(("rows", "lines", "entries", "kinds", "sorts", "types"))
PAYS = frozenset(
    (
        *("pay", "pays", "paying", "paid", "spend", "spends", "spent", "spending"),
        *("earn", "earns", "earned", "earning", "bring", "brings", "brought", "bringing"),
    )
)
_DEALS = PAYS | frozenset(
    (
        *("order", "orders", "ordered", "buy", "buys", "bought", "sell", "sells", "sold"),
        *("take", "takes", "took", "taken"),
    )
)
_PRICES = frozenset(("price", "prices", "rate", "rates", "unit", "per", "apiece"))
_BIGGEST = ("biggest", "largest", "best", "top", "smallest")
HAVE = ("have", "has", "had", "got", "with")


@dataclass(slots=True)
class Earnings(Remainders):
    """The money that a question asks for without naming a sum."""

    def _settle_earned(self) -> None:
        """Read 'what did we take in May?' as the sum of that column, 'what did Bo sell?' as his sum."""
        if self.extreme or {"function", "format", "group", "only"} & {*self.said}:
            return
        alike = {one for columns in columns_alike(self.at_hand).values() for one in columns}
        named = bool(self.asked) and {*self.asked} <= alike and not self.tests
        rows = bool(self.tests) and all(one.test == "has" for one in self.tests)
        whole = not self.asked and rows and bool(only_alike(self.at_hand))
        if (named or whole or self._is_all_money()) and ("much" in self.said or self.deeds):
            self.said["function"] = "sum"

    def _is_all_money(self) -> bool:
        """Return whether 'how much money is in?' asks for the sum of the one column of money."""
        said = {one.word for one in self.words.tokens}
        one_column = len(self.asked) == 1 and (*self.asked,) == self.at_hand.money
        return one_column and "money" in said and not (self.tests or said & {*_EACH})

    def _settle_worth(self) -> None:
        """Read 'what is the stock worth?' as counts times prices, 'how many did Bo sell?' as the counts."""
        self.asked = [one for one in self.asked if one != self.said.get("other")]
        if self._settle_takings() or self._settle_stock():
            return
        at_hand, asked = self.at_hand, {*self.asked}
        worth = at_hand.worth or ("", self._price_of_one())
        is_bare = not ({"function", "format"} & {*self.said} or self.extreme)
        adds_up = is_bare or (self.said.get("function") == "sum" and "format" not in self.said)
        if self._asks_worth() and adds_up and asked and asked <= {*worth}:
            self.said["function"], self.asked = "sum", [worth[1]]
            self.said["supposed"] = not worth[0]
        if self._sums_both(asked, is_bare=is_bare):
            self.said["function"], self.asked = "sum", [*worth]
        counted = bool(self.deeds) or self._counts_stock()
        counts = self.said.get("function") == "count" and counted and not (asked or self.extreme)
        if counts and len(at_hand.amounts) == 1 and not at_hand.deeds:
            self.asked = [*at_hand.amounts]

    def _sums_both(self, asked: set[str], *, is_bare: bool) -> bool:
        """Return whether counts and what they come to are asked for: 'hours and cost per job'."""
        worth = self.at_hand.worth
        of_each = bool(self.said.get("group")) and "function" not in self.said
        return bool(worth and asked == {*worth} and (is_bare or of_each) and self._and_money())

    def _settle_stock(self) -> bool:
        """Read 'what is the whole lot worth at cost?' as the only counts times that price."""
        at_hand, said = self.at_hand, {one.word for one in self.words.tokens}
        counts, takings = may_count(at_hand), takings_of(at_hand)
        prices = tuple(one for one in at_hand.numbers if one in (takings.cost, takings.price))
        shapes = {"function", "format", "group", "sort"} & {*self.said} or self.extreme or self.tests
        if "worth" not in said or shapes or len(counts) != 1 or not prices or at_hand.worth:
            return False
        if at_hand.numbers_of("column_total"):
            return False
        price = told_apart(at_hand, prices, self.words.source)
        self.said.update(function="sum", sign="*", other=counts[0])
        self.asked, self.unclear = [price or prices[0]], None if price else prices
        return True

    def _settle_takings(self) -> bool:
        """Read 'what did we take altogether?' as counts times the price, not the cost, of one."""
        columns, said = takings_of(self.at_hand), {one.word for one in self.words.tokens}
        asks = {key_of("money_asked", one) for one in said} if _TOTAL not in said else set()
        price = columns.cost if "spent" in asks else columns.price if "earned" in asks else ""
        adds_up = self.said.get("function", "sum") == "sum" and not self.extreme
        shapes = {"format", "group", "other", "sort"} & {*self.said}
        shapes |= {*self.at_hand.numbers_of("column_total")}  # which says it already
        of_money = {*self.asked} <= {*self.at_hand.prices, price} and bool(self.asked or self.deeds)
        whole = self.said.get("function") == "sum" or bool({"overall", "much"} & {*self.said})
        if not (price and columns.amount and adds_up and of_money and whole) or shapes or self.tests:
            return False
        self.said.update(function="sum", sign="*", other=price)
        self.asked, self.deeds, self.unclear = [columns.amount], [], None
        return True

    def _settle_dealt(self) -> None:
        """Read 'how much did each shop order, in euros?' as counts times prices, not as the price of one."""
        self._settle_biggest()
        worth, said = self.at_hand.worth, {one.word for one in self.words.tokens}
        deals = bool(said & _DEALS) or self._costs_time()
        price = worth[1] if worth and deals and not said & _PRICES else ""
        priced = (*self.asked, self.said.get("by"), price if self.extreme in _MONEY else "")
        if not price or price not in priced or {"function", "format"} & {*self.said}:
            return
        named = [one for one in self.asked if one not in self.at_hand.numbers]
        who = self.at_hand.person if "who" in self.said and self.at_hand.of_sense("person") else ""
        group = self.said.get("group") or (named[0] if named else who)
        if len(named) > 1 or not (group or (self.tests and not self.extreme)):
            return
        self.said.update(function="sum", **({"group": group} if group else {}))
        self.said.update({"by": price} if self.extreme else {})
        self.asked = [price]

    def _costs_time(self) -> bool:
        """Return whether 'what did the barn cost?' is of hours at their rate, not the price of one thing."""
        worth = self.at_hand.worth
        is_time = worth is not None and worth[0] in self.at_hand.numbers_of("column_duration")
        ranks = self.extreme in _MONEY and bool(self.asked)
        asks = any(one.word in _COST for one in self.words.tokens)
        of_one = is_within("column_of_one", tuple(one.word for one in self.words.tokens))
        return is_time and not of_one and (ranks or asks)

    def time_and_pay(self) -> list[str]:
        """Return both columns that 'how much of Ann's was on the barn?' may be about: its hours, its pay."""
        worth = self.at_hand.worth or ()
        is_time = {*worth} & {*self.at_hand.numbers_of("column_duration")}
        return [*worth] if is_time and "much" in self.said and self.tests else []

    def thing_dealt(self) -> str:
        """Return the one column of things, if 'what did we sell most of?' asks for one of them."""
        return thing_of(self.at_hand) if {one.word for one in self.words.tokens} & _DEALS else ""

    def _counts_stock(self) -> bool:
        """Return whether 'how many blue ones have we got?' asks for pieces, of which a row has several."""
        said, at_hand = {one.word for one in self.words.tokens}, self.at_hand
        is_stock = bool(at_hand.worth) and at_hand.amounts == at_hand.numbers_of("column_count")
        return is_stock and bool(said & _OWNERS and said & {*HAVE} and not said & {*_ROWS, *_EACH})

    def _ranks_owed(self) -> bool:
        """Read 'who owes the most?' as the sums of counts times prices, of the rows that aren't paid."""
        at_hand = self.at_hand
        if not (self.extreme and "owed" in self.said and self.tests and at_hand.worth):
            return False
        named = [one for one in self.asked if one not in at_hand.numbers]
        group = named[0] if named else at_hand.payer
        self.said.update(function="sum", group=group, by=at_hand.worth[1])
        self.asked, self.unclear = [], None
        return True

    def _settle_most_paid(self) -> None:
        """Leave 'who pays most?' unread if pay may be counts times prices, which no column has."""
        if self._ranks_owed():
            return
        said, price = {one.word for one in self.words.tokens}, self._price_of_one()
        price = self.at_hand.worth[1] if self.at_hand.worth else price
        is_factor = bool(price) and len(self.at_hand.numbers) > 1
        ranks = self.extreme and self.said.get("function") != "sum"
        if ranks and is_factor and not said & {*name_words(price), *_EACH}:
            self.unread += said & (PAYS | _OF_ALL)

    def _settle_biggest(self) -> None:
        """Read 'who is our biggest client?' as the one with most money, of clients with several rows."""
        said, at_hand = {one.word for one in self.words.tokens}, self.at_hand
        named = self.asked[0] if len(self.asked) == 1 and self.asked[0] not in at_hand.numbers else ""
        if not named or not said & {*_BIGGEST} or said & {*HAVE} or len(said & {"is", "are", "'s"}) != 1:
            return
        income = profit_columns(at_hand) or (at_hand.worth and (at_hand.worth[1],)) or at_hand.money
        is_one = len(income) == 1 or bool(profit_columns(at_hand))
        if is_one and len({*at_hand.cells(named)}) < len(at_hand.rows) and "group" not in self.said:
            self.said.update(function="sum", group=named, by=income[0])
            self.asked = []

    def _take_summed(self) -> str:
        """Return the column of which a file with its totals is wanted: 'an excel with client and total'."""
        is_file = bool(self.said.get("format")) and self.said.get("function") == "sum"
        if not is_file or len(self.asked) != 1 or self.asked[0] in self.at_hand.numbers:
            return ""
        return self.asked.pop()

    def _asks_worth(self) -> bool:
        """Return whether words ask what something comes to, and name the price of one."""
        said = {one.word for one in self.words.tokens}
        price = self.at_hand.worth[1] if self.at_hand.worth else self._price_of_one()
        return price in self.asked and bool(said & {*_TO_PAY}) and not said & {*_EACH}

    def _price_of_one(self) -> str:
        """Return the one column of money, if it is for one of something that no column counts for certain."""
        money = self.at_hand.money
        return money[0] if len(money) == 1 and money == self.at_hand.numbers_of("column_of_one") else ""

    def _and_money(self) -> bool:
        """Return whether the money is asked for beside something else: 'hours and money'."""
        said = [one.word for one in self.words.tokens if not key_of("article", one.word)]
        price = name_words(self.at_hand.worth[1]) if self.at_hand.worth else ()
        pairs = [*pairwise(said), *pairwise(reversed(said))]  # 'cost and hours', too
        return any(one in _BESIDE and two in _MONEY_TOO and two not in price for one, two in pairs)

    def _settle_having(self) -> None:
        """Read 'how many kids have an allergy?' and 'who has paid?' as rows in which that isn't empty."""
        said = [one.word for one in self.words.tokens]
        chooses = "who" in self.said or self.said.get("function") == "count"
        if not chooses or self.tests or self.said.get("group") or self.extreme:
            return
        column = self.asked[0] if len(self.asked) == 1 else ""
        if self._may_be_had(column) and self._is_had(column, said):
            self.asked = []
            self.test(CellTest((column,), "no", negated=True))
        elif said[-1:] == [_PAID] and not self.at_hand.of_sense(_PAID):
            self.unread.append(_PAID)

    def _may_be_had(self, column: str) -> bool:
        """Return whether only some rows have something in a column that doesn't count or mark anything."""
        at_hand = self.at_hand
        none = (
            at_hand.key,
            *at_hand.marks,
            *(one for one in at_hand.numbers if one not in at_hand.of_sense(_PAID)),
        )
        return bool(column) and column not in none and not at_hand.is_full(column)

    def _is_had(self, column: str, said: list[str]) -> bool:
        """Return whether words end with a column's name behind 'have'."""
        at = next((at for at, one in enumerate(said) if one in HAVE), 0)
        behind = tuple(one for one in said[at + 1 :] if not key_of("article", one))
        return at > 0 and (*self.at_hand.columns_named(behind)[:1],) == (column,)

    def _settle_owing(self) -> None:
        """Read what is owed as a condition if people or their number are asked for."""
        owing = [one for one in self.asked if one in self.at_hand.numbers_of("column_owing")]
        wanted = {"who", "count"} & {*self.said, self.said.get("function", "")}
        if owing and wanted and not (self.extreme or "much" in self.said or self.said.get("group")):
            self.asked = [one for one in self.asked if one not in owing]
            self.tests += [CellTest((one,), "over", Decimal(0)) for one in owing]

    def _deals_in_money(self) -> bool:
        """Return whether 'how much does Ines do in money?' asks for all of it in the rows of one value."""
        tests, asked, key = self.tests, {*self.asked}, self.at_hand.key
        shared = bool(tests) and all(one.test == "has" and key not in one.columns for one in tests)
        is_bare = "much" in self.said and not ({"function", "format", "group"} & {*self.said} or self.extreme)
        of_one = self.at_hand.numbers_of("column_of_one")
        return is_bare and shared and len(asked) == 1 and asked == {*self.at_hand.money} - {*of_one}
