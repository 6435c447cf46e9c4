"""What the amounts of a fact come to: 'and both together?' after 'we sold 40 kg on Monday, 25 on Tuesday'."""

import re
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.words import units
from intent.data_files import words_of
from intent.text import fold


class Total(NamedTuple):
    """Amounts of one unit, a currency among them, in the order in which they were told."""

    amounts: tuple[Decimal, ...]
    unit: str


def asks_total(text: str) -> bool:
    """Return whether a text asks what was told comes to together, and nothing else."""
    said = set(re.findall(r"[\w']+", fold(text)))
    total, small = words_of("questions", "total"), words_of("questions", "total_small")
    return bool(said & total) and not {one for one in said - total - small if one not in units()}


def total_of(fact: str) -> Total | None:
    """Return the amounts of a fact that can be added up; None unless there are several of one unit."""
    row = pieces_of(fact)
    found = [
        (one.value, _unit(one, after)) for one, after in pairwise([*row, Piece("")]) if one.value is not None
    ]
    named = {unit for _, unit in found if unit}
    bare = [before.text for before, one in pairwise(row) if one in _bare(row)]
    if len(found) < 2 or len(named) != 1 or any(one not in ("and", "und", "y") for one in bare):
        return None
    return Total(tuple(value for value, _ in found), named.pop())


def _bare(row: list[Piece]) -> list[Piece]:
    """Return the figures that name no unit of their own."""
    pairs = pairwise([*row, Piece("")])
    return [one for one, after in pairs if one.value is not None and not _unit(one, after)]


def _unit(figure: Piece, after: Piece) -> str:
    return figure.currency or (units()[after.text].name if after.text in units() else "")
