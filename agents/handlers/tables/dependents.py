"""Columns of a table that follow from others in every row: the fee is hours times rate."""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, permutations
from operator import add, mul, sub

from intent.commands.tables.words import TableWords
from omniforge.tables.cells import as_number

_FEWEST_ROWS = 2  # that show how a column follows from two others
_FEWEST_OF_SHARE = 3  # that show a constant share of one column
_CENT = Decimal("0.01")
_Row = Sequence[Decimal]
_Rule = Callable[[_Row], Decimal]


@dataclass(frozen=True, slots=True)
class Dependent:
    """A cell that follows from the corrected one: its column, its old and its new value."""

    column: str
    old: Decimal
    new: Decimal


def dependents_of(before: TableWords, after: TableWords, place: int, column: str) -> Iterator[Dependent]:
    """Yield the cells of a row that follow from its corrected one, from left to right."""
    rows = [_numbers(before, one) for one in range(len(before.rows))]
    row, changed = (
        _numbers(after, place),
        {before.numbers.index(column)} if column in before.numbers else set(),
    )
    if not (changed and row and all(rows)) or after.numbers != before.numbers:
        return
    for at, name in enumerate(before.numbers):
        rule = next(_rules(rows, at, changed), None) if at not in changed else None
        if rule is not None and (new := rule(row)) != row[at]:
            yield Dependent(name, row[at], new)
            row[at] = new
            changed.add(at)


def _numbers(words: TableWords, place: int) -> list[Decimal]:
    """Return a row's numbers, none if any is missing."""
    cells = [as_number(words.rows[place][words.place(one)]) for one in words.numbers]
    known = [one for one in cells if one is not None]
    return known if len(known) == len(cells) else []


def _rules(rows: Sequence[_Row], at: int, inputs: Set[int]) -> Iterator[_Rule]:
    """Yield what gives a column in all rows from the columns before it, one of them an input."""
    values = [one[at] for one in rows]
    if len(rows) < _FEWEST_ROWS or len({*values}) == 1:
        return
    for rule, used in (*_of_two(at), *_of_all(at), *_of_share(rows, at)):
        if not inputs.isdisjoint(used) and all(rule(one) == one[at] for one in rows):
            yield rule


def _of_two(at: int) -> Iterator[tuple[_Rule, tuple[int, ...]]]:
    for first, second in combinations(range(at), 2):
        yield _joined(mul, first, second), (first, second)
        yield _joined(add, first, second), (first, second)
    for first, second in permutations(range(at), 2):
        yield _joined(sub, first, second), (first, second)


def _joined(sign: Callable[[Decimal, Decimal], Decimal], first: int, second: int) -> _Rule:
    return lambda row: sign(row[first], row[second])


def _of_all(at: int) -> Iterator[tuple[_Rule, tuple[int, ...]]]:
    if at > 1:
        yield lambda row: sum(row[:at], Decimal(0)), tuple(range(at))


def _of_share(rows: Sequence[_Row], at: int) -> Iterator[tuple[_Rule, tuple[int, ...]]]:
    for first in range(at if len(rows) >= _FEWEST_OF_SHARE else 0):
        if rows[0][first]:
            yield _share(rows[0][at] / rows[0][first], first), (first,)


def _share(share: Decimal, first: int) -> _Rule:
    return lambda row: (row[first] * share).quantize(_CENT).normalize()
