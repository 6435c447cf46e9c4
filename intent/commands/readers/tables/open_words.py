"""Resolves what the words of a question about a table leave open, after all of them are consumed."""

from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from intent.commands.readers.tables.money_terms import HAVE, Earnings
from intent.commands.tables.joined_columns import joinable, may_join, ranks_parts, ranks_together
from intent.commands.tables.limits import settle_limits
from intent.commands.tables.moments import settle_first, settle_moment
from intent.commands.tables.pieces import settle_pieces
from intent.commands.tables.profits import settle_part_of_income
from intent.commands.tables.question import BOUNDS, CellTest
from intent.commands.tables.repeats import REPEAT, number_of_all, settle_several, settle_those, settle_total
from intent.commands.words import key_of

_OPEN = {"group": "for each", "other": "times"}  # words that wait for a column, as the answer names them
THOSE, ASKING = ("those", "these", "them", "ones"), ("who", "which", "what", "whose", "how")
_LEAD = 20  # characters before a question's first word: 'and what about them'
_FEW, _NOUN = 4, 5  # words of a question that only selects rows, words between 'which' and that for rows
_AGAIN = ("and", "what about", "how about", "now", "also", "then")
_JOINING = ("together", "altogether", "grand", "combined", "both")  # even named columns
_WHICH, _MANY = ("which", "what"), ("many", "number")
_BEFORE_NOUN = ("of", "the", "these", "those", "our", "my", "your")
_LEADS_ON = ("with", "having", "of", "over", "under")
OF_WORK = ("tasks", "todos", "to-dos", "goals", "milestones", "risks")  # unlike 'jobs', never rows
_TELLS_WHICH = ("that", "which", "who", "whose", "where", "we", "i", "they", "you")


def opens_query(said: list[str]) -> bool:
    """Return whether words begin a question: 'who …', 'is there …'."""
    return said[0] in ASKING or (said[0] in ("is", "are") and said[1:2] == ["there"])


