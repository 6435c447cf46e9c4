"""Which columns of a table say how many of each row were sold, for how much, and what one of them cost."""

from collections.abc import Container
from typing import NamedTuple

from intent.commands.tables.column_names import name_words
from intent.commands.tables.words import TableWords
from intent.commands.words import table

_MOST_WORDS = 3  # of a column's name


class Takings(NamedTuple):
    """The columns, each empty unless exactly one may be it."""

    amount: str
    price: str
    cost: str


def takings_of(at_hand: TableWords) -> Takings:
    """Return the columns that tell what was earned and what it cost."""
    costs = _named(at_hand, at_hand.numbers, "takings", "bought")
    prices = _named(at_hand, [one for one in at_hand.numbers if one not in costs], "takings", "sold_for")
    rest = [one for one in at_hand.numbers if one not in (*costs, *prices)]
    return Takings(_amount(at_hand, rest), _only(prices), _only(costs))


def free_of(at_hand: TableWords) -> tuple[str, str] | None:
    """Return the columns of the most that fit and of those that are there, if each is certain."""
    most = _only(_named(at_hand, at_hand.numbers, "fitting", "most"))
    rest = [one for one in at_hand.numbers if one not in (most, *at_hand.prices)]
    there = _only(_named(at_hand, rest, "fitting", "there")) or _only(rest)
    return (most, there) if most and there else None


def _amount(at_hand: TableWords, among: list[str]) -> str:
    counts = [one for one in at_hand.numbers_of("column_count") if one in among]
    return _only(counts) or ("" if counts else _only(_named(at_hand, among, "takings", "sold")))


def _named(at_hand: TableWords, among: Container[str], name: str, kind: str) -> list[str]:
    words = {one for one, key in table(name).items() if key == kind}
    return [one for one in at_hand.columns if one in among and _has(one, words)]


def _has(column: str, words: set[tuple[str, ...]]) -> bool:
    return any((word,) in words for word in name_words(column)[:_MOST_WORDS])


def _only(columns: list[str]) -> str:
    return columns[0] if len(columns) == 1 else ""
