"""Shares and ratios in a question about a table: of which column another one is a part."""

from collections.abc import Sequence
from dataclasses import dataclass

from intent.commands.readers.tables.terms import Terms
from intent.commands.words import at_start
from omniforge.tables.cells import as_number

_OF = "of"


@dataclass(slots=True)
class Shares(Terms):
    """The terms of a question, with what a share is of."""

    def _settle_shares(self) -> None:
        """Take 'what percentage of the filters are faulty' as one column over another one of those rows."""
        function, numbers = (
            self.said.get("function"),
            [one for one in self.asked if one in self.at_hand.numbers],
        )
        if function == "ratio":
            self._over(numbers[:1], numbers[1:2])
        elif function == "difference" and "spread" not in self.said:
            self._between(numbers)
        elif function == "share" and len(numbers) > 1:
            phrase, behind = self._share_said()
            named = [one for one in self._columns_in(behind) if one in numbers]
            of, rest = named[:1] or numbers[-1:], [one for one in numbers if one not in named[:1]]
            self._over(*((rest, of) if phrase[-1:] == (_OF,) else (of, rest)))
        elif function == "share" and numbers and self._is_of_place(numbers[0]):
            self._over(numbers, self._places_for(numbers[0]))
        elif function == "share" and numbers and self._is_of_rows():
            self._over(
                numbers, [one for one in self.at_hand.numbers_of("column_count") if one not in numbers]
            )

    def _is_of_place(self, column: str) -> bool:
        """Return whether 'what percentage is sold in each city' is of that city's own seats."""
        is_deed = column.lower().endswith("ed") or any(column in each for each in self.at_hand.deeds.values())
        each = self.said.get("group") in ("", None, self.at_hand.key)
        return is_deed and each and not self.tests and self._share_said()[0][-1:] != (_OF,)

    def _places_for(self, column: str) -> list[str]:
        """Return the counts that are never below a column's: 'Seats' beside 'Sold'."""
        counts = (one for one in self.at_hand.numbers if one not in (column, *self.at_hand.money))
        return [one for one in counts if self._is_within(column, one)]

    def _is_within(self, column: str, other: str) -> bool:
        pairs = zip(self.at_hand.cells(column), self.at_hand.cells(other), strict=True)
        return all((as_number(one) or 0) <= (as_number(whole) or 0) for one, whole in pairs)

    def _over(self, part: Sequence[str], whole: Sequence[str]) -> None:
        """Note a column with the one that it is a part of. Nothing is sure unless it is one of either."""
        if len(part) == len(whole) == 1:
            self.said.update(sign="/", other=whole[0])
            self.asked = [one for one in self.asked if one not in self.at_hand.numbers] + list(part)
        elif part or len(self.tests) != 2:
            self.unread.append("percentage" if self.said["function"] == "share" else "ratio")

    def _between(self, numbers: Sequence[str]) -> None:
        """Leave 'difference' unread unless it is that of one column in the rows of two values."""
        named = [one for one in self.tests if one.test == "has" and not one.negated]
        are_two = len(named) == len(self.tests) == 2 and named[0].columns == named[1].columns
        if not are_two or len(numbers) > 1 or {*self.asked} - {*numbers}:
            self.unread.append("difference")

    def _share_said(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words that ask for a share, and those after them."""
        said = tuple(one.word for one in self.words.tokens if not one.is_mark)
        for at in range(len(said)):
            key, size = at_start("table_word", said[at:])
            if key == "share":
                return said[at : at + size], said[at + size :]
        return (), said

    def _columns_in(self, said: Sequence[str]) -> list[str]:
        return [column for one in said for column in self.at_hand.columns_called((one,))]

    def _is_of_rows(self) -> bool:
        """Return whether rows are named right after 'percentage of', and the column only after them."""
        phrase, behind = self._share_said()
        places = (
            at
            for at in range(len(behind))
            if self._longest(behind[at:], self.at_hand.values_named, ((), ""))[1]
        )
        first = next(places, len(behind))
        is_before = not any(self.at_hand.columns_named((one,)) for one in behind[:first])
        return bool(self.tests) and phrase[-1:] == (_OF,) and is_before and first < len(behind)
