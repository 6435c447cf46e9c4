"""Resolves words that change the meaning of a whole question: what is included, missing, or for whom."""

from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from intent.commands.readers.tables.shares import Shares
from intent.commands.tables.limits import only_limit
from intent.commands.tables.moments import settle_duration
from intent.commands.tables.owed import settle_owed
from intent.commands.tables.question import FIGURES, CellTest
from intent.commands.tables.readings import settle_readings
from intent.commands.tables.takings import free_of
from intent.commands.words import as_words, at_end, key_of
from omniforge.tables.cells import as_number

_WHAT = ("what", "whats", "how")
_OWES = ("owe", "owes", "owing", "owed")
_NOT_JUST = (("not", "just"), ("not", "only"))
_ARTICLES = ("our", "my", "the", "your", "a", "an")
_VACANT = ("empty", "vacant")
_ENTIRE = ("whole", "entire")
_PEOPLE = ("people", "persons", "heads")
_LONGEST = 3  # words for the receiver of a file


@dataclass(slots=True)
class Remainders(Shares):
    """What is left to be read of a question."""

    def _settle_remainders(self) -> None:
        settle_duration(self)
        self._settle_entire()
        self._settle_heads()
        self._settle_included()
        self._settle_missing()
        self._settle_vacant()
        self._settle_spread()
        self._settle_owed()
        settle_owed(self)
        settle_readings(self)
        self._settle_lost()
        self._settle_free()
        self._settle_not_just()
        self._settle_receiver()
        self._settle_most_in_total()
        if self.said.get("other") and self.said.get("group") and not self.said.get("function"):
            self.said["function"] = "sum"  # 'the amount per client, hours times rate'

    def _settle_entire(self) -> None:
        """Read 'the whole workshop' as all rows, if what they are worth is asked for."""
        said = [one.text for one in self.words.tokens]
        entire = [[one, other] for one, other in pairwise(said) if one.lower() in _ENTIRE]
        told = self.unread in [*entire, *([one] for one, _ in entire)]  # 'shelf' may call the table
        if told and self._says("worth") and not self.tests:
            self.unread, self.said["overall"] = [], True

    def _settle_heads(self) -> None:
        """Read 'how many people have paid?' as their number, if a column counts them for each row."""
        young = self.at_hand.of_sense("children")
        heads = [one for one in self.at_hand.numbers_of("column_heads") if one not in young]
        others = [one for one in self.asked if one not in (self.at_hand.key, self.at_hand.person, *heads)]
        names = {*others} <= {*self.at_hand.marks, *self.at_hand.numbers}
        chosen = all(one.test in ("yes", "no") for one in self.tests)
        is_count = self.said.get("function") == "count" and not (self.said.get("group") or self.extreme)
        if is_count and names and chosen and len(heads) == 1 and any(self._says(one) for one in _PEOPLE):
            self.asked = [*heads, *others]

    def _settle_included(self) -> None:
        """Read 'the total including the paid ones' as that of all rows."""
        first = self.said.pop("included", None)
        marks = [one for one in self.asked if one in self.at_hand.marks]
        if first is None:
            return
        if self.said.get("function") not in FIGURES or not (self.tests[first:] or marks):
            self.unread.append("including")
        self.tests = self.tests[:first]
        self.asked = [one for one in self.asked if one not in marks]
        self.said["overall"] = True

    def _settle_missing(self) -> None:
        """Read 'who is still missing in Leeds?' as those without a mark, if only one column holds marks."""
        denied = [one for one in self.tests if one.negated]
        if not (self.negated or denied) or len(self.at_hand.marks) != 1 or not self._says("missing"):
            return
        self.tests = [replace(one, negated=False) for one in self.tests]
        self.negated = False
        self.test(CellTest((self.at_hand.marks[0],), "no"))

    def _settle_vacant(self) -> None:
        """Read 'which room is empty?' as the rows without a cell in the one column that has such rows."""
        gaps = [
            one for one in self.at_hand.columns if not self.at_hand.is_full(one) and one not in self.asked
        ]
        texts = [one for one in gaps if one not in (*self.at_hand.numbers, *self.at_hand.marks)]
        if self.negated and len(texts) == 1 and any(map(self._says, _VACANT)) and not self.tests:
            self.negated = False
            self.test(CellTest((texts[0],), "no"))

    def _settle_spread(self) -> None:
        """Read 'how much more is Kontor than the cheapest?' as how far one row is from the end."""
        if self.extreme and self.said.get("function") == "difference" and len(self.tests) == 1:
            self.said["spread"] = True

    def _settle_owed(self) -> None:
        """Read 'what does Ann still owe?' as a sum."""
        said = [one.word for one in self.words.tokens]
        names = any(one.test == "has" for one in self.tests)
        asks = {*said[:1]} & {*_WHAT} and "who" not in self.said and not self.extreme
        of_worth = self.asked == [*(self.at_hand.worth or ())[1:]]  # nothing says who has paid
        owed = of_worth or ("owed" in self.said and not self.asked)
        if asks and names and owed and {*said} & {*_OWES} and len(self.at_hand.money) == 1:
            self.said.setdefault("function", "sum")

    def _settle_lost(self) -> None:
        """Read 'how many hives are still alive' as hives minus dead ones, if the table counts both."""
        there = {one.word for one in self.words.tokens if key_of("still_there", one.word)}
        pair = only_limit(self.at_hand)
        if there and pair and pair[1] in self.at_hand.numbers_of("column_allowance"):
            self._settle_unspent(pair, there)
            return
        named = any(key_of("still_there", word) for one in self.at_hand.columns for word in as_words(one))
        lost = self.at_hand.numbers_of("column_lost")
        counted = [one for one in self.asked or self.at_hand.numbers[:1] if one not in lost]
        function = self.said.get("function", "sum")
        if named or not there or len(lost) != 1 or len(counted) != 1 or function not in ("sum", "count"):
            return
        if counted[0] in self.at_hand.numbers and self._holds(counted[0], lost[0]):
            self.said.update(function="sum", sign="-", other=lost[0])
            self.asked, self.unread = counted, [one for one in self.unread if one not in there]

    def _settle_unspent(self, pair: tuple[str, str], there: set[str]) -> None:
        """Read 'how much is left for the kitchen?' as the budget minus what is spent."""
        if "much" in self.said and {*self.asked} <= {*pair}:
            self.said.update(function="sum", sign="-", other=pair[0])
            self.asked, self.unread = [pair[1]], [one for one in self.unread if one not in there]

    def _settle_free(self) -> None:
        """Read 'how many places are free?' as the most that fit in minus those that are there."""
        said = {key_of("money_asked", one.word): one.word for one in self.words.tokens}
        once = [one.word for one in self.words.tokens].count("how") == 1
        columns = free_of(self.at_hand) if once and {"free", "places"} <= {*said} else None
        bare = self.said.get("function", "count") in ("sum", "count") and not self.extreme
        if columns and bare and {*self.asked} <= {*columns} and self._holds(*columns):
            self.said.update(function="sum", sign="-", other=columns[1])
            self.asked, self.anchors, self.names = [columns[0]], self.anchors + 1, True
            self.unread = [one for one in self.unread if one.lower() not in (said["free"], said["places"])]

    def _holds(self, whole: str, part: str) -> bool:
        """Return whether no figure of one column is less than that of another one."""
        pairs = zip(self.at_hand.cells(whole), self.at_hand.cells(part), strict=True)
        numbers = [(as_number(one), as_number(other)) for one, other in pairs]
        return all(one is not None and (other is None or one >= other) for one, other in numbers)

    def _settle_not_just(self) -> None:
        """Read 'the whole table, not just the paid ones' as all rows, of which a figure may be asked."""
        said = [one.word for one in self.words.tokens]
        if "overall" in self.said and any(pair in _NOT_JUST for pair in pairwise(said)):
            figure = {"costs", "function", "other"} & {*self.said}
            self.tests, self.negated = [], False
            self.asked = self.asked if figure else []
            self.said.pop("only", None)
            self.said["view"] = not figure

    def _settle_receiver(self) -> None:
        """Ignore who a file is for: 'as an Excel file for our treasurer'."""
        told = [one.text for one in self.words.tokens if not one.is_mark]
        if "format" not in self.said:
            return
        self.deeds = [one for one in self.deeds if one != told[0]]  # 'write it to a file'
        if "for" not in told:
            return
        behind = told[len(told) - told[::-1].index("for") :]
        receiver = [one for one in behind if one.lower() not in _ARTICLES]
        name = [*takewhile(str.istitle, receiver)]  # 'for Dora - with name and time'
        if self.unread and len(self.unread) <= _LONGEST and self.unread in (receiver, name):
            self.unread = []

    def _settle_most_in_total(self) -> None:
        """Read 'who had the most viewings in total?' as the highest sum."""
        asks = "who" in self.said or any(one not in self.at_hand.numbers for one in self.asked)
        ends = at_end("table_word", tuple(one.word for one in self.words.tokens if not one.is_mark))[0]
        if (
            self.extreme
            and asks
            and ends == "sum"
            and self.said.get("function") == "sum"
            and not self.said.get("group")
        ):
            del self.said["function"]
            self.said["amount"] = True

    def _says(self, word: str) -> bool:
        return any(one.word == word for one in self.words.tokens)
