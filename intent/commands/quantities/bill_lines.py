"""The parts of a bill in words: '9 hours at 55', '1 boiler 1,420', 'minus 5% discount'."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.words import coin, units
from intent.commands.tables.cells import stem
from intent.data_files import words_of

_words = partial(words_of, "quantities")
_APART = (",", ";", ".", ":", "\n", "(", ")", "!", "?", "and", "plus", "+")
_MINUS = ("minus", "less", "-", "−", "–")
_TIMES = ("at", "@", "x", "×", "*", "times")
_PER = ("a", "an", "per", "every", "each")
_RECEIVERS = ("me", "us")
_NONE = Piece("")


@dataclass(frozen=True, slots=True)
class Line:
    """A part of a bill: the figures that are multiplied, and the words before, between and behind them."""

    factors: tuple[Piece, ...]
    before: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    minus: bool = False

    @property
    def beside(self) -> frozenset[str]:
        """Return the words beside the figures."""
        return frozenset((*self.before, *self.behind))

    @property
    def is_rate(self) -> bool:
        """Return whether this is a percentage of what stands before it."""
        return self.factors[-1].currency == "%"

    @property
    def is_gone(self) -> bool:
        """Return whether this is spent."""
        gone = self.beside & _words("bill_gone")
        got = "gave" in gone and not self.beside.isdisjoint(_RECEIVERS)  # 'they gave me 500'
        return self.minus or bool(gone and not got)

    @property
    def lacks_price(self) -> bool:
        """Return whether this only counts things: '3 radiators'."""
        counts = len(self.factors) == 1 and not self.factors[0].currency
        return counts and bool(self.behind) and self.behind[0].endswith("s")

    @property
    def expression(self) -> str:
        """Return the line in the calculator's notation."""
        return " * ".join(f"{one.value:f}" for one in self.factors)

    @property
    def written(self) -> str:
        """Return the line in figures."""
        return " × ".join(one.text.strip() for one in self.factors)


def lines_of(told: str) -> list[Line]:
    """Return the parts of a bill, none if one isn't clear."""
    found: list[Line] = []
    for minus, row in _segments(pieces_of(told)):
        line = _line(row, minus=minus)
        if _is_vague(row, line, found):
            return []
        if line and found and _goes_on(found[-1], line):
            found[-1] = replace(found[-1], factors=(*found[-1].factors, *line.factors))
        elif line:
            found.append(line)
    return found


def _segments(row: Sequence[Piece]) -> Iterator[tuple[bool, list[Piece]]]:
    """Yield the parts between commas and 'and', each with whether 'minus' stands before it."""
    part: list[Piece] = []
    minus = False
    for one in row:
        if one.value is None and one.text in (*_APART, *_MINUS):
            yield from [(minus, part)] if part else []
            minus, part = one.text in _MINUS or (minus and not part), []
        else:
            part.append(one)
    yield from [(minus, part)] if part else []


def _is_vague(row: Sequence[Piece], line: Line | None, before: Sequence[Line]) -> bool:
    """Return whether words may make another sum of a bill. Before its first figure they only introduce it."""
    words = [one.text for one in row if one.value is None]
    if not _words("bill_veto").isdisjoint(words) or any(any(map(str.isdigit, one)) for one in words):
        return True
    if len(words) < len(row):
        return line is None
    return bool(before) and len(words) > 1 and not _words("ask_end").issuperset(words)


def _line(row: Sequence[Piece], *, minus: bool) -> Line | None:
    """Return a part's figures with the words around them, None if it isn't clear how they belong together."""
    places = [at for at, one in enumerate(row) if one.value is not None]
    behind_each = dict(pairwise(places))
    places = [at for at in places if not _is_label(row, at, behind_each.get(at, 0))]
    factors = tuple(_in_full(row, at) for at in places)
    fits = all(_multiplies(row, *pair) for pair in pairwise(places))
    if not factors or not fits or len({one.currency for one in factors} - {""}) > 1:
        return None
    texts = [one.text for one in row]
    within = tuple(text for at, after in pairwise(places) for text in texts[at + 1 : after])
    behind = texts[places[-1] + 1 :]
    behind = behind[1:] if factors[-1].currency and _is_coin(behind[0] if behind else "") else behind
    line = Line(factors, tuple(texts[: places[0]]), within, tuple(behind), minus)
    is_plain = len(factors) == 1 and _words("bill_rate").issuperset(line.beside)
    return line if is_plain or not line.is_rate else None


def _is_label(row: Sequence[Piece], at: int, after: int) -> bool:
    """Return whether a figure only numbers a thing: 'week 2 had 3,870'."""
    named = at > 0 and row[at - 1].is_word and row[at - 1].text not in _words("bill_small")
    return bool(after) and named and not {*_TIMES}.intersection(one.text for one in row[at:after])


def _multiplies(row: Sequence[Piece], at: int, after: int) -> bool:
    """Return whether the words between two figures multiply them: '9 hours at', '1 boiler', '4 a day for'."""
    between = [one.text for one in row[at + 1 : after]]
    rates = {stem(noun.text) for one, noun in pairwise(row) if one.text in _PER}
    unit = next(iter(row[after + 1 :]), _NONE).text
    is_one = row[at].value == 1 and _words("bill_small").isdisjoint(between)
    lasts = "for" in between and stem(unit) in rates
    return is_one or lasts or any(one in _TIMES for one in between)


def _is_coin(word: str) -> bool:
    return word in units() and coin(units()[word]) is not None


def _in_full(row: Sequence[Piece], at: int) -> Piece:
    """Return a figure in whole units of money: '41 cents' are 0.41."""
    one, behind = row[at], next(iter(row[at + 1 :]), _NONE).text
    whole = coin(units()[behind]) if _is_coin(behind) else None
    if one.value is None or whole is None:
        return one
    value = one.value * units()[behind].size
    return Piece(f"{value:f}", value, whole.name)


def _goes_on(before: Line, line: Line) -> bool:
    """Return whether a part only prices the one before: '42 litres an hour, 1.38 a litre'."""
    if len(line.factors) > 1 or line.minus or line.is_rate or before.is_rate:
        return False
    first, noun = (*line.behind, "", "")[:2]
    known = {stem(one) for one in (*before.within, *before.behind)}
    return (first in _PER and stem(noun) in known) or (line.before == ("at",) and len(before.factors) == 1)
