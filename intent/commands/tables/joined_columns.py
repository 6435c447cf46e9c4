"""Columns of numbers that may be added to each other: of days, months or years, or all of one sort."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from intent.commands.tables.column_names import name_words, weekday_forms
from intent.commands.tables.periods import PERIODS
from intent.commands.tables.words import TableWords
from intent.commands.words import key_of
from intent.slots.language import table_of

if TYPE_CHECKING:
    from intent.commands.tables.meanings import Meanings

_NEVER = ("of_one", "percent", "age")  # word tables of the names of columns that aren't added to others
_APART = (*_NEVER, "tax", "owing", "total", "apart")
_BY_PRICE, _TOGETHER = ("dearest", "cheapest"), {"together", "altogether", "total", "overall"}
_ALL_IN = (("all", "in"), ("all", "told"), ("in", "all"), ("all", "up"))
_TOLD = ("told", "up")  # behind 'all'
_CENTURIES = ("19", "20")
_MOST = 4  # columns whose title names them all


def columns_alike(at_hand: TableWords) -> Mapping[str, tuple[str, ...]]:
    """Return the columns of numbers named after periods, by kind, if there are several of it."""
    kinds = sorted((kind, at) for at, one in enumerate(at_hand.numbers) if (kind := _kind_of(one)))
    found = {
        kind: tuple(at_hand.numbers[at] for _, at in group)
        for kind, group in groupby(kinds, key=lambda one: one[0])
    }
    return {kind: columns for kind, columns in found.items() if len(columns) > 1}


def only_alike(at_hand: TableWords) -> tuple[str, ...]:
    """Return the columns of one kind of period if no other column but a total holds numbers."""
    found, totals = [*columns_alike(at_hand).values()], at_hand.numbers_of("column_total")
    rest = tuple(one for one in at_hand.numbers if one not in totals)
    return found[0] if len(found) == 1 and found[0] == rest else ()


def joinable(at_hand: TableWords) -> tuple[str, ...]:
    """Return the columns that 'all together' adds up, empty if they hold different things."""
    alike = [*columns_alike(at_hand).values()]
    columns = alike[0] if len(alike) == 1 else at_hand.money if len(at_hand.money) > 1 else at_hand.numbers
    apart = {one for form in _APART for one in at_hand.numbers_of(f"column_{form}")}
    apart |= {*at_hand.of_sense("paid"), *filter(at_hand.holds_years, columns)}
    counted = {*columns} & {*at_hand.amounts}
    is_mixed = bool(counted) and counted != {*columns}
    return () if len(columns) < 2 or is_mixed or apart & {*columns} else columns


def may_join(at_hand: TableWords, columns: Sequence[str]) -> bool:
    """Return whether a sum of named columns says something: not one of unit prices or percentages."""
    apart = {one for form in _NEVER for one in at_hand.numbers_of(f"column_{form}")}
    apart |= {*filter(at_hand.holds_years, columns)}
    return {*columns} <= {*at_hand.numbers} - apart


def ranks_together(said: "Meanings") -> bool:
    """Ask for several columns in place of the one compared: 'the most fuel and tolls together'."""
    numbers = [one for one in (said.said.get("by"), *said.asked) if one in said.at_hand.numbers]
    if not (said.extreme and len(numbers) > 1 and may_join(said.at_hand, numbers)):
        return False
    said.asked = [*numbers, *(one for one in said.asked if one not in numbers)]
    said.said.pop("by", None)
    said.unclear = (*numbers,)
    return True


def ranks_parts(said: "Meanings") -> bool:
    """Ask for all parts of a price together: 'which offer is cheapest all in?'"""
    columns = _parts_of_price(said.at_hand)
    named = said.said.get("by") or {*said.asked} & {*said.at_hand.numbers}
    if said.extreme not in _BY_PRICE or named or len(columns) < 2 or not _says_all_in(said):
        return False
    said.said.pop("overall", None)
    said.unread = [one for one in said.unread if one not in _TOLD]
    said.asked, said.unclear = [*columns, *said.asked], columns
    return True


def _says_all_in(said: "Meanings") -> bool:
    words = [one.word for one in said.words.tokens]
    return any(pair in _ALL_IN for pair in pairwise(words)) or not _TOGETHER.isdisjoint(words)


def _parts_of_price(at_hand: TableWords) -> tuple[str, ...]:
    """Return the columns of money, without any the numbers that are no counts, times, rates or sums."""
    among = at_hand.money if len(at_hand.money) > 1 else at_hand.numbers
    apart = {one for form in _APART for one in at_hand.numbers_of(f"column_{form}")}
    apart |= {*at_hand.amounts, *filter(at_hand.holds_years, among)}
    apart |= {one for one in among if any(key_of("figure_unit", word) == "yes" for word in name_words(one))}
    return tuple(one for one in among if one not in apart)


def joined_title(columns: tuple[str, ...]) -> str:
    """Return what the sum of columns is called: 'Tue + Thu'."""
    told = columns if len(columns) <= _MOST else (columns[0], "…", columns[-1])
    return " + ".join(told)


def _kind_of(name: str) -> str:
    """Return what a column's name is one of: day, month, week, quarter, year, else empty."""
    words = name_words(name)
    if weekday_forms(name):
        return "day"
    if words and words[0] in table_of("month") and all(one.isdigit() for one in words[1:]):
        return "month"
    if len(words) == 1 and _is_year(words[0]):
        return "year"
    return _numbered(words)


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and word.startswith(_CENTURIES)


def _numbered(words: tuple[str, ...]) -> str:
    """Return the kind of 'Week 2', 'Wk 2', 'W2' or 'Q1'."""
    word, number = words if len(words) == 2 else (words[0].rstrip("0123456789"), "") if words else ("", "")
    kind = key_of("column_period", word) or key_of("table_word", word)
    has_number = number.isdigit() or (not number and bool(words) and words[0] != word)
    return kind if kind in ("day", *PERIODS) and has_number else ""
