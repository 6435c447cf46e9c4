"""The terms of a question about a table: columns, values, figures and days, consumed in order."""

from dataclasses import dataclass
from decimal import Decimal

from intent.commands.grammar.slot_types import read_slot
from intent.commands.grammar.tokens import Token
from intent.commands.readers.tables.percent import percent_at
from intent.commands.readers.tables.row_terms import LONGEST_NAME
from intent.commands.readers.tables.sorts import Sorts
from intent.commands.tables.acts import ACTS, SURE
from intent.commands.tables.columns_of_days import take_columns
from intent.commands.tables.joined_columns import columns_alike
from intent.commands.tables.meanings import EXTREMES
from intent.commands.tables.question import BOUNDS, FIGURES, CellTest
from intent.commands.tables.repeats import REPEAT, begins_again
from intent.commands.words import as_words, at_start, key_of, longest
from intent.material import UNNAMED

_CENTURIES = ("18", "19", "20", "21")
_POINTING = (("the",), ("those",), ("these",), ("ones",))
_BEFORE_NUMBER = (("which",), ("what",), ("the",), ("those",), ("these",), ("top",), ("only",), ("just",))
_OF_SOME = (("of", "the"), ("of", "our"), ("for", "the"))
_OF_SO_MANY = (("of", "the"), ("of", "those"), ("of", "these"))
_JOINED = (("and",), (",",), ("&",), ("plus",))  # before one more column
_ARTICLES = (("a",), ("an",))
_CALLED = ("skip", "overdue", "owes")  # may also be column names: 'Rows', 'Late'
_AMOUNTS = ("most", "least", "fewest", "busiest", "quietest")
_HOW_MANY = ("how", "many")
_MOST_OF = (("most",), ("fewest",))
_DATE, _NO_FIGURES = ("date", "dates", "day"), ("once", "twice", "grand")
_TABLES = ("table", "sheet", "spreadsheet")
_CLOCK = (("at",), ("to",), ("till",), ("until",))  # before a time of day
_DO = ("do", "does", "did")
_OURS = (("we",), ("i",), ("you",))
_PERCENT = ("%", "percent")
_KEEP = ("skip", "who", "only", "view", "owes", "money")  # after these words a column may still follow


