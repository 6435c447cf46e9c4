"""Questions about the table at hand, whose columns and values are known: 'who has no contract?'.

Each word is a column, a value, or one of `table_word`; any other word leaves the question unread.
"""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from intent.commands.readers.table_called import without_its_name
from intent.commands.readers.table_terms import Terms
from intent.commands.slot_types import Words, slot_type
from intent.commands.table_meanings import AGES, BOUNDS
from intent.commands.table_question import CellTest, TableQuestion
from intent.commands.table_words import TableWords
from intent.commands.tokens import Token

_LONGEST = 40  # words of a question
_FEW = 4  # words of a question that only says of which rows
_AGAIN = ("and", "what about", "how about", "now", "also", "then")
_OPEN = {"group": "for each", "other": "times"}  # words that wait for a column, as they are told
_MONEY = ("dearest", "cheapest")
_DAYS = ("earliest", "latest")
_POINTING = (("the",), ("those",), ("these",))
_THOSE = ("those", "these", "them", "ones")
_WHICH = ("which", "what")
_POINTS_BACK = {"it", "that", "they", "them", "those", "these", "this"}
_LISTS = ("list", "table", "file", "rows", "row", "column", "columns", "excel", "csv")
_ASKING = ("who", "which", "what", "whose", "how")
_BEFORE_NOUN = ("of", "the", "these", "those", "our", "my", "your")
_NOUN = 5  # words from 'which' to what rows are
_TELLS_WHICH = ("that", "which", "who", "whose", "where", "we", "i", "they", "you")


@slot_type("table_question")
def _table_question(words: Words) -> TableQuestion | None:
    """Return a question all of whose words belong to the table at hand."""
    at_hand = words.situation.table
    if at_hand is None or len(words.tokens) > _LONGEST or _asks_twice(words):
        return None
    question = read_question(words, at_hand)
    if question is not None and (_goes_on_with_sums(question, words) or _is_of_work(question, words)):
        return None
    return None if question is None or (question.unread and not question.lacks_columns) else question


def _asks_twice(words: Words) -> bool:
    """Return whether a second question begins behind 'and', which is not of what the first one finds."""
    said = [one.word for one in words.tokens]
    begins = (at for at in range(1, len(said) - 1) if said[at] == "and" and said[at + 1] in _ASKING)
    return any(not {*said[at:]} & _POINTS_BACK for at in begins)


def _goes_on_with_sums(question: TableQuestion, words: Words) -> bool:
    """Return whether 'minus 10%' is of a sum that the talk is about, and not of the table."""
    at_hand, said = words.situation.table, words.situation.said
    is_alone = replace(question, limit=None, again=False) == TableQuestion(percent=question.percent)
    talks = bool(at_hand and at_hand.before and said and at_hand.before in said)
    counts = words.tokens[0].start > 0 or words.tokens[0].word.isdigit()
    return bool(question.percent) and is_alone and (not talks or counts)


def _is_of_work(question: TableQuestion, words: Words) -> bool:
    """Return whether a question about a list of work is of all work there is: nothing points at the list."""
    at_hand = words.situation.table
    points = {one.word for one in words.tokens} & {*_THOSE, *_LISTS}
    shapes = question.shapes or question.reshapes or question.format or question.scope == "those"
    return bool(at_hand and at_hand.is_of_work and not points and not shapes)


def read_question(words: Words, at_hand: TableWords) -> TableQuestion | None:
    """Return what words ask of a table, with those that are unread; None if nothing of it is named."""
    reader = _Reader(words, at_hand)
    reader.read()
    found = reader.question()
    return found if reader.anchors else None


