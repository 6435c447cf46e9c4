"""Slots for orders about tables: names of columns, files and rows, numbers of rows, cell values."""

from functools import cache

from intent.commands.grammar.slot_types import Words, read_slot, slot_type, text_of
from intent.commands.grammar.tokens import Token
from intent.commands.words import key_of, table
from intent.slots.days import read_day
from intent.slots.moment_words import phrases_of

_LONGEST_NAME = 4  # words of a column
_MOST_COLUMNS = 12


@cache
def _no_column() -> frozenset[str]:
    """Return words that no column name contains, because they introduce something else."""
    return frozenset(word for form in table("no_column") for word in form)


@slot_type("column")
def _column(words: Words) -> str | None:
    """Return a possible column name: a few words, none of which introduces something else."""
    tokens = list(words.tokens)
    if len(tokens) == 1 and tokens[0].is_quoted:
        return tokens[0].text
    while tokens and tokens[0].word in ("the", "a", "an", "its", "their", "die", "der", "den", "das", "dem"):
        tokens.pop(0)
    if len(tokens) > 1 and tokens[-1].word in ("column", "columns"):
        tokens.pop()
    if not 0 < len(tokens) <= _LONGEST_NAME or any(
        token.word in _no_column() or token.is_mark or token.word.endswith("%") for token in tokens
    ):
        return None
    return text_of(words.source, tokens)


@slot_type("columns")
def _columns(words: Words) -> tuple[str, ...] | None:
    """Return a list of column names: 'Name, Start date and Price'."""
    groups: list[list[Token]] = [[]]
    for token in words.tokens:
        if not token.is_quoted and token.word in (",", "and", "&", "/", "plus", "und", "y"):
            groups.append([])
        else:
            groups[-1].append(token)
    names = [_column(words.part(group)) for group in groups if group]
    if not names or len(names) > _MOST_COLUMNS or not all(names):
        return None
    return tuple(name for name in names if name)


@slot_type("row_word")
def _row_word(words: Words) -> str | None:
    """Return a word for rows: 'rooms'. A month is none: '10 to 14 August' divides nothing."""
    word = words.tokens[0].word if len(words.tokens) == 1 else ""
    return _column(words) if word.isalpha() and word not in phrases_of("month") else None


@slot_type("file_name")
def _file_name(words: Words) -> str | None:
    one = words.tokens[0] if len(words.tokens) == 1 else None
    return (
        one.text
        if one and one.word.endswith((".csv", ".xlsx", ".xls", ".tsv", ".txt", ".json", ".ods"))
        else None
    )


@slot_type("row_count")
def _row_count(words: Words) -> int | None:
    text = words.text
    if text.isdigit() and len(text) < 5:
        return int(text)
    key = key_of("quantity", text)
    return int(key) if key else None


@slot_type("cell_number")
def _cell_number(words: Words) -> int | float | None:
    """Return a number without its currency or percent sign."""
    bare = [one for one in words.tokens if one.word not in ("%", "€", "$", "£")]
    found = read_slot("number", words.part(bare))
    return None if found is None else int(found) if found == int(found) else float(found)


@slot_type("cell")
def _cell(words: Words) -> int | float | str | None:
    """Return a possible cell value: a number, else a few words."""
    number: int | float | None = _cell_number(words) if len(words.tokens) < 3 else None
    if number is not None:
        return number
    tokens = words.tokens
    if len(tokens) == 1 and tokens[0].is_quoted:
        return tokens[0].text
    if day := read_day(words.text, words.situation.now.date()):
        return day.isoformat()
    return (
        words.text
        if len(tokens) <= _LONGEST_NAME and not any(one.word in _no_column() for one in tokens)
        else None
    )