@dataclass(slots=True)
class Terms(Sorts):
    """Consumes the first term in a row of tokens, and records its meaning."""

    def take(self, tokens: list[Token]) -> int:
        """Consume the first term. Return its length in words."""
        said = tuple(one.word for one in tokens[: max(LONGEST_NAME, longest("table_word"))])
        key, size = at_start("table_word", said)
        columns, wide = self._longest(said, self.at_hand.columns_named)
        if columns and self._is_somebody(tokens[0], columns, said[:wide]):
            columns, wide = (), 0
        (among, value), long = self._longest(said, self.at_hand.values_named, ((), ""))
        if tokens[0].is_quoted and not among:
            self.unread.append(tokens[0].text)
            return 1
        if among and long >= max(size, wide, 1) and not self._is_no_value(among, said, size, wide, long):
            return self._value(among, value, columns, long)
        if columns and wide >= size and not (wide == size and self._says_other(key, columns, tokens[:wide])):
            return self._take_column(columns, tokens, said, wide)
        if not (among or columns) and (
            name := next((one for one in self.at_hand.called if one == said[: len(one)]), ())
        ):
            self._counts_called(tokens[0])
            return len(name)
        if (
            taken := self._percent(tokens)
            or self._age(tokens)
            or self._held(tokens)
            or self._figure(tokens)
            or self._of_what(tokens)
            or self._combines(tokens)
        ):
            return taken
        if key and not (key == REPEAT and not begins_again(self, tokens[size:])):
            self._word(key, tokens[:size])
            return size
        return self._calls_rows(tokens) or self._deed(tokens) or self._un(tokens)

    def _counts_called(self, token: Token) -> None:
        """Read 'who did the most trips?' of a table called 'Trips' as who has most rows."""
        if self.said.get("amount") and self._before(token)[-1:] in _MOST_OF:
            self.said |= {"function": "count", "often": True}

    def _is_somebody(self, token: Token, columns: tuple[str, ...], said: tuple[str, ...]) -> bool:
        """Return whether 'who is a driver?' tells what somebody is, and no column of people."""
        is_a = "who" in self.said and self._before(token)[-1:] in _ARTICLES
        return (
            is_a
            and not self.at_hand.columns_called(said)
            and {*columns} <= {*self.at_hand.of_sense("person")}
        )

    def _is_no_value(
        self, among: tuple[str, ...], said: tuple[str, ...], size: int, wide: int, long: int
    ) -> bool:
        """Return whether words that match a value are a question word, or a column's name."""
        is_short = size >= long and len(said[0]) < 3 and self.last not in among
        points = said[:long] in _POINTING  # the 'the' of 'The Salt Road'
        is_name = long == wide and self.at_hand.is_name(said[:wide]) and not self._is_of_rows_called(said)
        return is_short or points or is_name or self.is_all(said)

    def _is_of_rows_called(self, said: tuple[str, ...]) -> bool:
        """Return whether a value chooses rows that is also a column's name: 'net of the paid orders'."""
        numbers = {*self.asked} & {*self.at_hand.numbers}
        token = next((one for one in self.words.tokens if one.word == said[0]), None)
        return bool(numbers and token and self._before(token) in _OF_SOME)

    def _says_other(self, key: str, columns: tuple[str, ...], tokens: list[Token]) -> bool:
        """Return whether a word that is also a column's name has its other meaning: 'sum', 'rows'."""
        said = tuple(one.word for one in tokens)
        if key == "skip" and self._goes_on_with(tokens[0]) and {*columns} <= {*self.at_hand.numbers}:
            return False  # 'stock and order' of a column 'On order'
        may_be = key in _CALLED or self._awaits_column(tokens[0]) or self._is_compared(tokens[-1])
        is_called = may_be and self._is_spelled_so(columns, said)
        return (key in SURE or key == "skip") and not is_called

    def _take_column(
        self, columns: tuple[str, ...], tokens: list[Token], said: tuple[str, ...], wide: int
    ) -> int:
        kind = key_of("table_word", " ".join(said[:wide]))  # 'week' of 'Week 1' and 'Week 2'
        if columns == columns_alike(self.at_hand).get(kind) and take_columns(self, kind):
            return wide
        if spared := self._spared(columns, tokens[wide:]) or self._is_its_kind(tokens[0]):
            return wide + int(spared) - 1
        if tokens[wide:] and tokens[wide].word in _TABLES:
            return wide + 1  # 'the supplier table' is all of it
        if self._further(columns, tokens[0]):
            return wide
        self.names_column = self._is_called_column(tokens[wide:])
        self.joins = self._before(tokens[0])[-1:] in _JOINED
        return self._column(columns, said[:wide], wide)

    def _is_its_kind(self, token: Token) -> bool:
        """Return whether 'date' follows a column of days, and adds nothing."""
        before = self._before(token)[-1:]
        is_date = token.word in _DATE and self.last in self.at_hand.days
        return is_date and bool(before) and self.last in self.at_hand.columns_called(before)

    def _percent(self, tokens: list[Token]) -> int:
        """Consume 'plus 19% VAT' as an addition to the figure. Return its length in words."""
        percent, size = percent_at(tokens)
        if percent is not None and not any(self.at_hand.columns_called((one.word,)) for one in tokens[:size]):
            self.said["percent"] = percent
            self.anchors += 1
            return size
        return 0

    def _awaits_column(self, token: Token) -> bool:
        """Return whether a column may follow: 'sort by total', 'only client and total'."""
        return bool(self.waits or self.extreme or self._goes_on_with(token))

    def _goes_on_with(self, token: Token) -> bool:
        """Return whether 'and' goes on from a column."""
        return bool(self.asked) and self._before(token)[-1:] == ("and",)

    def _is_spelled_so(self, columns: tuple[str, ...], said: tuple[str, ...]) -> bool:
        """Return whether a column is called exactly so: 'rows' is not the column 'Row'."""
        return any(as_words(one) == said for one in columns)

    def _deed(self, tokens: list[Token]) -> int:
        """Consume a verb for what is counted. A table with a matching column is read by that alone."""
        said = tuple(one.word for one in tokens)
        if self._is_noun(tokens[0]):
            return 0
        size = 0 if self.at_hand.deeds else at_start("table_verb", said)[1] or self._does(tokens[0])
        self.deeds += [" ".join(one.text for one in tokens[:size])] if size else []
        return size

    def _is_noun(self, token: Token) -> bool:
        """Return whether a word is a noun and not a verb here: 'the minimum cover'."""
        before = self._before(token)[-1:]
        return bool(self.extreme and before and before[0] not in _AMOUNTS) and (
            key_of("table_word", before[0]) in EXTREMES
        )

    def _does(self, token: Token) -> int:
        """Return 1 for the verb of 'do they stay', 'does it take' or, of a column, 'guests did we feed'."""
        before = self._before(token)
        who = before[1:] if before[:1] and before[0] in _DO else ()
        ours = bool(self.asked) and who in _OURS
        return int(ours or bool(who and key_of("pronoun", who[0])))

    def _un(self, tokens: list[Token]) -> int:
        """Consume 'unpaid' as not paid. Any other word stays unread."""
        word = tokens[0].word
        columns = self.at_hand.columns_named((word.removeprefix("un"),)) if word.startswith("un") else ()
        if marks := [one for one in columns if one in self.at_hand.marks]:
            self.negated = True
            return self._column(tuple(marks), (word,), 1)
        if near := self.at_hand.column_misspelt(word):
            return self._column(near, (word,), 1)
        adds_up = self.said.get("function") in FIGURES and not self.asked
        if adds_up and self.at_hand.columns == UNNAMED:  # 'sum up the kilos' of lines like 'Ann 6.5 kg'
            return self._column(UNNAMED[1:], (word,), 1)
        is_unit = key_of("figure_unit", word) and self._before(tokens[0]) == _HOW_MANY
        if not (is_unit and columns_alike(self.at_hand)):  # 'how many hours each week?'
            self.unread.append(tokens[0].text)
        return 1

    def _figure(self, tokens: list[Token]) -> int:
        """Consume a number or day as a bound or a number of rows. Return its length in words."""
        if tokens[0].word in ("€", "$", "£", "%"):
            return 1
        if taken := self._day(tokens) if self.bound else self._days(tokens):
            return taken
        number = read_slot("number", self.words.part(tokens[:1]))
        in_words = number is not None and not any(sign.isdigit() for sign in tokens[0].word)
        counts = number != 1 and self._before(tokens[0])[-1:] in _BEFORE_NUMBER  # 'which three cost the most'
        if number is None or tokens[0].word in _NO_FIGURES or (in_words and not (self.bound or counts)):
            return 0
        if taken := self._bound_figure(tokens, number) or self._row_figure(tokens[0], number):
            return taken
        if column := self._column_of_year(tokens[0].word):
            self.asked = [one for one in self.asked if one != column]
            self.test(CellTest((column,), "has", tokens[0].word))
        elif number == int(number) and (self.extreme or "first" in self.said or self._may_limit(tokens[0])):
            self.said["limit"] = int(number)
        elif self.last in self.asked and self._is_cell_of(self.last, tokens) and not self._is_count(tokens):
            self._test_rows(number)
        else:
            return 0
        return 1

    def _bound_figure(self, tokens: list[Token], number: Decimal) -> int:
        """Consume a figure with a bound before or after it. Return its length in words."""
        size = 1 + self._unit(tokens[1:]) if self.bound else self._bound_behind(tokens)
        size += self._of_column(tokens[1:]) if self.bound and size == 1 else 0
        if size and self._in_percent(tokens[1:]):
            self.said["part"] = number
        elif size and self.is_foreign_unit(tokens[1:]):
            self.unread.append(tokens[1].text)
        elif size:
            self._compare(number, self._of_money(tokens[1:]))
        return size

    def _of_column(self, after: list[Token]) -> int:
        """Consume the column of numbers behind a bound's figure: 'took more than 20 minutes'."""
        size: int
        columns, size = self._longest(tuple(one.word for one in after), self.at_hand.columns_named)
        named = [one for one in columns if one in self.at_hand.numbers]
        if not named:
            return 0
        if self.said.pop("earns", False):
            self.asked = [one for one in self.asked if one not in self.at_hand.money]
        self.last = named[0]
        return size

    def _of_money(self, after: list[Token]) -> str:
        """Return the one money column before a currency: 'over 5 pounds', else empty."""
        is_money = self._unit(after) and key_of("figure_unit", after[0].word) == "money"
        return self.at_hand.prices[0] if is_money and len(self.at_hand.prices) == 1 else ""

    def _bound_behind(self, tokens: list[Token]) -> int:
        """Record the bound after a figure, '20 or more'. Return the length of both in words, or 0."""
        said = tuple(one.word for one in tokens[1:])
        columns, wide = self._longest(said, self.at_hand.columns_named)
        unit = self._unit(tokens[1:]) or wide
        bound, size = at_start("bound_behind", said[unit:])
        if not bound:
            return 0
        self.bound, self.last = bound, columns[0] if columns else self.last
        return 1 + unit + size

    def _column_of_year(self, word: str) -> str:
        """Return the one column that contains a year, empty if there is none, or the word is no year."""
        is_year = len(word) == 4 and word.isdigit() and word[:2] in _CENTURIES
        columns = [
            one for one in self.at_hand.columns if is_year and word in map(str, self.at_hand.cells(one))
        ]
        return columns[0] if len(columns) == 1 else ""

    def _may_limit(self, token: Token) -> bool:
        """Return whether a bare number may count rows. In 'how much would 30 cost' and 'at 9' it doesn't."""
        after = self.words.tokens[self.words.tokens.index(token) + 1 :][:1]
        if any({*self.at_hand.columns_called((one.word,))} & {*self.at_hand.numbers} for one in after):
            return False  # '24 boxes' of a column 'Boxes'
        if any(one.word in _PERCENT for one in after):
            return False
        counts = self.said.get("function") in FIGURES and self._before(token) in _OF_SO_MANY
        return counts or not (self.last or "much" in self.said or self._before(token)[-1:] in _CLOCK)

    def _compare(self, number: Decimal, money: str) -> None:
        column = self.last if self.last in self.at_hand.numbers else money or self._years(number)
        self._test_bound((column,) if column else (), number)

    def _word(self, key: str, tokens: list[Token]) -> None:
        self.spoken = tuple(one.word for one in tokens)
        if key in BOUNDS:
            self.last = self._compared_by(tokens[0].word) or self.last
        if key in EXTREMES:
            self.said["amount"] = tokens[-1].word in _AMOUNTS
            self.measure = self._compared_by(tokens[0].word) or self.measure
        if key == "money":
            self.said["earns" if key_of("takes_money", tokens[0].word) else "costs"] = True
            self.said["income"] = key_of("money_asked", tokens[0].word) == "earned"
        if act := ACTS.get(key):
            act(self, key)
        elif key != "skip":
            self.said[key] = True
        if key != "skip":
            self.of_value = ()
        if key not in _KEEP:
            self.last = self.last if key in BOUNDS else ""
