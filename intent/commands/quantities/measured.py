"""The unit of a sum of bare figures: '40 kg plus 12 kg', '14 x 25 kg'."""

import re

from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.words import MONEY, units

_ADDING, _TIMES, _ROOTED = {"+", "-"}, {"*"}, set("/^")
_NONE = Piece("")
_CENTS = re.compile(r"\d+\.\d\d")


def unit_of_sum(written: str, expression: str) -> str:
    """Return the unit of a sum's result, empty if it has none, or it isn't clear."""
    row = pieces_of(written)
    if any(one.currency or one.is_("per") or one.text in ("at", "@") for one in row):
        return ""
    behind = [next_ for one, next_ in zip(row, [*row[1:], _NONE], strict=True) if one.value is not None]
    found = [units()[one.text] for one in behind if one.text in units()]
    kinds = {one.name for one in found if one.kind != MONEY}
    signs = {sign for sign in expression if sign in _ADDING | _TIMES | _ROOTED}
    adds = signs <= _ADDING and len(found) == len(behind)
    priced = any(_CENTS.fullmatch(one.text) for one in row)  # '9 hrs x 17.40' is money
    multiplies = signs == _TIMES and len(found) == 1 and not priced
    return kinds.pop() if len(kinds) == 1 and (adds or multiplies) else ""
