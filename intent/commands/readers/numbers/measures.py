"""Slots for measures: '5 foot 10', '25C', 'half a pound', and units by any name."""

import re
from decimal import Decimal

from intent.commands.grammar.slot_types import Words, read_slot, slot_type, words_of
from intent.commands.grammar.tokens import fold, tokenize
from intent.commands.words import key_of, table
from intent.slots.fractions import read_fraction
from omniforge.tables.cells import as_number

Measure = tuple[tuple[Decimal, str], ...]
_LONGEST = 8  # words
_LEAST_THING, _LONGEST_THING = 3, 6  # words of a thing with its measure in front
_LONGEST_UNIT = 3
_GLUED = re.compile(r"(\d+(?:[.,]\d+)?)([a-z°]+(?:/[a-z]+)?)")
_SMALLER = {"foot": "inches", "stone": "lb", "lb": "oz"}  # units of a second number without a unit


@slot_type("measure")
def _measure(words: Words) -> Measure | None:
    """Return numbers with units, the largest first. Whether the units exist is checked later."""
    if len(words.tokens) > _LONGEST:
        return None
    text = _GLUED.sub(r"\1 \2", fold(words.text).replace("'", " foot ").replace('"', " inches"))
    if part := read_fraction(words.text):
        return ((part.value, _named(part.of)),)
    return _one(text, words) or _two(text, words)


def _one(text: str, words: Words) -> Measure | None:
    """Return one number with its unit."""
    tokens = tokenize(text)
    for cut in range(len(tokens) - 1, 0, -1):
        number = read_slot("number", words_of(text, tokens[:cut], words.situation))
        unit = read_slot("unit", words_of(text, tokens[cut:], words.situation))
        if number is not None and unit:
            return ((number, unit),)
    return None


def _two(text: str, words: Words) -> Measure | None:
    """Return a number of a unit, and one of a smaller unit that may be omitted: '5 foot 10'."""
    parts = text.split()
    first = _one(" ".join(parts[:2]), words) if len(parts) in (3, 4) else None
    smaller = _SMALLER.get(first[0][1], "") if first else ""
    second = _one(" ".join([*parts[2:], *([smaller] if len(parts) == 3 else [])]), words) if smaller else None
    return (*first, *second) if first and second else None


def _named(unit: str) -> str:
    return key_of("unit_name", unit) or unit


@slot_type("measured_thing")
def _measured_thing(words: Words) -> Measure | None:
    """Return the measure of a thing named by it: '60 metre rope', '25kg sack of flour'."""
    parts = _GLUED.sub(r"\1 \2", fold(words.text).replace("-", " ")).split()
    if not _LEAST_THING <= len(parts) <= _LONGEST_THING or not is_unit(parts[1]) or is_unit(parts[2]):
        return None
    return _one(" ".join(parts[:2]), words)


@slot_type("unit")
def _unit(words: Words) -> str | None:
    """Return a possible unit of at most three words. It is checked when it is converted."""
    said = [token.word for token in words.tokens]
    if len(said) > _LONGEST_UNIT or any(one[:1].isdigit() or key_of("no_unit", one) for one in said):
        return None
    return _named(words.text)


@slot_type("known_unit")
def _known_unit(words: Words) -> str | None:
    """Return a unit by its common name or its sign."""
    said = fold(words.text)
    return _named(said) if is_unit(said) else None


def is_unit(word: str) -> bool:
    """Return whether a folded word is a unit or a unit's sign."""
    return bool(key_of("unit_name", word)) or word in table("unit_name").values()


def measures_in(told: str) -> list[tuple[Decimal, str]]:
    """Return each number in figures, with one or two following words that may be its unit."""
    words = fold(told).split()
    found = []
    for at, word in enumerate(words):
        number = as_number(word.strip("*(,"))
        glued = _GLUED.fullmatch(word.strip("*(,.?!"))
        if glued:
            found.append((Decimal(glued[1].replace(",", ".")), _named(glued[2])))
        elif number is not None:
            behind = [one.strip("*,.;:!?()") for one in words[at + 1 : at + 3]]
            found += [(number, _named(" ".join(behind[:size]))) for size in range(len(behind), 0, -1)]
    return found
