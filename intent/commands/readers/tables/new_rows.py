"""Reads a row that is to be added to the table at hand, and the new name of a column."""

from collections.abc import Mapping
from dataclasses import dataclass

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.readers.tables.placed_cells import placed_cells
from intent.commands.tables.cells import day_of, is_no, is_yes
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of
from intent.typed_cells import Cell, typed
from omniforge.english import capital
from omniforge.tables.cells import as_number

_SEPARATORS = (",", ";")
_DENIALS = ("not", "no")
_LONGEST = 20  # words
_LONGEST_NAME = 6  # words of what names a row
_AT_PRICE = ("at", "@", "for", "each", "costing", "€", "$", "£")
_JOINTS = ("and", "with", "a", "an", "the", "of", "x", "is", "=", ":", *_SEPARATORS)
_MONEY = "€$£"


@dataclass(frozen=True, slots=True)
class NewRow:
    """A new row: a cell for each column of the table at hand, None if nothing was said."""

    cells: tuple[Cell, ...]
    free_words: int = -2  # more certain than a new thing of that name


@slot_type("new_row")
def _new_row(words: Words) -> NewRow | None:
    """Return a row: its cells in the table's order, or figures with their columns beside a name."""
    at_hand = words.situation.table
    if at_hand is None or not 1 < len(words.tokens) <= _LONGEST:
        return None
    return _listed(words, at_hand) or _told(words, at_hand)


@slot_type("full_row")
def _full_row(words: Words) -> NewRow | None:
    """Return a row that leaves no cell out, which is hardly anything else: '10 heuchera at 3.40'."""
    at_hand = words.situation.table
    found: NewRow | None = _new_row(words)
    if found and None not in found.cells:
        return found
    said = placed_cells(words.text, at_hand) if at_hand and len(words.tokens) <= _LONGEST else None
    return _of_columns(said, at_hand) if said and at_hand else None


@slot_type("table_column")
def _table_column(words: Words) -> str | None:
    """Return the column at hand that words name."""
    at_hand = words.situation.table
    named = at_hand.columns_called(tuple(one.word for one in words.tokens)) if at_hand else ()
    return named[0] if len(named) == 1 else None


def _listed(words: Words, at_hand: TableWords) -> NewRow | None:
    """Return 'Heuchera, 10, 3.40' as a row."""
    for mark in _SEPARATORS:
        parts = [one.strip() for one in _parts(words.text, mark, len(at_hand.columns))]
        parts = _with_day_apart(parts, at_hand)
        if len(parts) == len(at_hand.columns) > 1 and all(parts):
            return _row([_bare(*each, at_hand) for each in zip(parts, at_hand.columns, strict=True)], at_hand)
    return None


def _bare(part: str, column: str, at_hand: TableWords) -> str:
    """Return a cell without its column's name, and a mark as it is written: 'due 20 May', 'not paid'."""
    head, _, name = part.partition(":")
    if name.strip() and column in at_hand.columns_called(as_words(head)[-1:]):
        return name.strip()  # 'a course: Raku weekend'
    words = part.split()
    rest = [one for one in words if column not in at_hand.columns_called(as_words(one))]
    if column in at_hand.marks:
        denies = is_no(part) or words[0].lower() in _DENIALS
        same = (one for one in at_hand.cells(column) if (is_no(one) if denies else is_yes(one)))
        told = denies or is_yes(part) or not rest
        return str(next(same, "no" if denies else "yes")) if told else part
    if column in at_hand.numbers and rest and is_no(rest[0]):
        return "0"
    return " ".join(rest) if rest and len(rest) < len(words) else part


def _with_day_apart(parts: list[str], at_hand: TableWords) -> list[str]:
    """Return cells with a day in its own one, if no mark is before it: 'Nowak 27 Nov, Jo, 450'."""
    for place, (part, column) in enumerate(zip(parts, at_hand.columns[1:], strict=False)):
        told = column not in at_hand.days or day_of("".join(parts[place + 1 : place + 2]), at_hand.today)
        words = [] if told else part.split()
        for at in range(1, len(words)):
            if day_of(day := " ".join(words[at:]), at_hand.today):
                return [*parts[:place], " ".join(words[:at]), day, *parts[place + 1 :]]
    return parts


def _parts(text: str, mark: str, width: int) -> list[str]:
    """Return a text split at a mark, except within '5,600' if that fits better or blanks set cells apart."""
    parts, figures = text.split(mark), list[str]()
    if mark != "," or (len(parts) == width and ", " not in text):
        return parts
    for one in parts:
        if figures and as_number(f"{figures[-1].strip()}{mark}{one}") is not None:
            figures[-1] += mark + one
        else:
            figures.append(one)
    return figures


def _row(parts: list[str], at_hand: TableWords) -> NewRow | None:
    """Return texts as a row, unless a column of numbers would get a word."""
    bare = [one.lstrip(_MONEY) for one in parts]
    cells = typed([bare])[0][0]
    numbers = [isinstance(cells[at_hand.place(one)], int | float) for one in at_hand.numbers]
    return NewRow(cells) if all(numbers) else None


def _told(words: Words, at_hand: TableWords) -> NewRow | None:
    """Return '10 heuchera at 3.40' or 'heuchera, quantity 10' as a row."""
    tokens = [one for one in words.tokens if one.word not in _JOINTS]
    said: dict[str, str] = {}
    for at, token in enumerate(tokens):
        if not _is_number(token):
            continue
        column = _column_of(tokens, at, at_hand)
        if not column or column in said:
            return None
        said[column] = token.text.lstrip(_MONEY)
    name = _name(tokens, at_hand)
    if not said or not name:
        return None
    said[at_hand.key] = name
    return _of_columns(said, at_hand)


def _of_columns(said: Mapping[str, str], at_hand: TableWords) -> NewRow:
    cells = typed([[said.get(one, "") for one in at_hand.columns]])[0][0]
    return NewRow(tuple(None if cell == "" else cell for cell in cells))


def _is_number(token: Token) -> bool:
    return token.word.lstrip(_MONEY)[:1].isdigit()


def _column_of(tokens: list[Token], at: int, at_hand: TableWords) -> str:
    """Return the column of a figure: the one beside it, a price behind 'at', else the quantity."""
    beside = [*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2]]
    named = [one for each in beside for one in at_hand.columns_named((each.word,)) if one in at_hand.numbers]
    if named:
        return named[0]
    is_price = bool({one.word for one in beside} & {*_AT_PRICE}) or tokens[at].text[0] in _MONEY
    others = tuple(one for one in at_hand.numbers if one not in at_hand.prices)
    totals = at_hand.numbers_of("column_total")
    prices = tuple(one for one in at_hand.prices if one not in totals)
    fits = prices if is_price else at_hand.amounts or others
    return fits[0] if len(fits) == 1 else ""


def _name(tokens: list[Token], at_hand: TableWords) -> str:
    """Return the words for what the row is, as they stand together, empty if others are between them."""
    kept = [
        one
        for one in tokens
        if not (_is_number(one) or one.word in _AT_PRICE or at_hand.columns_named((one.word,)))
    ]
    if not 0 < len(kept) <= _LONGEST_NAME or any(key_of("pronoun", one.word) for one in kept):
        return ""
    together = tokens.index(kept[-1]) - tokens.index(kept[0]) == len(kept) - 1
    return capital(" ".join(one.text for one in kept)) if together else ""
