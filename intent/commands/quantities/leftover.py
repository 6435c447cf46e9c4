"""What is left of so many, of which some are told to be gone: '40 chairs, 6 are broken, how many now?'"""

from collections.abc import Sequence
from decimal import Decimal
from itertools import islice, takewhile

from intent.commands.quantities.pieces import Piece, pieces_of
from intent.commands.quantities.told import unit_or_thing
from intent.commands.quantities.words import asking, decimal_mark
from intent.slots.text import fold

_LONGEST = 300  # characters of such a question
_MOST_NOUNS = 5
_ASKING = ("left", "ask_end", "left_between")  # lists of words of the question


def find_leftover(message: str) -> tuple[Decimal, ...]:
    """Return how many there were and how many are gone, one after the other, empty if that is unclear."""
    folded = fold(message)
    question = list(asking().finditer(folded))[-1:] if len(folded) <= _LONGEST else []
    if not question:
        return ()
    told = pieces_of(folded[: question[0].start()], decimal_mark(question[0][0]))
    places = [at for at, one in enumerate(told) if one.value is not None]
    if len(places) < 2 or any(one.is_("left_veto") for one in told):
        return ()
    nouns = _nouns(told[places[0] + 1 :])
    if not _asks(pieces_of(folded[question[0].end() :]), nouns) or not _all_gone(told, places, nouns):
        return ()
    values = [told[at].value or Decimal(0) for at in places]
    return tuple(values) if min(values) > 0 and values[0] >= sum(values[1:]) else ()


def _nouns(row: Sequence[Piece]) -> list[str]:
    """Return what is counted: the words right after the first figure, 'litres of milk'."""
    counted = takewhile(lambda one: one.is_word and not (one.is_("gone") or one.is_("joins")), row)
    return [one.text for one in islice(counted, _MOST_NOUNS)]


def _asks(row: Sequence[Piece], nouns: Sequence[str]) -> bool:
    """Return whether a question asks what is left, of what is counted and of nothing else."""
    words = [one for one in row if one.is_word or one.value is not None]
    kinds = {unit_or_thing(one) for one in nouns}
    known = (any(map(one.is_, _ASKING)) or unit_or_thing(one.text) in kinds for one in words)
    return all(known) and any(one.is_("left") for one in words)


def _all_gone(told: Sequence[Piece], places: Sequence[int], nouns: Sequence[str]) -> bool:
    """Return whether each later figure is of some that are gone, and no word tells anything else."""
    ends = [*places[1:], len(told)]
    between = [told[at + 1 : end] for at, end in zip(places, ends, strict=True)]
    kinds = {unit_or_thing(one) for one in nouns}
    words = [one for row in between for one in row if one.is_word]
    known = (one.is_("gone") or one.is_("left_between") or unit_or_thing(one.text) in kinds for one in words)
    gone = [sum(one.is_("gone") for one in row) for row in between]
    beside = (gone[at] or gone[at - 1] for at in range(1, len(places)))
    return all(known) and all(beside) and sum(gone) >= len(places) - 1
