"""Particles in orders about a table: 'leave the prices out', 'just Dog and Minutes', dashes."""

from collections.abc import Sequence

from intent.commands.grammar.tokens import Token
from intent.commands.tables.words import TableWords
from intent.commands.words import key_of

_OUT = "out"
_LONGEST = 6  # words between a verb and its 'out'
_COMPARES, _THAN, _BETWEEN = ("more", "less", "fewer"), "than", 3
_DASHES = ("-", "–", "—")
_JUST, _BEING = "just", ("is", "are", "was", "were", "has", "have", "had")
_BESIDE = ("the", "a", "and", "its", "their", "column", "columns", "row", "rows")  # allowed between


def with_out_at_verb(tokens: Sequence[Token], at_hand: TableWords) -> list[Token]:
    """Return words with 'out' moved to its verb, if only columns come between."""
    found = list(tokens)
    for at, one in enumerate(tokens):
        near = [each.word for each in found[at + 1 : at + 2 + _LONGEST]]
        if not key_of("leaves_out", one.word) or _OUT not in near:
            continue
        between = near[: near.index(_OUT)]
        if all(word in _BESIDE or _is_told(word, at_hand) for word in between):
            found.insert(at + 1, found.pop(at + 1 + len(between)))
    return found


def with_than_at_bound(tokens: Sequence[Token], at_hand: TableWords) -> list[Token]:
    """Return 'less stock than' as 'stock less than', if it is of a column."""
    found = list(tokens)
    for at, one in enumerate(tokens):
        near = [each.word for each in found[at + 1 : at + 2 + _BETWEEN]]
        size = near.index(_THAN) if one.word in _COMPARES and _THAN in near else 0
        if size and at_hand.columns_named(tuple(near[:size])):
            found.insert(at + size, found.pop(at))
    return found


def _is_told(word: str, at_hand: TableWords) -> bool:
    """Return whether a word names a column of the table, or a value."""
    return bool(at_hand.columns_named((word,)) or at_hand.values_named((word,))[0])


def holds_just(tokens: Sequence[Token], at_hand: TableWords) -> bool:
    """Return whether 'just' precedes a column: 'as Excel, just Dog and Minutes', but not 'has just paid'."""
    rows = zip(["", *(one.word for one in tokens)], tokens, tokens[1:], strict=False)
    return any(
        one.word == _JUST and before not in _BEING and bool(at_hand.columns_called((after.word,)))
        for before, one, after in rows
    )


def without_dashes(tokens: Sequence[Token], at_hand: TableWords) -> list[Token]:
    """Return words without the dashes that are punctuation: a minus stands between two columns of numbers."""
    return [one for at, one in enumerate(tokens) if not _is_dash(one) or _subtracts(tokens, at, at_hand)]


def _is_dash(token: Token) -> bool:
    return token.word in _DASHES and not token.is_quoted


def _subtracts(tokens: Sequence[Token], at: int, at_hand: TableWords) -> bool:
    around = (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])
    named = [{*at_hand.columns_called((one.word,))} & {*at_hand.numbers} for one in around]
    return len(named) > 1 and all(named)
