"""A bill in words: quantities, prices, and what is added or taken off: '3 lamps at 18 and 9 hours at 55'."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from intent.commands.quantities.bill_lines import Line, lines_of
from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.tables.cells import stem
from intent.data_files import pattern, words_of
from intent.slots.days import find_days
from intent.slots.text import fold
from omniforge.english import join_words
from omniforge.tables.arithmetic import evaluate

_pattern, _words = partial(pattern, "bills"), partial(words_of, "quantities")
_ASK, _WANTS = _pattern("ask"), _pattern("wants")
_ASKS = _pattern("asks")
_CUT, _RATE_END = _pattern("cut"), _pattern("rate_end")
_LONGEST = 400  # characters of such a question
_LEFT, _AVERAGE = "left", "average"
_PARTS = {
    "half": "/ 2",
    "a third": "/ 3",
    "a quarter": "/ 4",
    "a tenth": "/ 10",
    "double": "* 2",
    "twice": "* 2",
}
_FEWEST = 2
_CENTS = -2  # exponent of an amount in cents
_ANY_DAY = date(2000, 1, 1)
_BARE = frozenset(("at", "for", "of", "a"))  # words that even a bill without a question may have


class Bill(NamedTuple):
    """A sum's expression, how it is told in figures, its currency, and whether its figures have cents."""

    expression: str
    written: str
    currency: str = ""
    cents: bool = False


def read_bill(message: str, last: Decimal | None = None) -> Bill | None:
    """Return the bill that a message tells, None if any of its words may tell something else.

    `last` is the last answer's figure: costs may be taken away from it.
    """
    folded = _with_rate_first(fold(message).strip())
    if cut := _CUT.search(folded) if len(folded) <= _LONGEST else None:
        return _cut(folded[: cut.start()], Decimal(cut["rate"]), cut["item"].split())
    amounts, rates, found = _told_in(folded)
    if not amounts or not all(one.is_rate for one in rates) or not (found or _is_bare(amounts)):
        return None
    asked = next((one for one in (_LEFT, _AVERAGE) if found and found[one]), "")
    bill = _added(asked, _paired(amounts) or amounts, last)
    bill = _part_of(bill, found["part"]) if bill and found and found["part"] else bill
    bill = _rated(bill, rates) if bill else None
    return bill if bill and any(sign in bill.expression for sign in "+-*/,") else None


def _with_rate_first(folded: str) -> str:
    """Return a bill with the percentage behind its question in front of it: 'what is that with 20% VAT?'"""
    rate = _RATE_END.search(folded) if len(folded) <= _LONGEST else None
    found = _ASK.search(folded[: rate.start()]) if rate else None
    return f"{folded[: found.start()]}, {rate['said']}{found[0]}" if rate and found else folded


def _told_in(folded: str) -> tuple[list[Line], list[Line], re.Match[str] | None]:
    """Return the amounts of a bill, its percentages, and the question for what it comes to."""
    found = _ASK.search(folded) if len(folded) <= _LONGEST else None
    told = folded[: found.start()] if found else folded
    lines = lines_of(told) if len(folded) <= _LONGEST and not _has_dates(told) else []
    amounts = [one for one in lines if not one.is_rate]
    return amounts, lines[len(amounts) :], found


def _cut(told: str, rate: Decimal, item: Sequence[str]) -> Bill | None:
    """Return a bill of which one line has a percentage taken off, with what it comes to without that."""
    amounts, rates, found = _told_in(told)
    places = [at for at, one in enumerate(amounts) if item == [*one.before][-len(item) :]]
    whole = _added("", amounts, None) if found and not rates and len(places) == 1 else None
    if whole is None:
        return None
    line, part = amounts[places[0]], 1 - rate / 100
    less = replace(line, factors=(*line.factors, Piece(f"{part:f}", part)))
    bill = _added("", [*amounts[: places[0]], less, *amounts[places[0] + 1 :]], None)
    without = f"{evaluate(whole.expression).value:,.2f} without the {rate:f}% off"
    return bill and bill._replace(written=f"{bill.written} ({without})", cents=True)


def asks_for_sum(message: str) -> bool:
    """Return whether a message asks for something to work out from its figures."""
    folded = fold(message)
    if len(folded) > _LONGEST or not (_WANTS.search(folded) and _ASKS.search(folded)):
        return False
    return sum(one.value is not None for one in pieces_of(_without_dates(folded))) >= _FEWEST


