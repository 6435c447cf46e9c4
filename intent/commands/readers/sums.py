"""Arithmetic in plain words: '17.5% of 2380 plus 49.90', '480 split between 6 people'."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from intent.commands.slot_types import Words, slot_type
from intent.commands.tokens import fold
from intent.commands.words import key_of
from intent.slots.numbers import read_number

_NUMBER = r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+"
_SCALES = {
    "k": 1_000,
    "thousand": 1_000,
    "hundred": 100,
    "dozen": 12,
    "million": 1_000_000,
    "mio": 1_000_000,
    "mn": 1_000_000,
    "lakh": 100_000,
    "lakhs": 100_000,
    "lac": 100_000,
    "lacs": 100_000,
    "crore": 10_000_000,
    "crores": 10_000_000,
    "cr": 10_000_000,
    "billion": 1_000_000_000,
}
_SCALE = "|".join(sorted(_SCALES, key=len, reverse=True))
_OPERATORS = {
    "*": r"multiplied by|times|×|x(?=\s*[\d$€£])|\*|·|at(?= [$€£₹]?\.?\d)|@",
    "/": r"divided (?:by|between|among|into)|(?:split|shared) (?:between|among|by|over)|over|÷|/",
    "+": r"plus|added to|\+",
    "-": r"minus|less|−|–|-",
    "^": r"to the power of|\*\*|\^",
}
_TOKENS = re.compile(
    "|".join(
        [
            rf"(?P<number>[$€£₹]?\s?(?:{_NUMBER})(?:\s?(?:{_SCALE})\b)?\s?[$€£₹]?(?!\w))",
            r"(?P<share>(?:a |one )?(?:half|third|quarter|fifth|tenth)(?: of)?\b|"
            r"two thirds of|three quarters of)",
            r"(?P<of>(?:%|percent|per cent) of\b)",
            r"(?P<off>(?:%|percent|per cent) (?:off|discount on|discount off|reduction on)(?: of)?\b)",
            r"(?P<percent>%|percent\b|per cent\b)",
            r"(?P<squared>squared)",
            r"(?P<function>(?:the )?(?:average|mean|sum|total|square root|root|maximum|minimum) of)",
            *(rf"(?P<op{place}>{words})" for place, words in enumerate(_OPERATORS.values())),
            r"(?P<each>each\b|apiece\b|a piece\b|a head\b|per head\b|per piece\b|per person\b)",
            r"(?P<rate>(?:an?|per|every|each) [^\W\d_]+)",
            r"(?P<span>(?:for|on|over|during)\b)",
            r"(?P<open>\()|(?P<close>\))|(?P<join>,(?: and)?|and\b|;)",
            r"(?P<noun>[^\W\d_]+)",
        ]
    )
)
_VALUES = ("number", "noun", "percent", "each", "rate", "close")  # after which a number needs an operator
_SIGNS = {"of": "% of ", "each": "", "rate": "", "span": " * ", "squared": " ^ 2", "join": ", ", "noun": ""}
_MOST_NOUNS = 3  # in a row
_AFTER = {
    "noun": ("number", "percent", "noun", "rate"),
    "each": ("number", "noun"),
    "rate": ("number", "noun"),
}  # what a part may stand after
_SHARES = {"half": "0.5", "third": "1/3", "quarter": "0.25", "fifth": "0.2", "tenth": "0.1"}
_FUNCTIONS = {"average": "average", "mean": "average", "sum": "sum", "total": "sum", "root": "sqrt"}
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
    parts = list(_parts(folded))
    if None in parts or not any(kind not in _NO_SUM for kind, _ in filter(None, parts)):
        return None
    expression = _expression([part for part in parts if part])
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
    parts = list(_parts(fold(words.text)))
    numbers = [part[1] for part in parts if part and part[0] == "number"]
    if (
        len(numbers) < 2
        or not all(part and part[0] in _NO_SUM for part in parts)
        or (parts[0] and parts[0][0] == "noun")
    ):
        return None
    money = _MONEY.search(fold(words.text))
    expression = " + ".join(map(_plain, numbers))
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


@slot_type("share_rate")
def _share_rate(words: Words) -> Decimal | None:
    """Return the number of '19%' or '12.5 percent'."""
    parts = list(_parts(fold(words.text)))
    kinds = [part[0] if part else "" for part in parts]
    return Decimal(_plain(parts[0][1])) if kinds == ["number", "percent"] and parts[0] else None


@slot_type("amount")
def _amount(words: Words) -> Decimal | None:
    """Return a number with at most two words after it: '80 people', '6,000 euros'."""
    parts = list(_parts(fold(words.text)))
    kinds = [part[0] if part else "" for part in parts]
    if kinds[:1] == ["number"] and set(kinds[1:]) <= {"noun"} and len(kinds) <= 3:
        return Decimal(_plain(parts[0][1] if parts[0] else "0"))
    return None


def _parts(text: str) -> Iterator[tuple[str, str] | None]:
    """Yield the parts of an expression, each with its kind; None for what is none."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = _TOKENS.match(text, at)
        if found is None:
            yield None
            return
        yield found.lastgroup or "", found[0].strip()
        at = found.end()


