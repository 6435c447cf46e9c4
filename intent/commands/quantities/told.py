"""Parses quantities: '240 g per pizza' is grams by pizzas, '3 boxes of 2 kg' kilos by boxes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from intent.commands.quantities.pieces import Piece
from intent.commands.quantities.words import MONEY, Unit, coin, is_one_of, thing, unit_named, units

SHARED = "to"  # before what shares them: '8 to a table'
EACH = "each"  # applies to each of the things counted beside it
_MOST_NOUNS = 3
_LONGEST_HOLDER = 5  # words of a container, with its verb
_LINKS = 3  # words that name it by one noun


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount of a unit, per another one if it has `by`. `things` are possible names of what it counts."""

    value: Decimal
    unit: Unit | None
    written: str
    things: tuple[str, ...] = ()
    noun: str = ""  # the last of them, as written
    by: str = ""
    of_each: str = ""  # who does it, each by themselves: '5 staff working 7 hours a day'

    @property
    def is_counted(self) -> bool:
        return self.unit is None and bool(self.things) and not self.by

    @property
    def amount(self) -> Fraction:
        """Return the amount in the smallest unit of its kind, per one of its denominator."""
        by = unit_named(self.by)
        size = Fraction(self.unit.size if self.unit else 1) / Fraction(by.size if by else 1)
        return Fraction(self.value) * size


def quantities_in(row: Sequence[Piece], *, asks_money: bool = False) -> tuple[list[Quantity], list[Piece]]:
    """Return the quantities in a row of pieces, and the words that belong to none."""
    found: list[Quantity] = []
    left: list[Piece] = []
    at = 0
    while at < len(row):
        if row[at].value is None:
            left.append(row[at])
            at += 1
            continue
        quantity, at = _quantity(row, at, asks_money=asks_money)
        found.append(_related(quantity, found, left))
        left.append(Piece("#"))
    return found, [one for one in left if one.text != "#"]


def _quantity(row: Sequence[Piece], at: int, *, asks_money: bool) -> tuple[Quantity, int]:
    """Return the quantity at a figure, and the index after it."""
    figure = row[at]
    value, written, end = figure.value or Decimal(0), figure.text, at + 1
    unit = Unit(figure.currency, MONEY) if figure.currency else None
    word = row[end].text if end < len(row) else ""
    if unit is None and word in units():
        unit, written, end = units()[word], f"{written} {word}", end + 1
        if whole := coin(unit):
            value, unit = value * unit.size, whole
    if size := _other_side(row, end, unit):
        return Quantity(value * size[0], units()["m2"], f"{written} by {size[1]}"), size[2]
    if in_group := _group(row, end):
        return Quantity(value, None, written, ("person",)), in_group
    things, end = _things(row, end)
    by, behind = _rate(row, end)
    rate = " ".join(("", *(one.text for one in row[end:behind])))
    end = behind
    if things and is_one_of("money_noun", things[0]):
        return Quantity(value, unit or Unit("", MONEY), written, by=by), end
    shared = SHARED in rate.split()[:1]
    if unit is None and not shared and (not things or by) and _is_paid(row, at, asks_money=asks_money):
        unit = Unit("", MONEY) if not things else None
    written = (written if unit else " ".join((written, *things))) + rate
    noun = things[-1] if things else ""
    return Quantity(value, unit, written, tuple(map(thing, things)), noun, by), end


def _group(row: Sequence[Piece], at: int) -> int:
    """Return the index after 'of us', 0 if it isn't there."""
    said = tuple(one.text for one in row[at : at + 2])
    return at + 2 if len(said) == 2 and said[0] == "of" and is_one_of("group", said[1]) else 0


def _other_side(row: Sequence[Piece], at: int, unit: Unit | None) -> tuple[Decimal, str, int] | None:
    """Return the second side of an area in metres: '6 m by 4.5 m'."""
    if at + 2 >= len(row) or not row[at].is_("times") or (other := row[at + 1].value) is None:
        return None
    if units().get(row[at + 2].text) != units()["m"]:
        return None
    return (other, f"{row[at + 1].text} m", at + 3) if unit in (None, units()["m"]) else None


def _things(row: Sequence[Piece], at: int) -> tuple[tuple[str, ...], int]:
    """Return the nouns at an index, and the index after them: 'loaves of bread'."""
    if at + 1 < len(row) and row[at].is_("made_of") and row[at + 1].is_word:
        at += 1
    end = at
    while end < len(row) and end - at < _MOST_NOUNS and row[end].is_word and not _ends_nouns(row[end]):
        end += 1
    return tuple(one.text for one in row[at:end]), end


def _ends_nouns(piece: Piece) -> bool:
    lists = (
        *("per", "each", "of_it", "holds", "goes", "money", "pays", "times", "apart", "veto"),
        *("need", "ask_end"),
    )
    return any(map(piece.is_, lists))


def _rate(row: Sequence[Piece], at: int) -> tuple[str, int]:
    """Return a quantity's denominator, and the index after it: 'per pizza', 'each', 'to a tent'."""
    if at < len(row) and row[at].text == SHARED:
        by, end = _rate(row, at + 1)
        return (by, end) if by and by != EACH else ("", at)
    first, second = (row[one] if one < len(row) else Piece("") for one in (at, at + 1))
    if first.is_("per") and second.is_word and not _ends_nouns(second):
        return unit_or_thing(second.text), at + 2
    return (EACH, at + 1) if first.is_("each") else ("", at)


def unit_or_thing(word: str) -> str:
    """Return a unit's name, or the thing that a noun counts."""
    return units()[word].name if word in units() else thing(word)


def _is_paid(row: Sequence[Piece], at: int, *, asks_money: bool) -> bool:
    """Return whether a figure without a unit is a price."""
    before = row[at - 1] if at else Piece("")
    return asks_money or before.is_("pays") or before.is_("money")


def _holder(left: Sequence[Piece]) -> str:
    """Return the container that is said to hold an amount: 'a box [of candles] holds'."""
    words = list(left[-_LONGEST_HOLDER:])
    if not words or not words.pop().is_("holds"):
        return ""
    if len(words) > _LINKS and words[-2].is_("made_of"):
        words = words[:-2]
    is_one = len(words) > 1 and words[-2].is_("one") and words[-1].is_word
    return words[-1].text if is_one else ""


def _related(quantity: Quantity, before: list[Quantity], left: Sequence[Piece]) -> Quantity:
    """Return a quantity related to the words before it: 'a box holds 12 jars'."""
    last = before[-1] if before else None
    follows = len(left) > 1 and left[-2].text == "#" and last is not None and last.is_counted
    if quantity.unit and quantity.unit.kind == "area" and " by " in quantity.written:
        return quantity
    if quantity.by and last and not (quantity.unit or quantity.things):
        return replace(quantity, things=last.things)  # '140 people at 8 to a table'
    if quantity.by:
        goes = last.things[-1] if last and follows and left[-1].is_("goes") else ""
        return replace(quantity, of_each=goes)
    if holder := _holder(left):
        return replace(quantity, by=unit_or_thing(holder))
    if not (last and follows):
        return quantity
    links = left[-1].is_("of_it") or (left[-1].is_("goes") and quantity.unit is not None)
    return replace(quantity, by=last.things[-1]) if links else quantity
