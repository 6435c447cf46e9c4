"""Slots for arithmetic in words: '17.5% of 2380 plus 49.90', 'a tenth' of the last result."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import FIGURE, fold
from intent.commands.quantities.words import currency_of_coin
from intent.commands.readers.numbers.expressions import expression_of
from intent.commands.readers.numbers.figures import plain_number
from intent.commands.readers.numbers.measures import is_unit
from intent.commands.readers.numbers.sum_parts import parts_of

_PRICED = ("each", "rate")
_IN, _CONVERTED = ("in", "to", "into", "as"), 3  # 'in cm' behind a measure of at least two words
_DOZEN = re.compile(r"(?<![\d.,] )\b(half )?a dozen\b")
_MINUS = re.compile(r"(?:^|[^\w\s).%])\s*[-−–]$|\b(?:is|are|out|calculate)\s+[-−–]$", re.I)
_MAKES = re.compile(r"\s+(?:makes?|gives|comes to)$", re.I)
_OWNED = re.compile(r"\b(?:the|those|these|another|my|our) (?=[$€£₹]?\d)|\b(?<=from )(?:the|my|our) ")
_TIMES, _SIGN = (
    re.compile(r"(?<=\d)x(?=\d)", re.I),
    re.compile(r"\d\s*(?:[-+*/=]|plus|minus)"),
)  # '135 + 3x28'
_AND_HALF = re.compile(r"(?<![\d.,])(\d+) and a half\b")
_NO_SUM = ("number", "noun", "join")
_RELATING = ("by", "to", "from", "than", "of", "or", "versus")  # words between figures that none adds up
_OPERANDS = ("number", "share", "squared")
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d+-\d+")
_LAST_DAY = 31
_MONEY = re.compile(r"[$€£₹]|\b(?:euros?|eur|dollars?|usd|pounds?|gbp|quid|rupees?|inr|rs|francs?|chf)\b")
_ASKED_WITHIN = re.compile(r"\d\D* what \D*\d")
_TWO_PLACES = re.compile(r"(?<!\d)\d[\d,. ']*[.,]\d{2}(?!\d)")
_CENTS = re.compile(r"\b(?:cents?|pence|paise|rappen)\b|\dp\b")
Part = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Sum:
    """An expression for `omniforge.tables.arithmetic`, its original text, and its currency.

    `cents`: its numbers have two decimals, as money has. `money`: it certainly is money. `coins`: some
    amounts are in subunits, and the result is in whole units.
    """

    expression: str
    written: str
    currency: str = ""
    cents: bool = False
    money: bool = False
    coins: bool = False


def _figures() -> frozenset[str]:
    return frozenset((FIGURE, "dozen"))


def sum_of(text: str) -> Sum | None:
    """Return words as a sum, or None if any of them doesn't belong to it."""
    folded = _in_figures(text)
    parts = _sum_parts(folded)
    expression = expression_of(parts) if parts else ""
    if not expression:
        return None
    money, kinds = _MONEY.search(folded), [kind for kind, _ in parts]
    coin = _CENTS.search(folded)
    cents = bool(_TWO_PLACES.search(folded) or coin)
    priced = "off" in kinds or (cents and _is_priced(parts))
    cents = cents or ("percent" in kinds and ("op2" in kinds or "op3" in kinds))
    named = money[0] if money else currency_of_coin(coin[0].lstrip("0123456789")) if coin else ""
    return Sum(expression, _MAKES.sub("", text), named, cents, priced, bool(coin))


def _in_figures(text: str) -> str:
    """Return a folded text with dozens and halves in figures, and without the article of 'plus the 95'."""
    text = _TIMES.sub(" x ", text) if _SIGN.search(text) else text
    dozens = _DOZEN.sub(lambda found: "6" if found[1] else "12", _OWNED.sub("", fold(text)))
    return _AND_HALF.sub(r"\1.5", dozens)


