"""Reads so many of several rows: '3 large trays and 2 cakes, what does that cost?'."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import FIGURE, Token
from intent.commands.tables.question import CellTest
from intent.commands.tables.words import TableWords
from intent.commands.words import at_start, key_of

_JOINS, _OF = ("and", "&", "+", "plus", ","), ("of", "x", "×", "times", "the")
_ASKS = ("skip", "money", "much", "sum", "sum_those", "overall", "view")
_LONGEST, _LONGEST_VALUE = 30, 4  # words


@dataclass(frozen=True, slots=True)
class SeveralPieces:
    """How many of which rows, and the column of their prices."""

    items: tuple[tuple[Decimal, tuple[CellTest, ...]], ...]
    price: str
    free_words: int = field(default=-3, compare=False)  # more certain than a question for some rows


@slot_type("several_pieces", cues=lambda: frozenset((FIGURE,)))
def _several_pieces(words: Words) -> SeveralPieces | None:
    """Return the pieces whose price is asked for, if each word is a number, a value, or asks for it."""
    at_hand, tokens = words.situation.table, [*words.tokens]
    if at_hand is None or len(at_hand.prices) != 1 or len(tokens) > _LONGEST:
        return None
    starts = [at for at in range(len(tokens)) if _begins(words, tokens, at)]
    if not starts or not _only_asks([one.word for one in tokens[: starts[0]]]):
        return None
    parts = [tokens[at:end] for at, end in zip(starts, [*starts[1:], len(tokens)], strict=True)]
    items = tuple(_item(words, at_hand, part) for part in parts)
    rests = [[one.word for one in part[size:]] for part, (*_, size) in zip(parts, items, strict=True)]
    asks = _only_asks(rests[-1]) and _asks(words) and not any(map(_without_joins, rests[:-1]))
    several = len(items) > 1 or len(items[0][1]) > 1
    if not (asks and several and all(tests for _, tests, _ in items)):
        return None
    return SeveralPieces(tuple((number, tests) for number, tests, _ in items), at_hand.prices[0])


def _begins(words: Words, tokens: Sequence[Token], at: int) -> bool:
    """Return whether a number begins an item, or 'a' behind 'and': '2 cakes and a tray'."""
    is_article = bool(key_of("article", tokens[at].word))
    behind = at > 0 and tokens[at - 1].word in _JOINS
    return behind if is_article else read_slot("number", words.part([tokens[at]])) is not None


def _item(
    words: Words, at_hand: TableWords, part: Sequence[Token]
) -> tuple[Decimal, tuple[CellTest, ...], int]:
    """Return a number, the tests for its row, and their length in words."""
    said, at = [one.word for one in part], 1
    tests: list[CellTest] = []
    while at < len(said):
        size, test = _value(at_hand, tuple(said[at:]))
        if not size and (tests or said[at] not in _OF):
            break
        tests += [test] if test else []
        at += size or 1
    number = read_slot("number", words.part([part[0]]))
    return Decimal(number or 1), tuple(tests), at


def _value(at_hand: TableWords, said: tuple[str, ...]) -> tuple[int, CellTest | None]:
    for size in range(min(_LONGEST_VALUE, len(said)), 0, -1):
        columns, value = at_hand.values_named(said[:size])
        if columns and not key_of("article", said[0]):
            return size, CellTest(columns, "has", value)
    return 0, None


def _asks(words: Words) -> bool:
    said = tuple(one.word for one in words.tokens)
    return bool({*_keys(said)} - {"skip", "view", ""})


def _only_asks(said: Sequence[str]) -> bool:
    return all(key in _ASKS for key in _keys(_without_joins(said)))


def _without_joins(said: Sequence[str]) -> tuple[str, ...]:
    return tuple(one for one in said if one not in _JOINS)


def _keys(said: tuple[str, ...]) -> Iterator[str]:
    at = 0
    while at < len(said):
        key, size = at_start("table_word", said[at:])
        yield key
        at += size or 1
