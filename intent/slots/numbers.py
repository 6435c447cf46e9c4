"""Numbers in words and figures, percentages and money: '1,250.50', 'two dozen', '12 percent', '$1.5m'."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from intent.data_files import alternatives
from intent.slots.language import LANGUAGES, any_phrase, language, table_of
from intent.slots.text import fold


class NumberFound(NamedTuple):
    """A number in `text[start:end]`. `unit` is '%', an ISO 4217 currency ('EUR'), or empty."""

    value: Decimal
    unit: str
    start: int
    end: int


_FIGURES = r"(?:\d{1,3}(?:[.,'’  ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?![\d])"


_UNITS = {**table_of("currency"), **dict.fromkeys(table_of("percent"), "%")}
_SIGNS = r"[€$£¥₹]|\b(?:eur|usd|gbp|chf|jpy|inr)\b"
_MANY = {word: factor for word, factor in table_of("big_number").items() if factor >= 1000}
_MANY_WORD = alternatives(_MANY)
_UNIT = rf"\s*(?P<unit>{any_phrase('percent')}|{any_phrase('currency')})(?!\w)"
_NUMBER = re.compile(
    rf"(?<![\w.,@/:#-])(?!\d{{4}}-\d\d)(?:(?P<sign>{_SIGNS})\s*)?(?P<minus>[-−])?(?P<figures>{_FIGURES})"
    rf"\s*(?P<many>{_MANY_WORD})?(?!\w|:\d)(?:{_UNIT})?"
)
_WORD_UNIT = re.compile(_UNIT)


def find_numbers(text: str, decimal_mark: str = "") -> list[NumberFound]:
    """Return the numbers in a text, in figures or words. 'a' and 'one' alone don't count.

    `decimal_mark` ('.' or ',') decides '1.250'. Without it, the last of two marks is the decimal mark, and
    a single mark before three figures separates thousands if it is a comma or the number is money.
    """
    folded = fold(text)
    found = [_figures(match, decimal_mark) for match in _NUMBER.finditer(folded)]
    taken = [(one.start, one.end) for one in found]
    words = (
        one
        for one in _in_words(folded)
        if not any(start < one.end and one.start < end for start, end in taken)
    )
    return sorted([*found, *words], key=lambda one: one.start)


def read_number(text: str) -> NumberFound | None:
    """Return the number that the whole text is."""
    folded = fold(text).strip()
    whole = (one for one in find_numbers(folded) if (one.start, one.end) == (0, len(folded)))
    return next(whole, None) or _one(folded)


def _one(folded: str) -> NumberFound | None:
    """Return a word that is a number only when alone: 'one', 'a'."""
    for code in LANGUAGES:
        value = language(code).tables["number"].get(" ".join(folded.replace("-", " ").split()))
        if value is not None:
            return NumberFound(Decimal(value), "", 0, len(folded))
    return None


def _figures(match: re.Match[str], decimal_mark: str) -> NumberFound:
    unit = _UNITS.get(match["unit"] or match["sign"] or "", "")
    if unit not in ("", "%") and not decimal_mark and re.fullmatch(r"\d{1,3}\.\d{3}", match["figures"]):
        decimal_mark = ","  # money has two decimals
    value = to_decimal(match["figures"], decimal_mark) * _MANY.get(match["many"] or "", 1)
    return NumberFound(-value if match["minus"] else value, unit, *match.span())


def to_decimal(figures: str, decimal_mark: str) -> Decimal:
    """Return the value of figures with any separators: '1,250.50', '1.250,50', "1'250"."""
    plain = re.sub(r"['’  ]", "", figures)
    marks = [one for one in plain if one in ".,"]
    mark = decimal_mark or _decimal_mark(plain, marks)
    thousands = {",": ".", ".": ","}.get(mark, ".,")
    return Decimal(re.sub(f"[{thousands}]", "", plain).replace(",", "."))


def _decimal_mark(plain: str, marks: list[str]) -> str:
    if not marks or (len(marks) > 1 and len(set(marks)) == 1):
        return ""
    if len(marks) == 1 and marks[0] == "," and re.fullmatch(r"[1-9]\d{0,2},\d{3}", plain):
        return ""
    return marks[-1]


def _in_words(folded: str) -> Iterator[NumberFound]:
    for code in LANGUAGES:
        tables = language(code).tables
        word, end = _word_pattern(code), 0
        for match in word.finditer(folded):
            if match.start() < end:
                continue
            value = _sum_of(re.findall(r"[a-zß]+", match[0]), tables["number"], tables["big_number"])
            if value is not None and not (value == 1 and match[0] in tables["number"]):
                unit = _WORD_UNIT.match(folded, match.end())
                name = _UNITS.get(unit["unit"], "") if unit else ""
                end = unit.end() if unit else match.end()
                yield NumberFound(Decimal(value), name, match.start(), end)
        if word.search(folded) and code == "en":
            return


_PATTERNS: dict[str, re.Pattern[str]] = {}


def _word_pattern(code: str) -> re.Pattern[str]:
    if code not in _PATTERNS:
        tables = language(code).tables
        big = {word for word in tables["big_number"] if len(word) > 2}
        one = "|".join(sorted(map(re.escape, {*tables["number"], *big}), key=len, reverse=True)).replace(
            r"\ ", r"[\s-]+"
        )
        _PATTERNS[code] = re.compile(rf"\b(?:{one})(?:[\s-]+(?:(?:and|und|y)\s+)?(?:{one}))*\b")
    return _PATTERNS[code]


def _sum_of(words: list[str], numbers: dict[str, int], big: dict[str, int]) -> int | None:
    """Return the value of 'two hundred and fifty thousand', or None if words don't form one number."""
    total, current, last = 0, 0, 0
    for word in words:
        if word in big:
            factor = big[word]
            if factor == 100:
                current = (current or 1) * 100
            else:
                total, current = total + (current or 1) * factor, 0
        elif word in ("dozen", "dutzend", "docena"):
            current = (current or 1) * 12
        elif word in numbers:
            if last and (last < 20 or numbers[word] >= 10) and words[0] not in ("a", "an") and last < 100:
                return None
            current += numbers[word]
        elif word not in ("and", "und", "y"):
            return None
        last = numbers.get(word, big.get(word, last))
    return total + current
