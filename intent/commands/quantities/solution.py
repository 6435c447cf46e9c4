"""The one way to combine quantities into the requested one, by units: kilos per batch times batches."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from intent.commands.quantities.told import EACH, Quantity
from intent.commands.quantities.words import units

ANY = "?"
_MOST = 5


class Way(NamedTuple):
    """Which quantities are multiplied and which divide, and the unit of the result."""

    times: tuple[Quantity, ...]
    over: tuple[Quantity, ...]
    of: str
    by: str


def only_way(quantities: Sequence[Quantity], of: Sequence[str], by: str) -> Way | None:
    """Return the one way to obtain one of `of`, per `by`, from all quantities; None unless it is unique."""
    if not (1 < len(quantities) <= _MOST or _is_area(quantities)):
        return None
    by = _each(quantities) if by == EACH else by
    known = [_dimensions(one, quantities, of) for one in quantities]
    ways = []
    for signs in product((1, -1), repeat=len(known)):
        total: Counter[str] = Counter()
        for sign, (above, *below) in zip(signs, known, strict=True):
            total[above] += sign
            total.subtract(dict.fromkeys(below, sign))
        if made := _made(total, of, by):
            pairs = list(zip(signs, quantities, strict=True))
            times = tuple(one for sign, one in pairs if sign > 0)
            ways.append(Way(times, tuple(one for sign, one in pairs if sign < 0), made, by))
    return ways[0] if len(ways) == 1 else None


def _is_area(quantities: Sequence[Quantity]) -> bool:
    """Return whether there is one quantity that can be computed by itself."""
    return len(quantities) == 1 and quantities[0].unit == units()["m2"]


def _dimensions(one: Quantity, others: Sequence[Quantity], of: Sequence[str]) -> tuple[str, ...]:
    """Return a quantity's numerator and denominator, empty if it has no denominator."""
    by = _each(others) if one.by == EACH else one.by
    below = _kind(by)
    if one.unit:
        return one.unit.kind, below, *([one.of_each] if one.of_each else [])
    spoken = {*of, *(_kind(other.by) for other in others)}
    spoken |= {name for other in others if other is not one for name in other.things}
    shared = [name for name in one.things if name in spoken]
    return (shared or list(one.things) or [ANY])[-1], below


def _kind(by: str) -> str:
    return units()[by].kind if by in units() else by


def _each(quantities: Sequence[Quantity]) -> str:
    """Return the counted thing, if there is only one."""
    counted = [one for one in quantities if one.is_counted]
    return counted[0].things[-1] if len(counted) == 1 else EACH


def _made(total: Counter[str], of: Sequence[str], by: str) -> str:
    """Return the unit of a product, if it is the requested one."""
    left = {name: power for name, power in total.items() if power and name}
    below = _kind(by)
    if below and left.pop(below, 0) != -1:
        return ""
    name, power = next(iter(left.items()), ("", 0))
    fits = len(left) == 1 and power == 1 and name != ANY
    return name if fits and (name in map(_kind, of) or list(of) == [ANY]) else ""
