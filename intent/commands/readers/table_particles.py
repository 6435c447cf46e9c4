"""Separable verbs in orders about a table: 'leave the prices out'."""

from collections.abc import Sequence

from intent.commands.table_words import TableWords
from intent.commands.tokens import Token
from intent.commands.words import key_of

_OUT = "out"
_LONGEST = 6  # words between a verb and its 'out'
_BESIDE = ("the", "a", "and", "its", "their", "column", "columns")  # allowed between the columns


def with_out_at_verb(tokens: Sequence[Token], at_hand: TableWords) -> list[Token]:
    """Return words with 'out' moved to its verb, if only columns come between."""
    found = list(tokens)
    for at, one in enumerate(tokens):
        near = [each.word for each in found[at + 1 : at + 2 + _LONGEST]]
        if not key_of("leaves_out", one.word) or _OUT not in near:
            continue
        between = near[: near.index(_OUT)]
        if all(word in _BESIDE or at_hand.columns_named((word,)) for word in between):
            found.insert(at + 1, found.pop(at + 1 + len(between)))
    return found