def _has_dates(folded: str) -> bool:
    return _without_dates(folded) != folded


def _without_dates(folded: str) -> str:
    """Return a text without the figures of its dates: 'what is due on 3 December' asks for no sum."""
    for one in reversed(find_days(folded, _ANY_DAY)):
        if any(map(str.isdigit, folded[one.start : one.end])):
            folded = f"{folded[: one.start]} {folded[one.end :]}"
    return folded


def _is_bare(lines: Sequence[Line]) -> bool:
    """Return whether a text is nothing but a bill, which needs no question."""
    said = {word for one in lines for word in one.beside} - _BARE
    verbs = _words("pays") | _words("holds") | _words("bill_gone")
    told = verbs.isdisjoint(said) and not any(one.endswith("ed") for one in said)
    return told and any(len(one.factors) > 1 for one in lines) and not lines[0].before


def _paired(lines: Sequence[Line]) -> list[Line]:
    """Return counted things with the prices told apart: '12 adults and 4 kids. adults are 9 and kids 5'."""
    prices = {noun: one for one in lines if (noun := _priced(one))}
    counts = {stem(one.behind[0]): one for one in lines if one.behind and not _priced(one)}
    if prices.keys() != counts.keys() or len(prices) < _FEWEST or len(prices) * 2 != len(lines):
        return []
    return [replace(one, factors=(*one.factors, *prices[noun].factors)) for noun, one in counts.items()]


def _priced(line: Line) -> str:
    """Return the noun whose price a line tells, 'adults are 92', empty if it only counts things."""
    verbs = _words("pays") | {"are"}
    nouns = [one for one in line.before if one not in verbs]
    counts = len(line.factors) > 1 or (line.behind and line.behind[0].endswith("s"))
    return "" if counts or not nouns else stem(nouns[-1])


def _added(asked: str, lines: Sequence[Line], last: Decimal | None) -> Bill | None:
    """Return the lines of a bill added up, or what is left, or their average."""
    figures = [factor for one in lines for factor in one.factors]
    currencies = {one.currency for one in figures if one.currency}
    if len(currencies) > 1 or any(one.lacks_price for one in lines):
        return None
    cents = any(one.value is not None and one.value.as_tuple().exponent == _CENTS for one in figures)
    found = _average(lines) if asked == _AVERAGE else _left(lines, last) if asked == _LEFT else _total(lines)
    return Bill(*found, next(iter(currencies), ""), cents) if found else None


def _average(lines: Sequence[Line]) -> tuple[str, str] | None:
    if len(lines) < _FEWEST:
        return None
    expression = f"average({', '.join(one.expression for one in lines)})"
    return expression, f"the average of {join_words(one.written for one in lines)}"


def _left(lines: Sequence[Line], last: Decimal | None) -> tuple[str, str] | None:
    """Return the first line less the others, or the `last` figure less them all if all are spent."""
    first, *others = lines
    if first.is_gone and last is not None:
        return _minus((f"{last:f}", f"{last:,f}"), lines)
    had = first.beside & _words("bill_had") or any(one.is_gone for one in others)
    return _minus((first.expression, first.written), others) if had and not first.is_gone else None


def _minus(told: tuple[str, str], lines: Sequence[Line]) -> tuple[str, str]:
    expression, written = told
    less = "".join(f" - {one.expression}" for one in lines)
    return f"{expression}{less}", f"{written}{''.join(f' - {one.written}' for one in lines)}"


def _total(lines: Sequence[Line]) -> tuple[str, str]:
    first, *others = lines
    expression, written = first.expression, first.written
    for one in others:
        sign = "-" if one.minus else "+"
        expression, written = f"{expression} {sign} {one.expression}", f"{written} {sign} {one.written}"
    return expression, written


def _part_of(bill: Bill, part: str) -> Bill:
    return bill._replace(
        expression=f"({bill.expression}) {_PARTS[part]}", written=f"{part} of {bill.written}"
    )


def _rated(bill: Bill, rates: Sequence[Line]) -> Bill:
    """Return a bill with its percentages added or taken off."""
    for one in rates:
        off = one.minus or bool(one.beside & _words("bill_off"))
        sign, word = ("-", "minus") if off else ("+", "plus")
        rate = f"{one.factors[0].value:f}"
        expression = f"({bill.expression}) * (1 {sign} {rate} / 100)"
        bill = Bill(expression, f"{bill.written}, {word} {rate}%,", bill.currency, cents=True)
    return bill