def _expression(parts: list[tuple[str, str]]) -> str:
    """Return parts in the notation of the calculator; empty if they make no expression."""
    parts = [_as_operator(parts, place) for place in range(len(parts))]
    written: list[str] = []
    closing, rates = "", set[str]()
    for place, (kind, text) in enumerate(parts):
        is_loose = (kind == "join" and not closing) or (
            kind == "span" and not _multiplies(parts[place + 1 :], rates)
        )
        if is_loose or not _fits_there(parts, place):
            return ""
        rates |= {_singular(text.split()[1])} if kind == "rate" else set()
        closing += ")" if kind == "function" else ""
        written.append(_written(kind, text, written))
    return _balanced("".join(written) + closing)


def _as_operator(parts: list[tuple[str, str]], place: int) -> tuple[str, str]:
    """Return a part; 'of' after a fraction multiplies, and 'and' between products adds."""
    kind, text = parts[place]
    if text == "of" and place > 1 and parts[place - 2][0] == "op1":
        return "op0", text
    adds = kind == "join" and not any(before == "function" for before, _ in parts[:place])
    return ("op2", text) if adds and _is_sum_of_prices(parts, place) else (kind, text)


def _fits_there(parts: list[tuple[str, str]], place: int) -> bool:
    """Return whether a part may stand after those before it: two numbers need an operator between them."""
    kind, before = parts[place][0], parts[place - 1][0] if place else ""
    if kind == "number":
        return before not in _VALUES
    nouns = [one for one, _ in parts[max(place - _MOST_NOUNS, 0) : place + 1]].count("noun")
    return before in _AFTER.get(kind, (before,)) and nouns <= _MOST_NOUNS


def _is_sum_of_prices(parts: list[tuple[str, str]], place: int) -> bool:
    """Return whether 'and' stands between products of a number and a price."""
    after = next((at for at in range(place + 1, len(parts)) if parts[at][0] == "join"), len(parts))
    return all(
        any(text in ("at", "@") for _, text in side) for side in (parts[:place], parts[place + 1 : after])
    )


def _multiplies(rest: list[tuple[str, str]], rates: set[str]) -> bool:
    """Return whether 'for 9 weeks' is told of a rate 'a week'."""
    kinds = [kind for kind, _ in rest[:2]]
    return kinds == ["number", "noun"] and _singular(rest[1][1]) in rates


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 2 else word


def _written(kind: str, text: str, before: list[str]) -> str:
    if kind == "number":
        return _plain(text)
    if kind == "function":
        names = (*_FUNCTIONS.items(), ("minimum", "min"), ("maximum", "max"))
        return f"{next(name for word, name in names if word in text)}("
    if kind == "share":
        factor = next((value for word, value in _SHARES.items() if word in text), "")
        factor = {"two": "2/3", "three": "0.75"}.get(text.split()[0], factor)
        return f"{factor} * " if text.endswith("of") else factor
    if kind == "percent":
        return _of_all_before(before)
    if kind.startswith("op") and kind[2:].isdigit():
        return f" {list(_OPERATORS)[int(kind[2:])]} "
    if kind == "off":
        rate = before.pop() if before else "0"
        return f"(1 - {rate} / 100) * "
    return _SIGNS.get(kind, text)


def _of_all_before(before: list[str]) -> str:
    """Turn 'a plus 19' with its percent sign into 'a * (1 + 19/100)'."""
    if len(before) >= 3 and before[-2].strip() in ("+", "-"):
        rate, sign = before.pop(), before.pop().strip()
        return f" * (1 {sign} {rate} / 100)"
    return " / 100"


def _plain(number: str) -> str:
    """Return a number without currency and grouping: '1,250.50' is 1250.50, '7,90' is 7.90."""
    bare = number.strip(" $€£₹")
    for word, factor in _SCALES.items():
        figures = bare.removesuffix(word).strip()
        if figures != bare and figures[-1:].isdigit():
            return str(
                (Decimal(_plain(figures)) * factor).normalize().quantize(Decimal("0.01"))
            ).removesuffix(".00")
    bare = bare.replace(" ", "")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+", bare):
        return bare.replace(".", "").replace(",", ".")
    if re.fullmatch(r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?", bare):
        return bare.replace(",", "")
    return bare.replace(",", ".")


def _balanced(expression: str) -> str:
    is_whole = expression.count("(") == expression.count(")") and expression.rstrip()[-1:] not in "+-*/^"
    return expression if is_whole else ""


@slot_type("number")
def _number(words: Words) -> Decimal | None:
    """Return a number in figures, or 'a' and 'one' as 1."""
    text = fold(words.text)
    if text in ("a", "an", "one"):
        return Decimal(1)
    parts = list(_parts(text))
    if len(parts) == 1 and parts[0] is not None and parts[0][0] == "number":
        return Decimal(_plain(text))
    found = read_number(words.text)
    return Decimal(str(found.value)) if found and not found.unit else None


@slot_type("unit")
def _unit(words: Words) -> str | None:
    """Return what may be a unit, of at most three words; whether it is one shows when it is converted."""
    if len(words.tokens) > 3 or any(token.word[:1].isdigit() for token in words.tokens):
        return None
    return key_of("unit_name", words.text) or words.text
