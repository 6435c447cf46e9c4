"""How an order names the table it is about: 'turn these print orders into a csv file'."""

from collections.abc import Iterator, Sequence

from intent.commands.grammar.tokens import Token
from intent.commands.tables.words import TableWords
from intent.commands.words import at_start, key_of

_LONGEST = 4  # words of a table's name
_WHERE = ("below", "above")
_ENDS = (
    *(
        *("-", "–", "—", "only", "just", "into", "in", "as", "to", "out", "with", "but", "and", "for"),
        *("from", "by"),
    ),
    *("bottom", "end"),  # 'with the sum at the bottom'
)
_CHOOSING = ("only", "just", "but")  # 'only the unpaid ones' is no name


def without_its_name(tokens: Sequence[Token], at_hand: TableWords) -> list[Token]:
    """Return an order for a file without the words that only name its rows.

    'these orders' means all rows, even if a column is called so. 'our orders' may be that column.
    """
    if not any(key_of("table_word", one.word) in ("csv", "xlsx", "docx") for one in tokens):
        return [one for one in tokens if not one.is_mark]
    named = {place for at in range(len(tokens)) for place in _name_behind(tokens, at, at_hand)}
    return [one for at, one in enumerate(tokens) if at not in named and not one.is_mark]


def _name_behind(tokens: Sequence[Token], at: int, at_hand: TableWords) -> Sequence[int]:
    """Return the indexes of the words after a reference to a table, empty if they select from it."""
    points = "" if _chooses_rows(tokens, at) else key_of("table_pointer", tokens[at].word)
    size = sum(1 for _ in _said(tokens[at + 1 :])) if points else 0
    words = tuple(one.word for one in tokens[at + 1 : at + 1 + size])
    below = at + 1 + size < len(tokens) and tokens[at + 1 + size].word in _WHERE
    chooses = any(at_hand.values_named((one,))[0] for one in words)
    columns = any(at_hand.columns_named((one,)) for one in words)
    is_name = 0 < size <= _LONGEST and not chooses and (points == "these" or below or not columns)
    return range(at + 1, at + 1 + size + below) if is_name else ()


def _chooses_rows(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word introduces a selection of rows: 'only the', 'below 30'."""
    is_bound = tokens[at].word in _WHERE and any(one.word.isdigit() for one in tokens[at + 1 : at + 2])
    return is_bound or any(one.word in _CHOOSING for one in tokens[max(0, at - 1) : at])


def _said(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the words up to one that introduces something else."""
    for at, one in enumerate(tokens):
        key = at_start("table_word", tuple(each.word for each in tokens[at : at + 3]))[0]
        if one.is_mark or one.is_quoted or one.word in _ENDS or key not in ("", "skip", "row"):
            return
        yield one
