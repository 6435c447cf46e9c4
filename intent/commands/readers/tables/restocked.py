"""Reads how far a stock is to be filled up: 'order up to double the minimum for those that are short'."""

from dataclasses import dataclass
from decimal import Decimal

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.tables.limits import only_limit
from intent.commands.tables.words import TableWords
from intent.commands.words import key_of, table

_LONGEST = 40  # words
_BEHIND_NAME = ("should", "must", "needs", "has", "can", "to")


@dataclass(frozen=True, slots=True)
class Restocking:
    """How many times the limit a stock is to reach, and whether only rows below the limit are meant."""

    times: Decimal
    only_short: bool
    free_words: int = -4  # more certain than a question about the same columns


@slot_type("restocked", cues=lambda: frozenset(("minimum", "min", "reorder")))
def _restocked(words: Words) -> Restocking | None:
    """Return how far to fill up, if every word belongs to such an order."""
    at_hand, said = words.situation.table, [one for one in words.tokens if not one.is_mark]
    if at_hand is None or len(said) > _LONGEST or only_limit(at_hand) is None:
        return None
    kinds = {_kind(one, said[at + 1 : at + 2], at_hand) for at, one in enumerate(said)}
    if "" in kinds or "limit" not in kinds or not kinds & {"fill", "times"}:
        return None
    told = [table("column_times")[(one.word,)] for one in said if (one.word,) in table("column_times")]
    return Restocking(Decimal(told[0]) if told else Decimal(1), "short" in kinds)


def _kind(one: Token, after: list[Token], at_hand: TableWords) -> str:
    """Return what a word says in such an order, empty if it belongs to something else."""
    if kind := key_of("restock_word", one.word):
        return kind
    if (one.word,) in table("column_times"):
        return "times"
    if one.text.istitle() and after and after[0].word in _BEHIND_NAME:
        return "who"
    return "column" if at_hand.columns_called((one.word,)) else ""
