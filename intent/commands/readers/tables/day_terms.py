"""Days in questions about a table: spans, bounds, ages."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from dateutil.relativedelta import relativedelta

from intent.commands.grammar.slot_types import Words, read_slot
from intent.commands.grammar.tokens import Token
from intent.commands.tables.cells import day_of, is_month
from intent.commands.tables.meanings import Meanings
from intent.commands.tables.periods import PERIODS
from intent.commands.tables.question import BOUNDS, OPPOSITE, CellTest
from intent.commands.words import at_start, key_of
from intent.slots.days import WEEKDAYS, find_feasts, read_day, read_days
from intent.slots.language import table_of
from omniforge.tables.cells import as_number

_OF_MONTH = ("the", "on")  # before a day alone: 'on the 3rd'
_LEADING = ("for", "of", "during")  # before a month
_FIRST_YEAR, _LAST_YEAR = 1900, 2099
_OF_YEARS = ("before", "after", "since", "until", "till", "from", "earlier", "later", "older", "newer")
_IN_A, _RATE = (("in", "a"), ("in", "one")), 3  # words of 'in a year'
_BY = ("by", "until", "till")  # before the last day
_NOW, _OR, _THE = "now", "or", "the"
_FIGURES = {"much", "costs", "earns", "function"}
_AGED = {"under": "over", "over": "under"}  # who is older has the higher age, and the earlier day


@dataclass(slots=True)
class DayTerms(Meanings):
    """Consumes a day at the current position."""

    def _age(self, tokens: list[Token]) -> int:
        """Consume 'older than 30 days' as a bound on the one date column, or on the one column of ages.
        Return its length in words.
        """
        bound, size = at_start("age_bound", tuple(one.word for one in tokens))
        days = self.at_hand.days
        row = self.words.part(tokens[size : size + 2])
        span = read_slot("span", row) if size and len(days) == 1 and len(row.tokens) > 1 else None
        if span is None:
            return size and self._age_in_years(_AGED[bound], size, tokens)
        self.test(CellTest((days[0],), bound, self.at_hand.today - span))
        return size + 2

    def _age_in_years(self, bound: str, size: int, tokens: list[Token]) -> int:
        ages = self.at_hand.numbers_of("column_age")
        said = tuple(one.word for one in tokens[size:])
        years = as_number(said[0]) if said else None
        unit = at_start("column_age", said[1:])[1]
        is_other = not unit and read_slot("span", self.words.part(tokens[size : size + 2])) is not None
        if years is None or len(ages) != 1 or is_other:
            return 0
        self.test(CellTest(ages, bound, years))
        return size + 1 + unit

    def _days(self, tokens: list[Token]) -> int:
        """Consume a span of days as a condition: 'this week', 'in December', 'tomorrow'."""
        days = self.at_hand.days if key_of("table_word", tokens[0].word) not in BOUNDS else ()
        if days and self._is_before_weekday(tokens):
            return 1
        if taken := self._until(tokens) if days else 0:
            return taken
        said = tuple(one.word for one in tokens[:_RATE])
        is_rate = said[:2] in _IN_A and key_of("table_word", said[-1]) in ("day", *PERIODS)
        if days and is_rate and _FIGURES & {*self.said}:
            self.unread.append(" ".join(said))  # 'what do we pay in a year?' is of no day
            return len(said)
        for size in range(min(4, len(tokens)), 0, -1) if days else ():
            span = read_slot("days", self.words.part(tokens[:size])) or self._month(tokens[:size])
            if span and not self._says_now(span, tokens[:size]):
                column = self._day_column()
                first, last = span
                near = self._near(first, column, tokens[:size])
                span = (near, last - (first - near))
                self.asked = [one for one in self.asked if one != column]
                if not self._is_all_of_it(column, span, tokens[:size]):
                    self._test_span(column, *span)
            if span:
                return size
        return 0

    def _is_before_weekday(self, tokens: list[Token]) -> bool:
        """Return whether 'on' leads to one of two weekdays that are compared, of rows without dates."""
        if tokens[0].word != "on" or self.said.get("function") != "difference":
            return False
        columns, _ = self.at_hand.values_named(tuple(one.word for one in tokens[1:2]))
        return any(self.at_hand.holds_weekdays(one) for one in columns)

    def _until(self, tokens: list[Token]) -> int:
        """Consume 'by 20 May' as the last day that counts. Return its length in words."""
        if tokens[0].word not in _BY or self.bound:
            return 0
        self.bound = "at_most"
        taken = self._day(tokens[1:])
        self.bound = "" if not taken else self.bound
        return taken and taken + 1

    def _is_all_of_it(self, column: str, span: tuple[date, date], tokens: list[Token]) -> bool:
        """Return whether 'the week' is all rows: these only have weekdays, or the days of one other week."""
        if column not in self.at_hand.columns:
            return False
        if self.at_hand.holds_weekdays(column):
            return (span[1] - span[0]).days == len(WEEKDAYS) - 1
        days = sorted(filter(None, (day_of(one, self.at_hand.today) for one in self.at_hand.cells(column))))
        is_the = [one.word for one in tokens[-2:-1]] == [_THE]
        is_other = bool(days) and not any(span[0] <= one <= span[1] for one in days)
        return is_the and is_other and days[-1] - days[0] <= span[1] - span[0]

    def _month(self, tokens: list[Token]) -> tuple[date, date] | None:
        """Return the days of a month after 'for', 'of' or 'during': 'the total for October'."""
        leads = bool({*self._before(tokens[0])[-1:]} & {*_LEADING}) and is_month(tokens[0].word)
        text = f"in {' '.join(one.word for one in tokens)}"
        found = read_days(text, self.at_hand.today) if leads else None
        return (found.first, found.last) if found else None

    def _before(self, token: Token) -> tuple[str, ...]:
        """Return the two words before a token."""
        at = self.words.tokens.index(token)
        return tuple(one.word for one in self.words.tokens[max(0, at - 2) : at])

    def _says_now(self, span: tuple[date, date], tokens: list[Token]) -> bool:
        """Return whether 'today' only dates 'overdue', or 'now' only goes on: 'hours per job now'."""
        if [one.word for one in tokens] == [_NOW]:
            return True
        late = [one for one in self.tests if one.test == "under" and one.value == self.at_hand.today]
        return bool(late) and span == (self.at_hand.today, self.at_hand.today)

    def _test_span(self, column: str, first: date, last: date) -> None:
        """Filter days by a span. One that directly follows another extends it."""
        if [one.test for one in self.tests[-2:]] == ["at_least", "at_most"] and self.tests[-1].columns == (
            column,
        ):
            before, until = self.tests.pop(-2), self.tests.pop()
            if first - until.value > timedelta(1) or before.value > first:
                self.unread.append("and")
            first = before.value
        self.test(CellTest((column,), "at_least", first))
        self.test(CellTest((column,), "at_most", last))

    def _near(self, day: date, column: str, tokens: list[Token]) -> date:
        """Return a day without a year, or month, as the nearest one in the column: last November's."""
        told = any(len(one.word) == len("2026") and one.word.isdigit() for one in tokens)
        cells = [day_of(one, self.at_hand.today) for one in self.at_hand.cells(column)]
        same = {one for one in cells if one and one.day == day.day}
        if len(same) == 1 and all(one.word in _OF_MONTH or one.word[0].isdigit() for one in tokens):
            return same.pop()  # 'on the 3rd'
        ours = {one for one in cells if one and one.weekday() == day.weekday()}
        if len(ours) == 1 and any(one.word in table_of("weekday") for one in tokens) and day not in cells:
            return ours.pop()  # 'on Tuesday', of the days of another week
        known = sorted((one.year, one.month) for one in cells if one)
        before = day - relativedelta(years=1)
        now, then = ((one.year, one.month) for one in (day, before))
        is_past = known and not known[0] <= now <= known[-1] and known[0] <= then <= known[-1]
        names_month = any(is_month(one.word) for one in tokens)
        return before if is_past and names_month and not told else day

    def _day_column(self) -> str:
        days = self.at_hand.days
        if self.last in days:
            return self.last
        asked = [one for one in self.asked if one in days]
        return asked[-1] if asked else self.one_of(days)

    def _day(self, tokens: list[Token]) -> int:
        days = self.at_hand.days
        for size in range(min(5, len(tokens)), 0, -1) if days else ():
            span = self.words.part(tokens[:size])
            if day := read_day(span.text, self.at_hand.today) or self._feast(span) or self._end_of(span):
                column = self.last if self.last in days else days[0]
                self._test_bound(self._alternatives(column), self._near(day, column, tokens[:size]))
                return size
        return 0

    def _feast(self, words: Words) -> date | None:
        """Return a holiday that is a bound by its name alone: 'before Christmas'."""
        found = find_feasts(words.text, self.at_hand.today)
        return found[0].first if found and found[0].end - found[0].start == len(words.text) else None

    def _alternatives(self, column: str) -> tuple[str, ...]:
        """Return the columns that a bound is for: each of 'a service or MOT before May', of what is 'due'."""
        said = {one.word for one in self.words.tokens}
        asked = [one for one in self.asked if one in self.at_hand.days]
        if _OR in said and column in asked:
            return tuple(asked)
        unclear = self.unclear or ()
        if column in unclear and {*unclear} <= {*self.at_hand.days}:
            self.unclear = None
            return unclear
        return (column,)

    def _end_of(self, words: Words) -> date | None:
        """Return the day of a span that a bound refers to: 'since October', 'after this week'."""
        span = read_slot("days", words)
        return span[self.bound in ("over", "at_most")] if span else None

    def _years(self, number: Decimal) -> str:
        """Return the one column of years, if 'bought before 2018' compares with one, else empty."""
        years = [one for one in self.at_hand.numbers if self.at_hand.holds_years(one)]
        is_year = _FIRST_YEAR <= number <= _LAST_YEAR and number == int(number)
        compares = any(one.word in _OF_YEARS for one in self.words.tokens)
        return years[0] if len(years) == 1 and is_year and compares else ""

    def _test_bound(self, columns: tuple[str, ...], value: Any) -> None:
        """Filter cells by a bound, whose column isn't shown unless listed.

        'without those under 500' excludes rows.
        """
        if not self.negated:
            self.asked = [one for one in self.asked if one in self.listed or one not in columns]
        since = self.negated and self.bound == "at_least" and isinstance(value, date)  # or never
        test = OPPOSITE[self.bound] if self.negated and not since else self.bound
        self.test(CellTest(columns, test, value, negated=since))
        self.bound, self.negated = "", False
