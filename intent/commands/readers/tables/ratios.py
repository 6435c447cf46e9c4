"""Reads one column divided by another: 'the cost per litre, cheapest first', 'most loans per visitor'."""

from collections.abc import Sequence

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.readers.tables.money_terms import PAYS
from intent.commands.readers.tables.new_columns import NewColumn
from intent.commands.tables.meanings import EXTREMES, HIGHEST
from intent.commands.tables.takings import Takings, takings_of
from intent.commands.tables.words import TableWords
from intent.commands.words import at_start, key_of

_PER = "per"
_EACH = ("for", "in", "at", "of", "each", "every", "the", "a", "all", _PER)  # before the name of the rows
_FIRST = ("first", "with", "from", "the")
_PROFIT = ("profit", "profits", "margin")
_MOST = 12  # words
_WORTH = "worth"
_BESIDE = ("us", "me", "in", "money")


@slot_type("column_ratio", cues=lambda: frozenset((_PER,)))
def _column_ratio(words: Words) -> NewColumn | None:
    """Return the column that 'loans per visitor' is, if there are columns for both and none for it."""
    at_hand, said = words.situation.table, [one.word for one in words.tokens if not one.is_mark]
    if at_hand is None or _PER not in said or len(said) > _MOST:
        return None
    at = said.index(_PER)
    skips = key_of("table_word", said[0]) == "mean" and at + 2 < len(
        said
    )  # 'the average fee per hour' is one
    front, direction = _without_order(said[skips:at])
    behind, other = _without_order(said[at + 1 :])
    part, whole = _number(front, at_hand), _number(behind[:1], at_hand)
    known = at_hand.is_name((*front, _PER, *behind[:1])) or at_hand.is_name((_PER, *behind[:1]))
    known = known or bool(whole and _groups(whole, behind[0], at_hand))
    if not (part and whole) or part == whole or known or not _names_rows(behind[1:], at_hand):
        return None
    order = direction if direction is not None else other
    return NewColumn(f"{part} per {whole}", (part, whole), ("/",), descending=order)


@slot_type("worth_of_row", cues=lambda: frozenset((_WORTH, *PAYS)))
def _worth_of_row(words: Words) -> NewColumn | None:
    """Return what each row is worth, quantity times price: 'worth the most', 'pays us the most'.

    Somebody with several rows pays more than each of them says.
    """
    at_hand, said = words.situation.table, [one.word for one in words.tokens]
    front, descending = _without_order(said)
    front = [one for one in front if one not in _BESIDE]
    if at_hand is None or at_hand.worth is None or descending is None or len(front) != 1:
        return None
    people = at_hand.cells(at_hand.person)
    if front == [_WORTH] or (front[0] in PAYS and len({*people}) == len(people)):
        return NewColumn("worth", at_hand.worth, ("*",), descending=descending)
    return None


@slot_type("profit_of_row", cues=lambda: frozenset(_PROFIT))
def _profit_of_row(words: Words) -> NewColumn | None:
    """Return what each row earns, counts times price minus cost: 'the most profit', 'profit for each'."""
    at_hand, said = words.situation.table, [one.word for one in words.tokens if not one.is_mark]
    columns = takings_of(at_hand) if at_hand else Takings("", "", "")
    front, descending = _without_order(said)
    named = [one for one in front if one not in (*_EACH, *_BESIDE, "item", "one", "row")]
    if at_hand is None or not all(columns) or len(named) != 1 or named[0] not in _PROFIT:
        return None
    if at_hand.columns_named((named[0],)):
        return None
    amount, price, cost = columns
    return NewColumn("profit", (price, amount, cost, amount), ("*", "-", "*"), descending=descending)


def _without_order(said: Sequence[str]) -> tuple[Sequence[str], bool | None]:
    """Return words without a superlative among them, and whether it puts the highest first."""
    for at in range(len(said)):
        key, size = at_start("table_word", tuple(said[at:]))
        if key in EXTREMES:
            kept = [one for one in said[at + size :] if one not in _FIRST]
            return [*(one for one in said[:at] if one not in _FIRST), *kept], key in HIGHEST
    return [one for one in said if not key_of("article", one)], None


def _number(said: Sequence[str], at_hand: TableWords) -> str:
    """Return the one column of numbers that words name, else empty."""
    named = [one for one in at_hand.columns_called(tuple(said)) if one in at_hand.numbers] if said else []
    return named[0] if len(named) == 1 else ""


def _groups(column: str, word: str, at_hand: TableWords) -> bool:
    """Return whether a column of numbers names what rows belong to: van 1, van 2, van 1."""
    cells = at_hand.cells(column)
    return word == column.lower() and len(set(cells)) < len(cells)


def _names_rows(said: Sequence[str], at_hand: TableWords) -> bool:
    """Return whether the words only say that each row is meant: 'for each stop'."""
    return all(one in _EACH or at_hand.columns_called((one,)) == (at_hand.key,) for one in said)
