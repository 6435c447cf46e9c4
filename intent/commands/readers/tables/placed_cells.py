"""Reads cells that tell their columns themselves: 'Elm, contact Jo Lund, 55 walks at 8.60, 12:30'."""

from collections.abc import Sequence

from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.tables.cells import day_of, minutes_of
from intent.commands.tables.profits import profit_columns
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of
from omniforge.tables.cells import as_number

_DENIALS = ("not", "no", "isn't", "without")
_AT = ("at", "@", "for", "each", "costing", "of", "is", "a", "an")
_LONGEST_NAME = 3  # words of a column's name
_FEWEST = 2  # cells beside the row's name


def placed_cells(text: str, at_hand: TableWords) -> dict[str, str] | None:
    """Return by column the cells that the parts of a text tell, or None if one of them fits no column."""
    name, *parts = [one.strip() for one in _parted(text)]
    said = {at_hand.key: " ".join(_bare(name.split()))}
    for part in parts:
        found = _cells_of(part, at_hand)
        if not found or {*found} & {*said}:
            return None
        said.update(found)
    return said if len(said) > _FEWEST and name else None


def _bare(name: list[str]) -> list[str]:
    return name[1:] if name and key_of("article", name[0].lower()) else name


def _parted(text: str) -> list[str]:
    """Return the parts of a text, with a price behind a name, 'Elm at 5.50', as one of them."""
    first, *rest = text.split(",")
    name, at, price = first.partition(" at ")
    return [name, f"at {price}", *rest] if at and as_number(price.strip()) is not None else [first, *rest]


def _cells_of(part: str, at_hand: TableWords) -> dict[str, str]:
    words = part.split()
    for size in range(min(_LONGEST_NAME, len(words)), 0, -1):
        columns = at_hand.columns_called(as_words(" ".join(words[:size])))
        if len(columns) == 1 and len(words) > size and columns[0] not in at_hand.marks:
            rest = [one for one in words[size:] if one not in _AT]
            return {columns[0]: " ".join(rest)}
    return _of_mark(part, at_hand) or _of_kind(part, at_hand) or _figures(tokenize(part), at_hand)


def _of_mark(part: str, at_hand: TableWords) -> dict[str, str]:
    """Return the cell of 'not vegan' as that of the column of marks."""
    said = [one for one in as_words(part) if one not in _DENIALS]
    columns = [one for one in at_hand.columns_called(tuple(said)) if one in at_hand.marks] if said else []
    denies = len(said) < len(as_words(part))
    return {columns[0]: "no" if denies else "yes"} if len(columns) == 1 else {}


def _of_kind(part: str, at_hand: TableWords) -> dict[str, str]:
    """Return a time, a day, or a value that a column has already."""
    if minutes_of(part) is not None and ":" in part:
        columns: Sequence[str] = at_hand.times
    elif day_of(part, at_hand.today):
        columns = at_hand.days
    else:
        columns = at_hand.values_named(as_words(part))[0] if at_hand.is_value(part) else ()
    return {columns[0]: part} if len(columns) == 1 else {}


def _figures(tokens: Sequence[Token], at_hand: TableWords) -> dict[str, str]:
    """Return '55 walks at 8.60' as a count and a price, if each has one column and nothing is left."""
    every = tuple(one for one in at_hand.prices if one not in at_hand.numbers_of("column_total"))
    counts = tuple(one for one in at_hand.numbers if one not in every)
    prices = (profit_columns(at_hand) or every)[:1] if len(every) > 1 else every
    found: dict[str, str] = {}
    for at, token in enumerate(tokens):
        if as_number(token.text) is None:
            continue
        is_price = bool(at) and tokens[at - 1].word in _AT
        beside = at_hand.columns_named(tuple(one.word for one in tokens[at + 1 : at + 2]))
        fits = prices if is_price else tuple(one for one in beside if one in counts) or counts
        if len(fits) != 1 or fits[0] in found:
            return {}
        found[fits[0]] = token.text
    rest = [one.word for one in tokens if as_number(one.text) is None and one.word not in _AT]
    return found if all(at_hand.columns_named((one,)) for one in rest) else {}
