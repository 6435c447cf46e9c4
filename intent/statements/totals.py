"""Totals of a fact's amounts: 'and both together?' after 'we sold 40 kg on Monday, 25 on Tuesday'."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise, takewhile
from typing import NamedTuple

from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.words import thing, units
from intent.data_files import words_of
from intent.text import fold

_JOINTS = (",", ";", "and", "plus", "und", "y", "e")
_BEHIND_NOUN = {*_JOINTS, "on", "in", "at", "for", "from", "am", "im", "el", "en"}
_OF = ("of", "à", "zu", "de", "von")
_AT = ("at", "@", "x", "×")
_NOUN = 2  # words of the counted noun: 'paper cups'
_HOW_MANY = re.compile(r"\b(?:how many|wie viele|cuantos|cuantas) (?P<noun>[^\W\d_]+)")
_PARTS = ".,;!"  # what a last question follows


class Total(NamedTuple):
    """Amounts of one unit or currency, in order."""

    amounts: tuple[Decimal, ...]
    unit: str


def asks_total(text: str) -> bool:
    """Return whether a text only asks for the total of what was stated."""
    said = set(re.findall(r"[\w']+", fold(text)))
    total, small = words_of("questions", "total"), words_of("questions", "total_small")
    return bool(said & total) and not {one for one in said - total - small if one not in units()}


def told_total(message: str) -> Total | None:
    """Return the amounts to add up if a message lists them and asks: 'bills of 80 and 45. Together?'"""
    told, question = _last_question(message.strip())
    asked, noun = _without_noun(question)
    if not asks_total(asked) or _is_of_each(pieces_of(told)):
        return None
    return listed_total(told) or counted_total(told, noun)


def _last_question(text: str) -> tuple[str, str]:
    """Return a text that ends with a question without figures, and that question, else two empty texts."""
    cut = max((at for at, sign in enumerate(text) if sign in _PARTS or sign.isdigit()), default=0)
    told, asked = text[:cut], text[cut + 1 :]
    if text[cut : cut + 1].isdigit() or not asked[:1].isspace():
        line, _, asked = asked.partition("\n")
        told = f"{text[: cut + 1]}{line}"
    is_asked = asked.endswith("?") and any(map(str.isdigit, told))
    return (told, asked) if is_asked else ("", "")


def _is_of_each(row: list[Piece]) -> bool:
    """Return whether a figure is an amount per item: '3 sacks of 20 kg', '4 caps at 8'."""
    figures = [one.value is not None for one in row]
    if any(one.text in _AT and figures[at + 1] and any(figures[:at]) for at, one in enumerate(row[:-1])):
        return True
    of_figures = (
        at for at, (one, after) in enumerate(pairwise(row)) if one.text in _OF and after.value is not None
    )
    return any(before.value is not None for at in of_figures for before in row[max(0, at - 1 - _NOUN) : at])


def _without_noun(asked: str) -> tuple[str, str]:
    """Return a question without its counted noun, and the noun: 'how many animals is that?'"""
    found = _HOW_MANY.search(fold(asked))
    noun = found["noun"] if found and found["noun"] not in words_of("questions", "total_small") else ""
    return (fold(asked).replace(noun, " ", 1), noun) if noun else (asked, "")


def counted_total(text: str, noun: str) -> Total | None:
    """Return the counts of things in a text as counts of `noun`: '3 tables and 12 chairs'.

    A noun that fits only some of them doesn't name them all.
    """
    row, found = pieces_of(text), list[tuple[Decimal, str]]()
    for at, one in enumerate(row):
        if one.value is None or one.currency:
            continue
        named = [two.text for two in takewhile(_is_noun, row[at + 1 :])]
        if not 0 < len(named) <= _NOUN or named[0] in units():
            return None
        found.append((one.value, thing(named[-1])))
    kinds = {kind for _, kind in found}
    is_part = thing(noun) in kinds and len(kinds) > 1
    is_list = len(found) > 1 and len(found) <= 1 + sum(one.text in _JOINTS for one in row)
    return Total(tuple(value for value, _ in found), noun) if is_list and not is_part else None


def _is_noun(piece: Piece) -> bool:
    return piece.is_word and piece.text not in _BEHIND_NOUN


def listed_total(text: str) -> Total | None:
    """Return the amounts of the longest list in a text, in its first unit, or None if there is no list."""
    amounts = max(_lists(pieces_of(text)), key=len, default=[])
    named = [unit for _, unit in amounts if unit]
    kinds = {units()[one].kind if one in units() else one for one in named}
    if len(amounts) < 2 or len(kinds) > 1 or 0 < len(named) < len(amounts) - 1:
        return None
    unit = named[0] if named else ""
    return Total(tuple(value * _size(one or unit) / _size(unit) for value, one in amounts), unit)


def _lists(row: list[Piece]) -> Iterator[list[tuple[Decimal, str]]]:
    """Yield the amounts of each list in a text: figures with only units and joints between them."""
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
    """Return a fact's amounts, if they can be added up, or None unless there are several of one unit."""
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
    """Return the figures without a unit."""
    pairs = pairwise([*row, Piece("")])
    return [one for one, after in pairs if one.value is not None and not _unit(one, after)]


def _unit(figure: Piece, after: Piece) -> str:
    return figure.currency or (units()[after.text].name if after.text in units() else "")