@dataclass(slots=True)
class Settling(Earnings):
    """The terms of a question, in which the last word may decide the meaning of the first."""

    def settle(self) -> None:
        """Resolve unfinished terms, and figures without a column."""
        self.settle_times()
        self.settle_each()
        settle_total(self)
        settle_those(self)
        self._settle_remainders()
        self._settle_whole()
        self._settle_earned()
        self._settle_worth()
        self._settle_dealt()
        self._settle_most_paid()
        self._settle_columns()
        settle_pieces(self)
        self._settle_those()
        self._leave_unread_what_waits()
        settle_first(self)
        if self.waits == "sort":
            self._settle_sort()
        self.settle_having()
        self._settle_compared()
        self._settle_bounds()
        self._settle_emptiness()
        settle_limits(self)
        self.settle_parts()
        self._settle_alternatives()
        self._settle_noun()
        self._settle_having()
        self._settle_quotient()
        settle_part_of_income(self)
        self._settle_shares()
        self._settle_marks()
        self._settle_owing()
        self._settle_rows()
        self._settle_only()
        settle_moment(self)
        self._settle_shown()
        self.settle_all()

    def _settle_shown(self) -> None:
        """Read 'show me the table again' as all of it. 'with the fees' only says what stands in it."""
        said = {one.word for one in self.words.tokens}
        is_named = any(key_of("table_noun", one) for one in said)
        if not is_named or not any(key_of("table_shown", one) for one in said):
            return
        self.anchors += 1
        if "again" in said and "only" not in self.said:
            self.asked = []
        if self.tests and not self.said.get("function"):
            self.said["only"] = True  # 'show me the table without Hull' isn't answered with names

    def _settle_those(self) -> None:
        """Read 'add those up' as a sum of the rows shown last."""
        said = {one.word for one in self.words.tokens}
        is_bare = not (self.tests or self.asked or "overall" in self.said)
        if self.said.get("function") == "sum" and is_bare and said & {*THOSE}:
            self.said["those"] = True

    def _settle_columns(self) -> None:
        """Read 'all three together' as one sum of several columns. 'which day' asks for what stands out."""
        if self.said.get("function") == "sum" and not self.said.get("group") and self._joins():
            self.said["joined"] = True
            self.said.pop("limit", None)
        elif self.said.get("several") and self.said.get("function") == "sum" and not self.asked:
            self.said["limit"] = number_of_all(self)
        elif self._ranks_joined():
            self.said["joined"] = True
        elif self.said.get("several"):
            settle_several(self)
        if self.said.get("across") and not (self.extreme or self.said.get("function") == "mean"):
            self.unread.append(self.said.pop("across"))

    def _ranks_joined(self) -> bool:
        both = {one.word for one in self.words.tokens} & {*_JOINING}
        return ranks_parts(self) or bool(both and ranks_together(self))

    def _joins(self) -> bool:
        """Return whether words ask for one sum, and there are columns for it."""
        said = {one.word for one in self.words.tokens if key_of("table_joined", one.word)}
        columns = joinable(self.at_hand)
        if self.asked:
            return len(self.asked) > 1 and bool(said & {*_JOINING}) and may_join(self.at_hand, self.asked)
        are_so_many = self.said.get("limit") in (None, len(columns))  # 'the three together' may be rows
        return bool(said and columns) and are_so_many

    def _settle_whole(self) -> None:
        """Read 'what did we take this week?' as the sum of its days, but not 'what is on this week?'."""
        whole = self.said.pop("whole", "")
        sums = {"earns", "costs", "much", "percent"} & {*self.said} or self.deeds
        if whole and (sums or self.said.get("function") == "sum") and not (self.asked or self.extreme):
            self.said.update(joined=True, function="sum")
            self.anchors += 1
        elif whole:
            self.unread.append(whole)

    def _leave_unread_what_waits(self) -> None:
        """Mark words as unread that wait for a column or value that is never named."""
        if self.negated or self.bound or self.waits in _OPEN:
            self.unread.append("not" if self.negated else self.bound or _OPEN[self.waits])
        if not (self.tests or self.asked or self.extreme or self.said.get("joined")):
            self.unread += self.deeds
        if self.said.get("each_row") and self.said.get("function") != "mean":
            self.unread.append("per")  # 'the average per trip' can only be that of all rows
        if "spared" in self.said and "group" not in self.said:
            self.unread.append("not per")

    def _settle_sort(self) -> None:
        """Mark the sorting column as unclear if no word names one: 'sort them'."""
        self.said["sorted"] = True
        if not (self.extreme or self.asked or self.tests or "descending" in self.said):
            self.unclear, self.said["descending"] = self.at_hand.columns, False

    def _settle_compared(self) -> None:
        """Compare figures without a column with the only possible one. With several it is unclear."""
        compared = self.at_hand.numbers if len(self.at_hand.numbers) == 1 else self.at_hand.money
        if len(compared) == 1 and not self.at_hand.amounts:
            self.tests = [one if one.columns else replace(one, columns=compared) for one in self.tests]
        if any(not one.columns for one in self.tests):
            self.unclear = self.unclear or self.at_hand.numbers or None

    def _settle_bounds(self) -> None:
        """Mark as unread what no day satisfies: later than one and before an earlier one."""
        for column in {one.columns for one in self.tests if isinstance(one.value, date)}:
            days = [one for one in self.tests if one.columns == column and isinstance(one.value, date)]
            first = max((one.value for one in days if one.test in ("at_least", "over")), default=date.min)
            last = min((one.value for one in days if one.test in ("at_most", "under")), default=date.max)
            self.unread += ["before"] if first > last else []

    def _settle_emptiness(self) -> None:
        """Read 'not paid since October' as one bound on the column, because empty cells have no day.

        Any other bound, as in 'not paid in October', is unclear.
        """
        for empty in [one for one in self.tests if one.test == "no" and not one.negated]:
            bounds = [one for one in self.tests if one.columns == empty.columns and one.test in BOUNDS]
            if [one.test for one in bounds] == ["at_least"]:
                self.tests = [one for one in self.tests if one not in (empty, *bounds)]
                self.tests.append(replace(bounds[0], negated=True))
            elif bounds:
                self.unread.append("not")

    def _settle_alternatives(self) -> None:
        """Read two values of one column as alternatives, even if another column has one of them too."""
        named = [one for one in self.tests if one.test == "has" and not one.negated]
        for one, other in pairwise(named):
            both = tuple(column for column in one.columns if column in other.columns)
            if both:
                self.tests = [
                    replace(each, columns=both) if each in (one, other) else each for each in self.tests
                ]

    def _settle_noun(self) -> None:
        """Read the one unmatched word as a word for rows, if they are compared or counted by group."""
        compares = self.extreme or "period" in self.said or any(one.test in BOUNDS for one in self.tests)
        compares = compares or (self.said.get("function") == "sum" and bool(self.asked))
        counts = not compares and (self._counts_rows() or self._counts_having())
        noun = self.unread[0].lower() if (compares or counts) and len(self.unread) == 1 else ""
        if noun.endswith("s") and self._may_be_rows(noun):
            self.said["noun"] = noun if counts else ""
            self.unread.clear()

    def _counts_rows(self) -> bool:
        """Return whether a number per group can only be that of rows: no other column counts anything."""
        at_hand, group = self.at_hand, self.said.get("group")
        told = {*at_hand.numbers_of("column_age"), *at_hand.of_sense("money"), group}
        counted = [one for one in at_hand.numbers if one not in told and not at_hand.holds_years(one)]
        return self.said.get("function") == "count" and bool(group) and not counted

    def _counts_having(self) -> bool:
        """Return whether the one unknown word of 'how many kids have an allergy' can only mean the rows."""
        said = [one.word for one in self.words.tokens]
        after = {two for one, two in pairwise(said) if [one] == [*map(str.lower, self.unread[:1])]}
        return self.said.get("function") == "count" and bool(self.asked) and bool(after & {*HAVE})

    def _may_be_rows(self, noun: str) -> bool:
        """Return whether a word follows 'which', or precedes a condition."""
        said = [one.word for one in self.words.tokens]
        at = next((at for at, one in enumerate(said) if one in (*_WHICH, *_MANY)), len(said))
        asked = next((one for one in said[at + 1 : at + _NOUN] if one not in _BEFORE_NOUN), "")
        if noun in OF_WORK:
            return False  # 'which tasks are due?' is of no row
        leads = (*_TELLS_WHICH, *_LEADS_ON)
        return noun == asked or any(one == noun and after in leads for one, after in pairwise(said))

    def _settle_only(self) -> None:
        """Read 'only those' as the rows shown last. No column or value matches 'only those we sold'.

        Named columns and bounds already select.
        """
        sought = self.extreme and "sorted" not in self.said
        chosen = self.tests or self.asked or self.without or sought or "limit" in self.said
        if chosen or not {"only", "format"} <= {*self.said}:
            return
        said = [one.word for one in self.words.tokens]
        behind = said[next((at for at, one in enumerate(said) if one in THOSE), len(said)) + 1 :]
        self.unread += [one for one in behind[:1] if one in _TELLS_WHICH]
        if set(said) & {*THOSE}:
            self.said["those"] = True

    def _settle_quotient(self) -> None:
        """Read 'what do we earn per hour?' as one sum divided by another, for each named group."""
        said, at_hand = self.said, self.at_hand
        per = said.pop("divisor", "")
        by = said.get("by") if self.extreme else ""
        numbers = [one for one in (*self.asked, by) if one and one in at_hand.numbers]
        if not per:
            return
        asks = numbers or said.get("function") == "mean" or ("much" in said and at_hand.money)
        if said.get("function") in ("count", "share", "ratio") or not asks:
            self.unread += ["per"] if "group" in said else []
            said.setdefault("group", per)
            return
        if at_hand.worth or {*numbers} & {*at_hand.numbers_of("column_of_one")}:
            self.unread.append("per")
        if self.extreme and "group" not in said:
            named = [one for one in self.asked if one not in at_hand.numbers]
            said["group"] = named[0] if named else at_hand.person
        said.update(function="mean", sign="/", other=per)
        self.asked = numbers

    def _settle_marks(self) -> None:
        """Read a yes/no column as a condition, unless the question is about certain rows: 'has Asha paid?'"""
        marks = [one for one in self.asked if one in self.at_hand.marks]
        looked_up = any(one.test == "has" and self.at_hand.key in one.columns for one in self.tests)
        chosen = {"who", "count", "only", "sum", "mean"} & {*self.said, self.said.get("function", "")}
        rest = {*self.asked} - {*marks, self.at_hand.key}
        opens = {one.word for one in self.words.tokens[:1]} & {*_WHICH}  # 'which are vegan?'
        chosen |= set() if rest else opens
        if marks and chosen and not looked_up and not self.said.get("group"):
            self.asked = [one for one in self.asked if one not in marks]
            denied = {column for one in self.tests if one.test == "no" for column in one.columns}
            self.tests += [CellTest((one,), "yes") for one in marks if one not in denied]

    def _goes_on(self) -> bool:
        """Return whether a question omits its object: 'and for the kitchen?', 'and overall?'"""
        start = self.words.tokens[0].start if self.words.tokens else 0
        said = self.words.source.lower().lstrip()
        begins = any(said.startswith(f"{one} ") for one in _AGAIN) and start < _LEAD
        begins = begins or bool({"spared", REPEAT, "turned"} & {*self.said}) or " i said" in said
        which = bool(self.tests) and self.words.tokens[0].word == _WHICH[0]  # 'and which of them are late?'
        says = self.said.get("function") or self.extreme or self.said.get("format") or which
        bare = "other" in self.said and "written" not in self.said and len(self.words.tokens) <= _FEW
        adds = "percent" in self.said or bare
        begins = begins or (adds and not self.tests and not ("percent" in self.said and self.asked))
        return (begins or self._only_chooses()) and not says

    def _only_chooses(self) -> bool:
        """Return whether a short question only selects rows: 'boat 3?'"""
        groups = any(key_of("table_word", one.word) == "per" for one in self.words.tokens)
        end = self.words.tokens[-1].end if self.words.tokens else 0
        asks = self.words.source[end:].lstrip().startswith("?")
        few = asks and not groups and len(self.words.tokens) <= _FEW
        names = bool(self.tests) and all(one.test == "has" for one in self.tests) and not self.asked
        wants = {"who", "view"} & {*self.said} or {one.word for one in self.words.tokens} & {*ASKING}
        names = names or (bool(self.asked or "overall" in self.said) and not (self.tests or wants))
        names = names or bool({"which", "group"} & {*self.said} and not (self.tests or wants))
        return few and names and not (self.negated or "who" in self.said)
