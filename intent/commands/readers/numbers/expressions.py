"""Converts the parts of a sum into the calculator's notation."""

from intent.commands.readers.numbers.figures import plain_number
from intent.commands.readers.numbers.sum_parts import OPERATORS

_VALUES = ("number", "noun", "percent", "each", "rate", "close")  # a number after these needs an operator
_SIGNS = {"of": "% of ", "each": "", "rate": "", "span": " * ", "squared": " ^ 2", "join": ", ", "noun": ""}
_MOST_NOUNS = 3  # in a row
_AFTER = {
    "noun": ("number", "percent", "noun", "rate"),
    "each": ("number", "noun"),
    "rate": ("number", "noun"),
}  # which kinds a part may follow
_SHARES = {"half": "0.5", "third": "1/3", "quarter": "0.25", "fifth": "0.2", "tenth": "0.1"}
_PACK = "dozen"
_MULTIPLES = {"double": "2", "twice": "2", "triple": "3", "treble": "3"}
_FUNCTIONS = {"average": "average", "mean": "average", "sum": "sum", "total": "sum", "root": "sqrt"}


def expression_of(parts: list[tuple[str, str]]) -> str:
    """Return parts in the calculator's notation, empty if they aren't a valid expression."""
    parts = _without_packs(parts)
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


def _without_packs(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return parts with dozens as the unit, if the price is per dozen: '12 dozen eggs at 2.40 a dozen'."""
    of_packs = any(kind == "rate" and text.split()[-1] == _PACK for kind, text in parts)
    return [
        (kind, text.removesuffix(_PACK).strip()) if of_packs and kind == "number" else (kind, text)
        for kind, text in parts
    ]


def _as_operator(parts: list[tuple[str, str]], place: int) -> tuple[str, str]:
    """Return a part. 'of' after a fraction or between numbers multiplies, 'and' between products adds."""
    kind, text = parts[place]
    if text == "of" and place > 1 and (parts[place - 2][0] == "op1" or _is_of_packs(parts, place)):
        return "op0", text
    adds = kind == "join" and not any(before == "function" for before, _ in parts[:place])
    return ("op2", text) if adds and _is_sum_of_prices(parts, place) else (kind, text)


def _is_of_packs(parts: list[tuple[str, str]], place: int) -> bool:
    """Return whether 'of' gives a pack size: '12 trays of 24', but not '340 net of 19%'."""
    kinds = [kind for kind, _ in parts[place - 2 : place + 3]]
    return kinds[:4] == ["number", "noun", "noun", "number"] and kinds[4:] != ["percent"]


def _fits_there(parts: list[tuple[str, str]], place: int) -> bool:
    """Return whether a part may follow those before it: two numbers need an operator between them."""
    kind, before = parts[place][0], parts[place - 1][0] if place else ""
    if kind == "number":
        return before not in _VALUES
    nouns = [one for one, _ in parts[max(place - _MOST_NOUNS, 0) : place + 1]].count("noun")
    return before in _AFTER.get(kind, (before,)) and nouns <= _MOST_NOUNS


def _is_sum_of_prices(parts: list[tuple[str, str]], place: int) -> bool:
    """Return whether 'and' joins two products of a number and a price."""
    after = next((at for at in range(place + 1, len(parts)) if parts[at][0] == "join"), len(parts))
    return all(
        any(text in ("at", "@") for _, text in side) for side in (parts[:place], parts[place + 1 : after])
    )


def _multiplies(rest: list[tuple[str, str]], rates: set[str]) -> bool:
    """Return whether 'for 9 weeks' multiplies a rate 'a week'."""
    kinds = [kind for kind, _ in rest[:2]]
    return kinds == ["number", "noun"] and _singular(rest[1][1]) in rates


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 2 else word


def _written(kind: str, text: str, before: list[str]) -> str:
    if kind == "number":
        return plain_number(text)
    if kind == "function":
        names = (*_FUNCTIONS.items(), ("minimum", "min"), ("maximum", "max"))
        return f"{next(name for word, name in names if word in text)}("
    if text in _MULTIPLES:
        return f"{_MULTIPLES[text]} * "
    if kind == "share":
        factor = next((value for word, value in _SHARES.items() if word in text), "")
        factor = {"two": "2/3", "three": "0.75"}.get(text.split()[0], factor)
        return f"{factor} * " if text.endswith("of") else factor
    if kind == "percent":
        return _of_all_before(before)
    if kind.startswith("op") and kind[2:].isdigit():
        return f" {list(OPERATORS)[int(kind[2:])]} "
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


def _balanced(expression: str) -> str:
    is_whole = expression.count("(") == expression.count(")") and expression.rstrip()[-1:] not in "+-*/^"
    return expression if is_whole else ""
