"""A percentage and an amount in words: 'it is 1,284 including 20% VAT, what is the net amount?'"""

from decimal import Decimal
from typing import NamedTuple

from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.words import asking, decimal_mark, share_modes, share_sides, share_words
from intent.slots.text import fold

_LONGEST = 300  # characters of such a question
_FIGURES = 2


class Share(NamedTuple):
    """A rate and an amount. By `mode` it is added ("on"), taken "off", contained ("net") or a "part"."""

    rate: Decimal
    amount: Decimal
    mode: str


def find_share(message: str) -> Share | None:
    """Return the question about a message's one percentage and one amount, or None if anything is unclear."""
    folded = fold(message)
    question = next(asking().finditer(folded), None) if len(folded) <= _LONGEST else None
    if question is None:
        return None
    row = pieces_of(folded, decimal_mark(question[0]))
    figures = [one for one in row if one.value is not None]
    rates = [one for one in figures if one.currency == "%"]
    amounts = [one for one in figures if one.currency != "%"]
    mode = _mode(folded[: question.start()]) or _mode(folded)
    if not mode or len(figures) != _FIGURES or len(rates) != 1 or _is_vague(row, folded[question.end() :]):
        return None
    rate, amount = rates[0].value, amounts[0].value
    return Share(rate, amount, mode) if rate and amount and 0 < rate <= 100 and amount > 0 else None


def _mode(text: str) -> str:
    """Return how a rate relates to its amount. The first matching list of words decides."""
    said = {one.text for one in pieces_of(text) if one.is_word}
    sides = [side for side, words in share_sides().items() if said & words]
    modes = (mode for mode, words in share_modes().items() if said & words)
    return next(modes, {"gross": "net", "net": "on"}[sides[0]] if len(sides) == 1 else "")


def _is_vague(row: list[Piece], asked: str) -> bool:
    """Return whether a word changes the calculation, or the question asks for something else."""
    known = share_words()
    words = [one.text for one in pieces_of(asked) if one.is_word]
    loose = any(one.value is None and any(map(str.isdigit, one.text)) for one in row)
    return loose or any(one.is_("share_veto") for one in row) or not all(one in known for one in words)
