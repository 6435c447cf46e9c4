"""Reads a percentage added to or taken off a total: 'plus 19% VAT', 'with 10% off'."""

from collections.abc import Sequence
from decimal import Decimal

from intent.commands.grammar.tokens import Token
from intent.commands.tables.question import Percent
from intent.commands.words import at_start, key_of

_SHORT = 4  # letters of an abbreviation: VAT
_SIGNS = ("%", "percent", "per", "cent", "prozent")
_AT = ("at", "of", "@")
_BETWEEN = ("a", "an", "the", "of", "another", "it", "that")


def percent_at(tokens: Sequence[Token]) -> tuple[Percent | None, int]:
    """Return the percentage that words begin with, and its length in words, (None, 0) if there is none.

    Its effect is named before it or after it, otherwise it is a share, or a value.
    """
    said = tuple(one.word for one in tokens)
    way, at = at_start("percent_lead", said)
    while said[at : at + 1] and said[at] in _BETWEEN:
        at += 1
    named = key_of("percent_tail", said[at]) == "name" if at < len(said) else False
    before = said[at] if way and named and said[at + 1 : at + 2] and said[at + 1] in _AT else ""
    at += 2 if before else 0  # 'VAT at 20%'
    number = said[at].rstrip("%") if at < len(said) else ""
    if not number.replace(".", "", 1).isdigit():
        return None, 0
    end = _behind_sign(said, at)
    name, after, size = before, "", 0
    while end and end + size < len(said) and (key := key_of("percent_tail", said[end + size])):
        after, name = (after, said[end + size]) if key == "name" else (key, name)
        size += 1
    sign = after or way
    if not end or not sign:
        return None, 0
    part = Decimal(number) / 100 * (-1 if sign == "minus" else 1)
    title = f"{number}% {name.upper() if len(name) <= _SHORT else name}".strip()
    return Percent(part, title, f"{sign} {title}"), end + size


def _behind_sign(said: Sequence[str], at: int) -> int:
    """Return the index after a percent sign, 0 if there is none."""
    if said[at].endswith("%"):
        return at + 1
    end = at + 1
    while end < len(said) and said[end] in _SIGNS:
        end += 1
    return end if said[at + 1 : end] not in ((), ("per",)) else 0  # 'minus 2 per item' is no rate
