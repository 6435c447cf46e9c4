"""Reads how something is split: '60/40', '2:1', and between whom."""

import re
from decimal import Decimal

from intent.commands.slot_types import Words, slot_type
from intent.commands.tokens import FIGURE

_NUMBER = r"\d+(?:\.\d+)?"
_RATIO = re.compile(rf"({_NUMBER}\s?%?)(\s*(?:/|:|-|–| to )\s*{_NUMBER}\s?%?)+")
_ANY_NUMBER = re.compile(_NUMBER)
_JOINT = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+")


@slot_type("ratio", cues=lambda: frozenset((FIGURE,)))
def _ratio(words: Words) -> tuple[Decimal, ...] | None:
    """Return the parts of '60/40' or '3 to 2 to 1'."""
    text = words.text
    parts = tuple(map(Decimal, _ANY_NUMBER.findall(text))) if _RATIO.fullmatch(text) else ()
    return parts if sum(parts) else None


@slot_type("sharers")
def _sharers(words: Words) -> tuple[str, ...]:
    """Return the names of those who share something: 'the shop and the café'."""
    return tuple(_JOINT.split(words.text.strip(" .?!")))
