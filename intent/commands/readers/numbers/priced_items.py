"""Reads what a price is asked of: 'two flat whites and a scone'."""

from collections.abc import Sequence
from decimal import Decimal

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.words import at_start, key_of

_JOINTS = ("and", "plus", "&", ",")
_LONGEST = 4  # words of a name
Item = tuple[Decimal, str]


@slot_type("priced_items")
def _priced_items(words: Words) -> tuple[Item, ...] | None:
    """Return how many of what, item by item, or None if a part is no name, or it is one of one thing."""
    rows: list[list[Token]] = [[]]
    for token in words.tokens:
        if token.word in _JOINTS:
            rows.append([])
        else:
            rows[-1].append(token)
    items = [_item(words, row) for row in rows if row]
    found = tuple(one for one in items if one)
    is_sum = len(found) > 1 or any(number != 1 for number, _ in found)
    return found if is_sum and len(found) == len(items) else None


def _item(words: Words, row: Sequence[Token]) -> Item | None:
    number = read_slot("number", words.part(row[:1]))
    article = at_start("article", (row[0].word,))[1]
    rest = row[1:] if number is not None or article else row
    pointed = any(key_of("pronoun", one.word) or one.word.isdigit() for one in rest)
    if pointed or not 0 < len(rest) <= _LONGEST:
        return None
    return (Decimal(1) if number is None else number), words.part(rest).text
