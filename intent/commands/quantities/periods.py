"""Costs for several spans of time brought to one, 'a van at 900 a quarter and fuel at 45 a week', and work
by the hour.
"""

from functools import partial
from re import Match

from intent.commands.quantities.bills import Bill
from intent.commands.readers.numbers.figures import plain_number
from intent.data_files import pattern
from intent.slots.text import fold

_pattern = partial(pattern, "periods")
_TOLD, _ASKED, _APART, _WORK, _AND = (_pattern(one) for one in ("told", "asked", "apart", "work", "and"))
_A_YEAR = {"week": 52, "month": 12, "quarter": 4, "year": 1}
_LONGEST, _FEWEST = 300, 2  # characters of such a question, and its amounts
_NUMBERS = {word: at for at, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)}


def read_periods(message: str) -> Bill | None:
    """Return amounts for weeks, months, quarters or years as one sum for the span asked for.

    None if another figure is told, or a word may mean that some amount isn't to be added.
    """
    folded = fold(message).strip()
    asked = _ASKED.search(folded) if len(folded) <= _LONGEST else None
    told = [*_TOLD.finditer(folded, 0, asked.start())] if asked else []
    rest = _TOLD.sub("", folded)
    if not asked or asked.end() < len(folded) or len(told) < _FEWEST or _APART.search(folded):
        return None
    if any(map(str.isdigit, rest)):
        return None
    written = " + ".join(_in_span(one, asked["span"]) for one in told)
    return Bill(written, written.replace("*", "x"), "", cents=True)


def _in_span(told: Match[str], span: str) -> str:
    """Return an amount as that of another span of time, by the year."""
    figure, own, wanted = plain_number(told["figure"]), _A_YEAR[told["span"]], _A_YEAR[span]
    if own == wanted:
        return figure
    if own % wanted == 0:
        return f"{figure} * {own // wanted}"
    if wanted % own == 0:
        return f"{figure} / {wanted // own}"
    return f"{figure} * {own} / {wanted}"


def read_working_time(message: str) -> Bill | None:
    """Return the sum of 'so 3 cleaners at 12.60 for 8 hours, plus Ann at 15 for 9 hours?'

    None for anything else, and for 'meet Ann at 10 for 2 hours': an hour of the day.
    """
    folded = fold(message).strip()
    terms = [one for one in map(_WORK.fullmatch, map(str.strip, _AND.split(folded.strip(" ?.!")))) if one]
    asks = folded.endswith("?") and any(one["count"] for one in terms)
    rated = all(one["rated"] or not one["price"][0].isdigit() for one in terms)
    if len(terms) < len(_AND.split(folded)) or not terms or not (asks or rated):
        return None
    written = " + ".join(map(_product, terms))
    return Bill(written.replace("x", "*"), written, "", cents=True)


def _product(term: Match[str]) -> str:
    count = term["count"] or "1"
    number = count if count.isdigit() else str(_NUMBERS[count])
    figures = [plain_number(term["price"]), term["times"]]
    return " x ".join(figures if number == "1" else [number, *figures])