@dataclass(slots=True)
class _Reader(Terms):
    """Reads one question from left to right."""

    def read(self) -> None:
        tokens = without_its_name(self.words.tokens, self.at_hand)
        if self._follows_just(tokens):
            self.said["only"] = True
        at = 0
        while at < len(tokens):
            at += self.take(tokens[at:])
        self._close()

    def _follows_just(self, tokens: list[Token]) -> bool:
        """Return whether 'just' stands before what the question begins with: rows or a column."""
        before = self.words.source[: tokens[0].start].lower().split() if tokens else []
        first = tuple(one.word for one in tokens[:1])
        names = first[:1] in _POINTING or self.at_hand.columns_named(first)
        return before[-1:] == ["just"] and bool(names)

    def _close(self) -> None:
        """Settle what was begun and not ended."""
        if self.negated or self.bound or self.waits in _OPEN:
            self.unread.append("not" if self.negated else self.bound or _OPEN[self.waits])
        if not (self.tests or self.asked or self.extreme):
            self.unread += self.deeds
        topped = self.said.pop("topped", False)
        if topped and self.said.get("format"):
            self.unread.append("first")  # something is to be on top of a file, and nothing says what
        first = self.said.pop("first", False) or topped
        if first and "limit" not in self.said:
            self.said["limit"] = 1
            self.anchors += 1
        if self.waits == "sort":
            self.said["sorted"] = True
        compared = self.at_hand.numbers if len(self.at_hand.numbers) == 1 else self.at_hand.money
        if len(compared) == 1 and not self.at_hand.amounts:
            self.tests = [one if one.columns else replace(one, columns=compared) for one in self.tests]
        if any(not one.columns for one in self.tests):
            self.unclear = self.unclear or "\n".join(("", *self.at_hand.numbers))
        self._settle_bounds()
        self._settle_noun()
        self._settle_marks()
        self._settle_owing()
        self._settle_rows()
        self._settle_only()

    def _settle_bounds(self) -> None:
        """Leave unread what no day can be: later than one and before an earlier one."""
        for column in {one.columns for one in self.tests if isinstance(one.value, date)}:
            days = [one for one in self.tests if one.columns == column and isinstance(one.value, date)]
            first = max((one.value for one in days if one.test in ("at_least", "over")), default=date.min)
            last = min((one.value for one in days if one.test in ("at_most", "under")), default=date.max)
            self.unread += ["before"] if first > last else []

    def _settle_noun(self) -> None:
        """Take the one word behind 'which' that nothing is called by as what rows are, if compared."""
        said = [one.word for one in self.words.tokens]
        at = next((at for at, one in enumerate(said) if one in _WHICH), len(said))
        noun = next((one for one in said[at + 1 : at + _NOUN] if one not in _BEFORE_NOUN), "")
        compares = self.extreme or any(one.test in BOUNDS for one in self.tests)
        if compares and self.unread == [noun] and noun.endswith("s"):
            self.unread.clear()

    def _settle_only(self) -> None:
        """Take 'only those' as the rows shown last; no column or value holds what 'only those we sold' tells.

        Columns and bounds that are named choose already.
        """
        sought = self.extreme and "sorted" not in self.said
        chosen = self.tests or self.asked or self.without or sought or "limit" in self.said
        if chosen or not {"only", "format"} <= {*self.said}:
            return
        said = [one.word for one in self.words.tokens]
        behind = said[next((at for at, one in enumerate(said) if one in _THOSE), len(said)) + 1 :]
        self.unread += [one for one in behind[:1] if one in _TELLS_WHICH]
        if set(said) & {*_THOSE}:
            self.said["those"] = True

    def _settle_owing(self) -> None:
        """Take what is owed as a condition where people or their number are asked for."""
        owing = [one for one in self.asked if one in self.at_hand.numbers_of("column_owing")]
        wanted = {"who", "count"} & {*self.said, self.said.get("function", "")}
        if owing and wanted and not (self.extreme or "much" in self.said or self.said.get("group")):
            self.asked = [one for one in self.asked if one not in owing]
            self.tests += [CellTest((one,), "over", Decimal(0)) for one in owing]

    def _settle_marks(self) -> None:
        """Take a column of yes and no as a condition, unless it is asked of some rows: 'has Asha paid?'"""
        marks = [one for one in self.asked if one in self.at_hand.marks]
        looked_up = any(one.test == "has" and self.at_hand.key in one.columns for one in self.tests)
        chosen = {"who", "count", "only", "sum", "mean"} & {*self.said, self.said.get("function", "")}
        if marks and chosen and not looked_up and not self.said.get("group"):
            self.asked = [one for one in self.asked if one not in marks]
            self.tests += [CellTest((one,), "yes") for one in marks]

    def question(self) -> TableQuestion:
        said = self.said
        which = said.get("which", "")
        computed = said.get("function", "") in ("sum", "mean", "count", "share")
        group = said.get("group") or (which if computed else "")
        ranked = bool(self.extreme) and not (
            said.get("sorted") or said.get("sort") or (which and not computed)
        )
        ordered = said.get("sort") or ("" if computed else which)
        if said.get("function") == "share" and not (group or self.tests):
            self.unread.append("percentage")
        if said.get("other") and said.get("function", "sum" if said["sign"] == "+" else "") != "sum":
            self.unread.append("times")
        if ranked and said.get("function") in ("sum", "mean") and not group:
            self.unread.append(self.extreme)  # one figure at a time
        if self._wants_sum(group):
            said["function"], computed = "sum", True
        by = said.get("by") or ("" if ordered else self._compared())
        sort = ordered or (by if self.extreme else "")
        if ranked and not group and (named := self._adds_up(sort)):
            group, said["function"], computed = named, "sum", True
            self.asked = [sort]
        if said.get("overall") or said.get("those"):
            self.anchors += 1
        return TableQuestion(
            tests=tuple(dict.fromkeys(self.tests)),
            asked=tuple(dict.fromkeys(self.asked)),
            without=tuple(dict.fromkeys(self.without)),
            function=said.get("function", ""),
            much="much" in said,
            group=group,
            sign=said.get("sign", ""),
            other=said.get("other", ""),
            percent=said.get("percent"),
            sort=sort,
            descending=self._is_highest(sort) if self.extreme else said.get("descending"),
            extreme=ranked,
            limit=said.get("limit"),
            format=said.get("format", ""),
            scope="those" if "those" in said else "overall" if "overall" in said else "",
            people="who" in said,
            names=self.names,
            only="only" in said,
            again=self._goes_on(),
            view="view" in said,
            unclear=self.unclear,
            unread=tuple(self.unread),
        )

    def _wants_sum(self, group: str) -> bool:
        """Return whether 'how much is it all without the ferns?', or 'per shop' of one number, is a sum."""
        said, at_hand = self.said, self.at_hand
        if said.get("function") or self.extreme or self.asked:
            return False
        names = any(at_hand.key in one.columns and not one.negated for one in self.tests)
        is_all = "much" in said and ("overall" in said or (bool(self.tests) and not names))
        return is_all or bool(group and len(at_hand.numbers) == 1 and not self.tests)

    def _adds_up(self, column: str) -> str:
        """Return the column that is asked for, if each of it has several rows: 'who worked the most?'"""
        at_hand = self.at_hand
        if (
            not self.said.get("amount")
            or column not in at_hand.numbers
            or column in at_hand.numbers_of("column_of_one")
        ):
            return ""
        named = [one for one in self.asked if one not in at_hand.numbers and one not in at_hand.days]
        which = named[0] if named else at_hand.person if "who" in self.said else ""
        return which if which and len(set(at_hand.cells(which))) < len(at_hand.rows) else ""

    def _goes_on(self) -> bool:
        """Return whether a question leaves out what it asks for: 'and for the kitchen?', 'and overall?'"""
        start = self.words.tokens[0].start if self.words.tokens else 0
        said = self.words.source.lower().lstrip()
        begins = any(said.startswith(f"{one} ") for one in _AGAIN) and start < len("and what about them ")
        says = self.said.get("function") or self.extreme or self.said.get("format")
        adds = "percent" in self.said or ("other" in self.said and len(self.words.tokens) <= _FEW)
        begins = begins or (adds and not self.tests and not ("percent" in self.said and self.asked))
        return (begins or self._only_chooses()) and not says

    def _only_chooses(self) -> bool:
        """Return whether a short question only says of which rows: 'boat 3?'"""
        few = len(self.words.tokens) <= _FEW and self.words.source.rstrip().endswith("?")
        names = bool(self.tests) and all(one.test == "has" for one in self.tests)
        return few and names and not (self.asked or self.negated or "who" in self.said)

    def _compared(self) -> str:
        """Return the column that 'dearest' or 'highest' compares where none is named."""
        at_hand = self.at_hand
        if not self.extreme:
            return ""
        among = (self.measure,) if self.measure else self._comparable()
        numbers = among or (at_hand.numbers if self.extreme not in (*_DAYS, *_MONEY) else ())
        asked = [one for one in self.asked if one in numbers]
        if len(asked) == 1:
            is_listed = "only" in self.said or ("sorted" in self.said and len(self.asked) > 1)
            self.asked = self.asked if is_listed else [one for one in self.asked if one != asked[0]]
            return asked[0]
        if len(bounded := self._bounded(numbers)) == 1:
            return bounded.pop()
        if len(numbers) != 1:
            self.unclear = self.unclear or "\n".join((self.extreme, *numbers))
        return numbers[0] if numbers else ""

    def _bounded(self, among: tuple[str, ...]) -> set[str]:
        """Return the columns that are held against a bound: 'who owes over 200, the highest first'."""
        return {one for test in self.tests if test.test in BOUNDS for one in test.columns if one in among}

    def _comparable(self) -> tuple[str, ...]:
        """Return the columns of the sort that a word compares: days, money, years; none for any numbers."""
        at_hand = self.at_hand
        days = at_hand.days or at_hand.times or tuple(filter(at_hand.holds_years, at_hand.numbers))
        if self.extreme in AGES:
            return at_hand.numbers_of("column_age") or days
        return days if self.extreme in _DAYS else at_hand.money if self.extreme in _MONEY else ()
