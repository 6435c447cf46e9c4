"""Slots for numbers: rates and amounts."""

from decimal import Decimal

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import fold
from intent.commands.readers.numbers.figures import plain_number
from intent.commands.readers.numbers.sum_parts import parts_of
from intent.slots.moment_words import phrases_of
from intent.slots.numbers import read_number


@slot_type("share_rate")
def _share_rate(words: Words) -> Decimal | None:
    """Return the number in '19%' or '12.5 percent'."""
    parts = list(parts_of(fold(words.text)))
    kinds = [part[0] if part else "" for part in parts]
    return Decimal(plain_number(parts[0][1])) if kinds == ["number", "percent"] and parts[0] else None


_ONE = ("a", "an", "ein", "eine", "un", "una")


@slot_type("amount")
def _amount(words: Words) -> Decimal | None:
    """Return a number with at most two words after it: '80 people', '6,000 euros', but not '18 May'."""
    text = fold(words.text)
    first, _, rest = text.partition(" ")
    if first in _ONE or not {*rest.split()}.isdisjoint(phrases_of("month")):
        return None  # 'the deposit for a dog' is no calculation
    said = None if first[:1].isdigit() else read_number(first)
    parts = list(parts_of(f"{said.value} {rest}" if said and not said.unit else text))
    kinds = [part[0] if part else "" for part in parts]
    if kinds[:1] == ["number"] and set(kinds[1:]) <= {"noun"} and len(kinds) <= 3:
        return Decimal(plain_number(parts[0][1] if parts[0] else "0"))
    return None


@slot_type("number")
def _number(words: Words) -> Decimal | None:
    """Return a number in figures. 'a' and 'one' are 1."""
    text = fold(words.text)
    if text in ("a", "an", "one"):
        return Decimal(1)
    parts = list(parts_of(text))
    if len(parts) == 1 and parts[0] is not None and parts[0][0] == "number":
        return Decimal(plain_number(text))
    found = read_number(words.text)
    return Decimal(str(found.value)) if found and not found.unit else None
