"""Slots of arithmetic in plain words: '17.5% of 2380 plus 49.90', '480 split between 6 people'."""

import re
from dataclasses import dataclass, replace

from intent.commands.readers.expressions import expression_of
from intent.commands.readers.figures import plain_number
from intent.commands.readers.sum_parts import parts_of
from intent.commands.slot_types import Words, slot_type
from intent.commands.tokens import fold

_PRICED = ("each", "rate")
_DOZEN = re.compile(r"(?<![\d.,] )\b(half )?a dozen\b")
_NO_SUM = ("number", "noun", "join")
_MORE = (
    (re.compile(r"^(?:what|how) about "), ""),
    (re.compile(r"^(?:with|adding|add|including|incl\.?|put|on top of that)\b"), "plus"),
    (re.compile(r"^(?:without|take off|take away|subtract|knock off|deduct)\b"), "minus"),
    (re.compile(r"\b(?:on top|more|extra|added|of that|of it|off|off that|to that|to it)\s*$"), ""),
    (re.compile(r"^(?:split|divide|share)(?: (?:it|that))? (?:between|among|by|over|for)"), "divided by"),
    (re.compile(r"^(?:double|twice)(?: (?:it|that))?$"), "times 2"),
    (re.compile(r"^(?:half|halve)(?: (?:of )?(?:it|that))?$"), "divided by 2"),
    (re.compile(r"^for (?=\d)"), "times "),
)
_BEGINS = re.compile(r"(?:plus|minus|times|divided by|multiplied by|[-+*/×÷])")
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d+-\d+")
_MONEY = re.compile(r"[$€£₹]|\b(?:euros?|eur|dollars?|usd|pounds?|gbp|quid|rupees?|inr|francs?|chf)\b")
_TWO_PLACES = re.compile(r"(?<!\d)\d[\d,. ]*[.,]\d{2}(?!\d)")


@dataclass(frozen=True, slots=True)
class Sum:
    """An expression as `omniforge.tables.arithmetic` takes it, how it was written, and its currency.

    With `cents` its numbers have two decimals, as money has; with `money` it surely is such.
    """

    expression: str
    written: str
    currency: str = ""
    cents: bool = False
    money: bool = False


def sum_of(text: str) -> Sum | None:
    """Return what some words are as a sum; None if any of them belongs to none."""
    folded = _DOZEN.sub(lambda found: "6" if found[1] else "12", fold(text))
    if not any(sign.isdigit() for sign in folded) or _DATE.fullmatch(folded):
        return None
    parts = list(parts_of(folded))
    if None in parts or not any(kind not in _NO_SUM for kind, _ in filter(None, parts)):
        return None
    expression = expression_of([part for part in parts if part])
    money = _MONEY.search(folded)
    cents = bool(_TWO_PLACES.search(folded))
    kinds = [kind for kind, _ in filter(None, parts)]
    priced = "off" in kinds or (
        cents and any(kind in _PRICED or said == "at" for kind, said in filter(None, parts))
    )
    cents = cents or ("percent" in kinds and ("op2" in kinds or "op3" in kinds))
    return Sum(expression, text, money[0] if money else "", cents, priced) if expression else None


@slot_type("sum")
def _sum(words: Words) -> Sum | None:
    """Return an expression with at least one operator, all of whose words belong to it."""
    return sum_of(words.text)


@slot_type("addends")
def _addends(words: Words) -> Sum | None:
    """Return numbers in a row, to be added up."""
    parts = list(parts_of(fold(words.text)))
    numbers = [part[1] for part in parts if part and part[0] == "number"]
    if (
        len(numbers) < 2
        or not all(part and part[0] in _NO_SUM for part in parts)
        or (parts[0] and parts[0][0] == "noun")
    ):
        return None
    money = _MONEY.search(fold(words.text))
    expression = " + ".join(map(plain_number, numbers))
    cents = any(_TWO_PLACES.fullmatch(one) for one in numbers)
    return Sum(expression, expression, money[0] if money else "", cents)


@slot_type("sum_more")
def _sum_more(words: Words) -> Sum | None:
    """Return what is to be done with the number that was worked out right before: 'with 5% on top'."""
    before, text = words.situation.number, fold(words.text)
    if before is None:
        return None
    for pattern, operator in _MORE:
        text = pattern.sub(operator, text).strip()
    found = sum_of(f"{before} {text}") if _BEGINS.match(text) else None
    return replace(found, money=found.cents) if found else None
