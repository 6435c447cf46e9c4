"""Prices and their units in a question: 'how much is the van per day?'"""

from functools import cache

from intent.questions.asked import PRICE, Question
from intent.questions.rows import figure_of
from intent.questions.synonyms import synonyms_of
from intent.questions.values import PRICES
from omniforge.projects.search.words import stem_of, stems

_PER = ("per", "a", "an", "each", "pro")


@cache
def _periods() -> frozenset[str]:
    return frozenset(
        stems("day hour hourly daily week weekly month night year head person piece tag stunde woche")
    )


def is_of_price(word: str, question: Question) -> bool:
    """Return whether a stem only expresses a price or its unit, which any amount answers."""
    prices = {PRICE, *synonyms_of(PRICE)}
    per = {f"{one}{period}" for one in _PER for period in _periods()}
    if not {*question.words} & (prices | per):
        return False
    return word in prices or word in per or word in _periods() or word.isdigit()


def gives_rate(word: str, row: str) -> bool:
    """Return whether a stem asks for a price, or one per day, and a row has it in a column: 'Day: 88'."""
    period = _period(word)
    if not period and word not in PRICES:
        return False
    cells = (cell.partition(": ") for cell in row.split("; "))
    return any(
        figure_of(cell) and (not period or of == period)
        for label, _, cell in cells
        if (of := _period_of(label))
    )


def is_of_rates(words: frozenset[str]) -> bool:
    """Return whether the stems above a table say that its figures are prices."""
    return not words.isdisjoint(_priced())


def _period_of(label: str) -> str:
    """Return the period of a column of prices, 'Per day' or 'Week (pounds)', empty for other columns."""
    words = stems(label)
    periods = {period for word in words if (period := _period(word))}
    is_alone = all(_period(word) or word in _priced() or word in _PER for word in words)
    return periods.pop() if len(periods) == 1 and is_alone else ""


def _period(word: str) -> str:
    """Return the period of 'perday', 'daily' or 'day', empty for other stems."""
    return _of_periods().get(word, "")


@cache
def _of_periods() -> dict[str, str]:
    """Map the stems that name a period to it: 'weekly' and 'per week' to 'week'."""
    named = {"hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week", "monthly": "month"}
    found = {stem_of(adverb): period for adverb, period in named.items()} | {"annual": "year", "year": "year"}
    found |= {period: period for period in named.values()}
    return found | {f"{per}{one}": one for per in (*_PER, "every") for one in {*found.values()}}


@cache
def _priced() -> frozenset[str]:
    return PRICES | frozenset(
        stems("hire tariff pounds euros dollars francs pence cents gbp eur usd chf vat net")
    )
