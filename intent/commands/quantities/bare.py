"""What a figure counts that stands alone beside a rate, and how many weeks or months there are in a year."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from intent.commands.quantities.pieces import Piece
from intent.commands.quantities.told import Quantity, unit_or_thing
from intent.commands.quantities.words import MONEY, Unit, units
from intent.data_files import data_of

_THEM = ("person",)  # what 'of them' may be of
_NO_UNIT = (None, Unit("", MONEY))  # 'for 9' may be a price


def with_bare_figures(quantities: Sequence[Quantity], asked: Sequence[str]) -> list[Quantity]:
    """Return quantities in which a figure of nothing has what the one rate tells: 'each tent needs 14 pegs,
    how many for 9?' is of 9 tents, 'a bench seats 6, how many benches for 110 guests?' of 6 guests. What is
    `asked` for is not told.
    """
    rates = [one for one in quantities if one.by and one.by not in units()]
    others = [one for one in quantities if one not in rates]
    if len(rates) != 1 or len(others) != 1:
        return list(quantities)
    rate, other = rates[0], others[0]
    if _is_bare(rate) and other.is_counted and other.things != (rate.by,):
        return [replace(one, things=other.things[-1:]) if one is rate else one for one in quantities]
    is_of_rate = other.things in ((), _THEM) and other.unit in _NO_UNIT and not other.by
    is_price = rate.unit is not None and rate.unit.kind == MONEY
    if ((rate.things and not rate.unit) or is_price) and is_of_rate and rate.by not in _THEM:
        things = rate.things[-1:] if rate.by in asked and rate.things else (rate.by,)
        return [replace(one, unit=None, things=things) if one is other else one for one in quantities]
    return list(quantities)


def _is_bare(quantity: Quantity) -> bool:
    return quantity.unit is None and not quantity.things


def spans_between(quantities: Sequence[Quantity], by: str) -> Quantity | None:
    """Return how many of the span that the one rate is told by are in the one that is asked by, or the other
    way round: '340 a month, what's that a year?'
    """
    told = {one.by for one in quantities if one.by}
    for pair in data_of("quantities")["in_span"] if by and len(quantities) == 1 else ():
        if {pair["of"], pair["by"]} == {by, *told} and by not in told:
            number = Decimal(pair["number"])
            return Quantity(number, None, f"{number} {pair['name']}", (pair["of"],), pair["name"], pair["by"])
    return None


def is_span(row: Sequence[Piece]) -> bool:
    """Return whether words begin with a span of time, like those after 'a' in 'what's that a year?'"""
    spans = {one[side] for one in data_of("quantities")["in_span"] for side in ("of", "by")}
    return bool(row) and row[0].is_word and unit_or_thing(row[0].text) in spans
