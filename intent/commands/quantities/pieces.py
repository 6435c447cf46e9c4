"""Splits a text into figures, words and marks."""

import re
from dataclasses import dataclass
from decimal import Decimal

from intent.commands.quantities.words import is_one_of, long_names, units
from intent.slots.numbers import find_numbers
from intent.slots.text import fold

_GLUED = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)?)([a-z²³]+[23]?)\b")
_METRES = re.compile(r"(?<=\d)\s?m\b")  # unless money is in millions
_PIECE = re.compile(r"[^\W\d_]+(?:[²³23](?!\w))?(?:'[a-z]+)?|[.,:;?!()\n×*]|\S+")
_SIGNS = {"€", "$", "£", "₹"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure with its `value`, a word, or a mark. `currency` is the figure's own currency sign, or '%'."""

    text: str
    value: Decimal | None = None
    currency: str = ""

    @property
    def is_word(self) -> bool:
        return self.value is None and self.text[:1].isalpha()

    def is_(self, name: str) -> bool:
        """Return whether this is a word of the named list."""
        return self.value is None and is_one_of(name, self.text)


def pieces_of(text: str, decimal_mark: str = "") -> list[Piece]:
    """Return the pieces of a text, in order."""
    plain = long_names().sub(lambda one: units()[one[0]].name, _unglued(fold(text)))
    plain = plain if any(map(_SIGNS.__contains__, plain)) else _METRES.sub(" metres", plain)
    found, at = [], 0
    for number in find_numbers(plain, decimal_mark):
        found += _others(plain[at : number.start])
        written = plain[number.start : number.end]
        found.append(Piece(written, number.value, _currency(written, number.unit)))
        at = number.end
    return found + _others(plain[at:])


def _unglued(folded: str) -> str:
    """Return a text with a space between each figure and its unit: '240g'."""
    return _GLUED.sub(lambda one: f"{one[1]} {one[2]}" if one[2] in units() else one[0], folded)


def _others(text: str) -> list[Piece]:
    return [Piece(one) for one in _PIECE.findall(text)]


def _currency(written: str, unit: str) -> str:
    if unit in ("", "%"):
        return unit
    sign = next((one for one in _SIGNS if one in written), "")
    return sign or written.split()[-1].strip("0123456789.,") or unit
