"""Fractions: 'three quarters of an inch', '2 1/2 miles', 'a mile and a half'."""

import re
from decimal import Decimal
from typing import NamedTuple

from intent.slots.language import language
from intent.slots.text import fold

_PARTS = {
    "half": 2, "halve": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8,
    "tenth": 10, "twelfth": 12, "sixteenth": 16,
}  # fmt: skip
_SIGNS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8"}
_COUNT = rf"\d+|{'|'.join(language('en').tables['number'])}"
_NAMES = "|".join(_PARTS)
_PART = rf"(?:(?P<top>{_COUNT})[ -])?(?P<part>{_NAMES})s?"
_FIGURES = r"(?P<above>\d+)/(?P<below>[1-9]\d*)"
_OF = r"(?: of)?(?: an?| one| the)? (?P<of>.+)"
_IN_FRONT = re.compile(rf"(?:(?P<whole>{_COUNT}) (?:and |(?=\d+/)))?(?:{_PART}|{_FIGURES}){_OF}")
_BEHIND = re.compile(rf"(?P<whole>{_COUNT}) (?P<of>.+?) and {_PART}")


class Fraction(NamedTuple):
    """A fraction `of` something."""

    value: Decimal
    of: str


def read_fraction(text: str) -> Fraction | None:
    """Return the fraction that the whole text is."""
    said = " ".join(fold(_in_figures(text)).split())
    found = _IN_FRONT.fullmatch(said) or _BEHIND.fullmatch(said)
    if found is None:
        return None
    given = found.groupdict()
    if given.get("above"):
        part = Decimal(given["above"]) / Decimal(given["below"])
    else:
        part = _part(given["top"], given["part"])
    return Fraction(_count(given["whole"] or "0") + part, given["of"])


def _in_figures(text: str) -> str:
    """Return a text with '1/2' for '½', which folding would join to the figure before it."""
    for sign, figures in _SIGNS.items():
        text = text.replace(sign, f" {figures}")
    return text


def _part(top: str | None, part: str) -> Decimal:
    return Decimal(_count(top or "1")) / _PARTS[part]


def _count(word: str) -> int:
    return int(word) if word.isdigit() else language("en").tables["number"][word]
