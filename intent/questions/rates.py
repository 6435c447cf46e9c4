"""Prices and their units in a question: 'how much is the van per day?'"""

from functools import cache

from intent.questions.asked import PRICE, Question
from intent.questions.synonyms import synonyms_of
from omniforge.projects.search.words import stems

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
