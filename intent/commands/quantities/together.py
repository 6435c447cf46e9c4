"""Quantities of one kind, stated one after the other and asked for as a total."""

from collections.abc import Sequence
from decimal import Decimal

from intent.commands.quantities.pieces import pieces_of
from intent.commands.quantities.told import Quantity, quantities_in
from intent.commands.quantities.words import asking, decimal_mark
from intent.slots.text import fold

_LONGEST = 300  # characters of such a question
_FEWEST = 2


def find_addends(message: str) -> tuple[Quantity, ...]:
    """Return the addends of 'this morning 40 litres, tonight 35. what's that together?', empty if unclear."""
    folded = fold(message)
    question = list(asking().finditer(folded))[-1:] if len(folded) <= _LONGEST else []
    if not question:
        return ()
    row = pieces_of(folded[question[0].end() :], decimal_mark(question[0][0]))
    said = [one for one in row if one.is_word or one.value is not None]
    asks = any(one.is_("together") for one in said)
    if not asks or not all(one.is_("together") or one.is_("together_end") for one in said):
        return ()
    found, left = quantities_in(pieces_of(folded[: question[0].start()], decimal_mark(question[0][0])))
    vague = any(one.is_("veto") or any(map(str.isdigit, one.text)) for one in left)
    return () if vague or not _is_one_kind(found) else tuple(found)


def _is_one_kind(found: Sequence[Quantity]) -> bool:
    """Return whether quantities share a unit, or count one thing. Only one of them needs to name it."""
    units = {one.unit for one in found if one.unit}
    things = {one.things[-1] for one in found if one.things and not one.unit}
    simple = not any(one.by or one.of_each or one.value <= Decimal(0) for one in found)
    rates = any(one.unit and one.unit.name == "%" for one in found)
    return len(found) >= _FEWEST and simple and not rates and len(units) + len(things) == 1
