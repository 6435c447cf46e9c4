"""What the amounts of a fact come to: 'and both together?' after 'we sold 40 kg on Monday, 25 on Tuesday'."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.words import units
from intent.data_files import words_of
from intent.text import fold

_JOINTS = (",", ";", "and", "plus", "und", "y", "e")
_TOLD_AND_ASKED = re.compile(r"(?P<told>.*\d.*?)(?:[.,;!]\s+|\s*\n\s*)(?P<asked>[^\d.,;!]+\?)", re.S)


class Total(NamedTuple):
    """Amounts of one unit, a currency among them, in the order in which they were told."""

    amounts: tuple[Decimal, ...]
    unit: str


def asks_total(text: str) -> bool:
    """Return whether a text asks what was told comes to together, and nothing else."""
    said = set(re.findall(r"[\w']+", fold(text)))
    total, small = words_of("questions", "total"), words_of("questions", "total_small")
    return bool(said & total) and not {one for one in said - total - small if one not in units()}


def told_total(message: str) -> Total | None:
    """Return what is to be added up where a message lists it and asks: 'bills of 80 and 45. Together?'"""
    found = _TOLD_AND_ASKED.fullmatch(message.strip())
    return listed_total(found["told"]) if found and asks_total(found["asked"]) else None


def listed_total(text: str) -> Total | None:
    """Return the amounts of the longest list in a text, in the first unit of it; None without a list."""
    amounts = max(_lists(pieces_of(text)), key=len, default=[])
    named = [unit for _, unit in amounts if unit]
    kinds = {units()[one].kind if one in units() else one for one in named}
    if len(amounts) < 2 or len(kinds) > 1 or 0 < len(named) < len(amounts) - 1:
        return None
    unit = named[0] if named else ""
    return Total(tuple(value * _size(one or unit) / _size(unit) for value, one in amounts), unit)


def _lists(row: list[Piece]) -> Iterator[list[tuple[Decimal, str]]]:
    """Yield the amounts of each list of a text: figures with nothing but their units and joints between."""
    found = list[tuple[Decimal, str]]()
    for one, after in pairwise([*row, Piece(""), Piece("")]):
        if one.value is not None:
            found.append((one.value, _unit(one, after)))
        elif one.text not in _JOINTS and not (found and one.text in units()):
            yield found
            found = []


def _size(unit: str) -> Decimal:
    return units()[unit].size if unit in units() else Decimal(1)


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
