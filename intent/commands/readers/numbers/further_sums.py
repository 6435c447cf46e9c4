"""Follow-up calculations with the last result: 'add 8% to that', 'split it'."""

import re
from fractions import Fraction as Ratio

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import fold
from intent.commands.readers.numbers.expressions import expression_of
from intent.commands.readers.numbers.sum_parts import parts_of
from intent.commands.readers.numbers.sums import Sum, sum_of
from intent.commands.types import Command
from intent.commands.words import as_words, key_of
from intent.slots.fractions import read_fraction

_FEW = 5  # words: 'and she has already paid'
_FINEST = 16  # parts of a whole that words name
_RATE = ["number", "percent"]
_THAT = ("that", "this")
_APART = ("off",)  # between a rate and its own amount


@slot_type("operand")
def _operand(words: Words) -> Sum | None:
    """Return a rate, a fraction, a number or a sum, if there is a last result for it to apply to."""
    before = words.situation.number
    if before is None or any(key_of("kind", one.word) or one.word in _APART for one in words.tokens):
        return None  # 'add 3 tasks to that', 'knock 15% off 366'
    parts = [part for part in parts_of(fold(words.text)) if part]
    kinds = [kind for kind, _ in parts]
    if kinds == _RATE or kinds == ["share"]:
        return Sum(f"({before} * {expression_of(parts)})", words.text, cents=True)
    part = read_fraction(f"{words.text} of that")
    if part and part.of == "that":
        ratio = Ratio(part.value).limit_denominator(_FINEST)
        return Sum(f"({before} * {ratio.numerator} / {ratio.denominator})", words.text, cents=True)
    number = read_slot("amount", words) or read_slot("number", words)
    return Sum(str(number), words.text) if number is not None else sum_of(words.text)


@slot_type("operand_alone")
def _operand_alone(words: Words) -> Sum | None:
    """Return what a message goes on with that says nothing else before: 'she has already paid 50'."""
    before = words.source[: words.tokens[0].start]
    is_alone = len(before.split()) <= _FEW and not any(mark in before for mark in ",.;:\n")
    return _operand(words) if is_alone else None


@slot_type("rate_operand")
def _rate_operand(words: Words) -> Sum | None:
    """Return a rate of the last result, which is added to it: 'plus 10% of that'."""
    kinds = [part[0] for part in parts_of(fold(words.text)) if part]
    return _operand(words) if kinds == _RATE else None


@slot_type("sum_es", "sum_de")
def _foreign_sum(words: Words) -> Sum | None:
    """Return a sum with Spanish or German operators: '340 más 71,40'."""
    said = fold(words.text)
    tokens = [key_of("sign_word", one) or one for one in said.split()]
    return sum_of(" ".join(tokens))


@slot_type("sum_with_that", cues=lambda: frozenset(_THAT))
def _sum_with_that(words: Words) -> Sum | None:
    """Return a sum in which 'that' is the last result: '1240 plus that'."""
    before = words.situation.number
    places = [one for one in words.tokens if one.word in _THAT]
    if before is None or len(places) != 1:
        return None
    first, that, end = words.tokens[0].start, places[0], words.tokens[-1].end
    source = words.source
    return sum_of(f"{source[first : that.start]}{before:f}{source[that.end : end]}")


@slot_type("last_number")
def _last_number(words: Words) -> Sum | None:
    """Return the last result, if words refer to it: 'that', 'the total'."""
    before = words.situation.number
    points = before is not None and key_of("last_number", words.text)
    return Sum(str(before), f"{before:,f}") if points else None


def goes_on(command: Command, told: str) -> bool:
    """Return whether a figure belongs to the last one: '0.45 a mile' to miles, '3 copies' to what one costs.

    'With 4 people' adds nothing.
    """
    unit, one = (_single(str(command.slots.get(name, ""))) for name in ("unit", "one"))
    known = not unit or unit in {_single(word) for word in as_words(told)}
    counted = not one or bool(re.search(rf"\b(?:an?|one|per|each) {re.escape(one)}\b", told, re.I))
    more = command.slots.get("more")
    counts = isinstance(more, Sum) and bool(re.search(r"\d [a-z]{3,}", more.written))
    adds = command.slots["sign"] == "+" and command.words.lower().startswith("with ") and counts
    return known and counted and not (adds and "percent" not in command.words)


def _single(noun: str) -> str:
    return noun.lower().removesuffix("s")
