"""Works out a question about quantities: the data, the question, and the one way from one to the other."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import dropwhile, pairwise, takewhile
from math import prod
from typing import NamedTuple

from intent.commands.quantities.bare import is_span, spans_between, with_bare_figures
from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.solution import ANY, Way, only_way
from intent.commands.quantities.told import EACH, SHARED, Quantity, quantities_in, unit_or_thing
from intent.commands.quantities.words import MONEY, asking, currency, decimal_mark, thing, unit_named, units
from intent.slots.text import fold

_WORD = re.compile(r"[^\W\d_]+")
_REDUCED = re.compile(
    r"\s+(?:(?:with|less|minus|at|and)\s+)?(?:an? )?(?P<percent>\d{1,2}(?:[.,]\d+)?) ?(?:%|percent|per cent) "
    r"(?:off|discount|reduction)\b(?: (?:it|that|them|all|on (?:it|that|them|all)))?",
    re.IGNORECASE,
)
_LONGEST = 400  # characters of such a question
_ONE = "one"
_ENDS = (".", "?", "!", "\n")
_SPEAKERS = ("i", "we", "ich", "wir")
_ARTICLES = ("a", "an", "al")  # ask for no unit


class Worked(NamedTuple):
    """The result: a unit or counted thing, the calculation, and whether fractions count. Jars come whole, and
    needed amounts are rounded up.
    """

    times: tuple[Quantity, ...]
    over: tuple[Quantity, ...]
    size: Fraction  # the size of the requested unit, by which the result is divided
    unit: str
    by: str = ""  # in the answer's words: 'per 100 km'
    is_whole: bool = False
    is_needed: bool = False
    of: str = ""

    @property
    def value(self) -> Fraction:
        """Return the result in its unit."""
        made = prod((one.amount for one in self.times), start=Fraction(1))
        return made / prod((one.amount for one in self.over), start=Fraction(1)) / self.size


class Asked(NamedTuple):
    """The question: one of `of`, called `name` in the answer, by `by`, or by `number` of it."""

    of: tuple[str, ...]
    name: str = ""
    by: str = ""
    number: Decimal = Decimal(1)
    spoken_by: str = ""


def solve(message: str) -> Worked | None:
    """Return the answer to a question about the message's figures; None unless there is exactly one way.

    A reduction counts last: 'a lesson is 30. What do 12 lessons cost with 10% off?'
    """
    reduced = _REDUCED.search(message) if len(message) <= _LONGEST else None
    if not reduced:
        return _solve(message)
    worked = _solve(f"{message[: reduced.start()]}{message[reduced.end() :]}")
    left = 100 - Decimal(reduced["percent"].replace(",", "."))
    of_whole = Quantity(left / 100, None, f"{left.normalize():f}%")
    return worked._replace(times=(*worked.times, of_whole)) if worked and worked.of == MONEY else None


def _solve(message: str) -> Worked | None:
    folded = fold(message)
    questions = list(asking().finditer(folded)) if len(folded) <= _LONGEST else []
    if not questions or not any(map(str.isdigit, folded)):
        return None
    question = questions[-1]
    mark = decimal_mark(question[0])
    before = pieces_of(folded[: question.start()], mark)
    row = pieces_of(folded[question.end() :], mark)
    end = next((at for at, one in enumerate(row) if one.text in _ENDS), len(row))
    if any(one.is_word or one.value is not None for one in row[end:]):
        return None
    worked = _worked(before, row[:end], question.lastgroup or "")
    return _as_written(worked, message) if worked else None


def _worked(before: Sequence[Piece], row: Sequence[Piece], kind: str) -> Worked | None:
    row, into = _without_currency(row)
    asked, rest = _asked(row, kind)
    pays = any(one.is_("money") for one in row)
    told, left = quantities_in(before, asks_money=pays)
    more, words = quantities_in(rest, asks_money=pays)
    if any(one.is_("veto") or any(map(str.isdigit, one.text)) for one in left):
        return None
    if not all(one.is_("ask_end") or not one.is_word for one in words):
        return None
    if kind == "count" and rest[:1] and rest[0].value is not None and more and more[0].things:
        asked = asked._replace(of=more[0].things[-1:], name=more[0].noun)
        more[0] = replace(more[0], by=more[0].things[-1])
    if kind == "count" and asked.name and more and _is_of(row, asked.name):
        more[0] = replace(more[0], by=asked.of[0])  # 'how many glasses of 0.4 litres'
    quantities = with_bare_figures([*told, *more], asked.of)
    if kind != "count" and (spans := spans_between(quantities, asked.by)):
        quantities.append(spans)
    if any(one.value <= 0 or (one.unit and one.unit.name == "%") for one in quantities):
        return None
    way = _way(row, quantities, asked)
    if way is None or (into and (way.of != MONEY or _is_exchanged(way, into))):
        return None
    return _told(way, asked._replace(name=into or asked.name), _is_needed(before, row, quantities))


def _way(row: Sequence[Piece], quantities: Sequence[Quantity], asked: Asked) -> Way | None:
    """Return the one way to what is asked. What one of something costs may be told without naming it."""
    of_one = any(one.text == _ONE for one in row)
    way = only_way(quantities, asked.of, asked.by)
    return way or (only_way(quantities, asked.of, "") if of_one else None)


def _is_needed(before: Sequence[Piece], row: Sequence[Piece], quantities: Sequence[Quantity]) -> bool:
    """Return whether all of what is told has to be done: 'how many boxes for 500 jars' are rounded up."""
    if any(other.is_("need") and one.text in _SPEAKERS for one, other in pairwise(before)):
        return True
    pays = any(one.unit and one.unit.kind == MONEY for one in quantities)
    shared = any(f" {SHARED} " in one.written for one in quantities)  # '140 people at 8 to a table'
    return shared or any(one.is_("need") or (one.is_("for_all") and not pays) for one in row)


def _without_currency(row: Sequence[Piece]) -> tuple[Sequence[Piece], str]:
    """Return a question without the currency it asks for, and that currency: 'how much is that in euros'."""
    words = [one.text for one in row if one.text not in _ENDS]
    if len(words) > 1 and words[-2] == "in" and currency(words[-1]):
        return row[: [one.text for one in row].index(words[-1]) - 1], words[-1]
    return row, ""


def _is_exchanged(way: Way, into: str) -> bool:
    """Return whether a figure is in another currency than the requested one."""
    told = [one.unit.name for one in (*way.times, *way.over) if one.unit and one.unit.kind == MONEY]
    return any(one and currency(one) != currency(into) for one in told)


def _is_of(row: Sequence[Piece], noun: str) -> bool:
    """Return whether a noun's size follows it directly."""
    at = next((at for at, one in enumerate(row) if one.text == noun), len(row))
    behind = row[at + 1 : at + 3]
    return len(behind) == 2 and behind[0].is_("made_of") and behind[1].value is not None