def _sum_parts(folded: str) -> list[Part]:
    """Return the parts of a sum of two or more operands, empty for a date or a single number."""
    if _ASKED_WITHIN.search(folded):  # 'is what percent of' asks for a share
        return []
    if not any(sign.isdigit() for sign in folded) or (_DATE.fullmatch(folded) and not _falls(folded)):
        return []
    parts = list(parts_of(folded))
    known = [part for part in parts if part]
    if len(known) < len(parts) or not any(kind not in _NO_SUM for kind, _ in known):
        return []
    kinds = [kind for kind, _ in known]
    operands = sum(kind in _OPERANDS for kind in kinds)
    begins = kinds[0].startswith("op") and kinds[0] != "open" and known[0][1] not in "-−–"
    return known if (operands > 1 or "function" in kinds) and not begins else []


def _falls(folded: str) -> bool:
    """Return whether '480-100' can only be a difference, and no date and no range."""
    first, _, second = folded.partition("-")
    is_number = second.isdigit() and second[:1] != "0"  # "555-0199" is a phone number
    return is_number and int(first) > max(_LAST_DAY, int(second))


def _is_priced(parts: Sequence[Part]) -> bool:
    return any(kind in _PRICED or said == "at" for kind, said in parts)


@slot_type("sum", cues=_figures)
def _sum(words: Words) -> Sum | None:
    """Return an expression with at least one operator, to which all words belong."""
    return sum_of(written_whole(words))


def _is_converted(words: Words) -> bool:
    """Return whether a measure is wanted in another unit: '5 foot 10 inches in cm' adds nothing up."""
    if len(words.tokens) <= _CONVERTED or words.tokens[-2].word not in _IN:
        return False
    if not is_unit(words.tokens[-1].word):
        return False
    return read_slot("measure", words.part(words.tokens[:-2])) is not None


def written_whole(words: Words) -> str:
    """Return words with the bracket beside them that belongs to one of theirs, or with the minus of '-8'."""
    text, tokens = words.text, words.tokens
    if _MINUS.search(words.source[: tokens[0].start]) and text[:1].isdigit():
        text = f"-{text}"
    missing = text.count("(") - text.count(")")
    if missing < 0 and words.source[: tokens[0].start].rstrip().endswith("("):
        return f"({text}"
    if missing > 0 and words.source[tokens[-1].end :].lstrip().startswith(")"):
        return f"{text})"
    return text


@slot_type("bare_sum", cues=_figures)
def _bare_sum(words: Words) -> Sum | None:
    """Return a sum without a question: it ends with a number, a price or a currency, but not with a thing.

    '12 x 8 ft sheets arrived' and '3/4 inch pipe' are none.
    """
    parts = _sum_parts(_in_figures(written_whole(words)))
    names_thing = any(kind == "noun" and not _MONEY.fullmatch(text) for kind, text in _behind_numbers(parts))
    return None if names_thing and not _is_priced(parts) else sum_of(written_whole(words))


def _behind_numbers(parts: Sequence[Part]) -> Sequence[Part]:
    last = max((place for place, (kind, _) in enumerate(parts) if kind in _OPERANDS), default=-1)
    return parts[last + 1 :]


@slot_type("addends")
def _addends(words: Words) -> Sum | None:
    """Return consecutive numbers to add up."""
    if _is_converted(words):
        return None
    parts = list(parts_of(fold(words.text)))
    numbers = [part[1] for part in parts if part and part[0] == "number"]
    if (
        len(numbers) < 2
        or not all(part and part[0] in _NO_SUM and part[1] not in _RELATING for part in parts)
        or (parts[0] and parts[0][0] == "noun")
    ):
        return None
    money = _MONEY.search(fold(words.text))
    expression = " + ".join(map(plain_number, numbers))
    cents = any(_TWO_PLACES.fullmatch(one) for one in numbers)
    return Sum(expression, expression, money[0] if money else "", cents)