def _asked(row: Sequence[Piece], kind: str) -> tuple[Asked, Sequence[Piece]]:
    """Return the requested quantity, and the rest of the question."""
    asked, rest = _asked_by(row)
    first = rest[0].text if rest else ""
    if kind == "long":
        return asked._replace(of=("time",)), rest
    if kind in ("count", "much") and first in units():
        unit = units()[first]
        return asked._replace(of=(unit.kind,), name=unit.name), _behind_thing(rest[1:])
    if kind == "count":
        nouns = [one.text for one in takewhile(_is_noun, rest)]
        if not nouns:
            return asked, rest
        return asked._replace(of=(thing(nouns[-1]),), name=nouns[-1]), rest[len(nouns) :]
    if kind == "much" and not any(one.is_("money") or one.is_("money_noun") for one in rest):
        return asked, list(dropwhile(_is_noun, rest))  # 'how much flour': the figures give the unit
    return asked._replace(of=(MONEY,)) if any(one.is_("money") for one in rest) else asked, rest


def _behind_thing(row: Sequence[Piece]) -> Sequence[Piece]:
    """Return a row without the measured thing that it begins with: 'kg [of] rice do we need'."""
    row = row[1:] if row[:1] and row[0].is_("made_of") else row
    return list(dropwhile(_is_noun, row))


def _is_noun(piece: Piece) -> bool:
    return piece.is_word and not (piece.is_("ask_end") or piece.is_("need") or piece.is_("made_of"))


def _asked_by(row: Sequence[Piece]) -> tuple[Asked, Sequence[Piece]]:
    """Return the requested denominator, and the question without it: 'per kg', 'per 100 km', 'each'."""
    for at, one in enumerate(row):
        if one.is_("each") and not _is_measured(row[:at]):
            return Asked((ANY,), by=EACH, spoken_by="each"), [*row[:at], *row[at + 1 :]]
        if any(before.value is not None for before in row[max(0, at - 2) : at]):
            continue  # 'at 0.2 litres per m2' gives a rate
        number = row[at + 1].value if at + 1 < len(row) else None
        end = at + 2 + (number is not None)
        asks = one.text not in _ARTICLES or is_span(row[at + 1 :])
        if one.is_("per") and asks and end <= len(row) and row[end - 1].is_word:
            spoken = " ".join(("per", *(word.text for word in row[at + 1 : end])))
            by = unit_or_thing(row[end - 1].text)
            return Asked((ANY,), "", by, number=number or Decimal(1), spoken_by=spoken), [
                *row[:at],
                *row[end:],
            ]
    return Asked((ANY,)), row


def _is_measured(before: Sequence[Piece]) -> bool:
    """Return whether a row ends in a measure, so that 'each' after it gives a rate: '30 litres each'."""
    return len(before) > 1 and before[-2].value is not None and before[-1].text in units()


def _told(way: Way, asked: Asked, is_needed: bool) -> Worked:
    """Return the result in the requested unit, else in the given one."""
    every = [*way.times, *way.over]
    told = [one.unit for one in every if one.unit and one.unit.kind == way.of]
    told += [unit for one in every if (unit := unit_named(one.by)) and unit.kind == way.of]
    unit = unit_named(asked.name) or (told[0] if told else None)
    by = unit_named(way.by)
    size = Fraction(unit.size if unit else 1) / Fraction((by.size if by else 1) * asked.number)
    name = (unit and unit.name) or asked.name
    is_whole = unit is None and not way.by
    return Worked(way.times, way.over, size, name, asked.spoken_by, is_whole, is_needed, way.of)


def _as_written(worked: Worked, message: str) -> Worked:
    """Return the result with its words as the message writes them, with capitals and accents."""
    words = {fold(one): one for one in _WORD.findall(message)}

    def spelled(text: str) -> str:
        return _WORD.sub(lambda one: words.get(one[0], one[0]), text)

    times, over = (
        tuple(replace(one, written=spelled(one.written)) for one in side)
        for side in (worked.times, worked.over)
    )
    return worked._replace(times=times, over=over, unit=spelled(worked.unit), by=spelled(worked.by))
