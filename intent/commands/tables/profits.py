"""What comes in and what it costs, by columns: the margin between them, the cost in percent of the income."""

from dataclasses import replace

from intent.commands.tables.column_names import name_words
from intent.commands.tables.question_state import QuestionState
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of
from omniforge.tables.cells import Cell, as_cell, as_number

_PERCENT = ("%", "percent")


def profit_columns(at_hand: TableWords) -> tuple[str, str] | None:
    """Return the columns of what comes in and of what it costs, if each is certain."""
    spent = _of_kind(at_hand, "spent")
    earned = [one for one in _of_kind(at_hand, "earned") if one not in spent]
    return (earned[0], spent[0]) if len(earned) == len(spent) == 1 else None


def _of_kind(at_hand: TableWords, kind: str) -> list[str]:
    return [
        one
        for one in at_hand.numbers
        if any(key_of("profit_column", word) == kind for word in name_words(one))
        and one not in at_hand.numbers_of("column_total")
    ]


def profit_named(at_hand: TableWords, said: str) -> str:
    """Return the word for the margin, if no column is called so and there are columns for it."""
    names = (one for one in as_words(said) if key_of("profit_word", one))
    name = next((one for one in names if not at_hand.columns_called((one,))), "")
    sold_by_piece = at_hand.worth or at_hand.numbers_of("column_count")
    return name if name and not sold_by_piece and profit_columns(at_hand) else ""


def with_profit(at_hand: TableWords, said: str) -> TableWords:
    """Return a table with a column for the margin that words name, else the table as it is."""
    name, columns = profit_named(at_hand, said), profit_columns(at_hand)
    if not name or columns is None:
        return at_hand
    cells = zip(*map(at_hand.cells, columns), strict=True)
    rows = zip(at_hand.rows, (_less(one, other) for one, other in cells), strict=True)
    wider = tuple((*row, cell) for row, cell in rows)
    units = (*at_hand.units, "") if at_hand.units else ()
    return replace(at_hand, columns=(*at_hand.columns, name), rows=wider, units=units)


def _less(one: Cell, other: Cell) -> Cell:
    earned, spent = as_number(one), as_number(other)
    return None if earned is None or spent is None else as_cell(earned - spent)


def earned_of(said: QuestionState) -> tuple[str, ...]:
    """Return the money columns, for 'who brought in the most?' only the one of what came in."""
    columns = profit_columns(said.at_hand) if said.said.pop("income", False) else None
    return columns[:1] if columns and columns[0] in said.at_hand.money else said.at_hand.money


def settle_part_of_income(said: QuestionState) -> None:
    """Read 'what was the material cost % overall?' as the cost in percent of what came in."""
    columns = profit_columns(said.at_hand)
    words = [one.word for one in said.words.tokens]
    if columns is None or said.asked != [columns[1]] or said.extreme:
        return
    bounded = any(one.test != "has" for one in said.tests)
    if {*words} & {*_PERCENT} and not bounded and said.said.get("function", "share") == "share":
        said.said.update(function="share", sign="/", other=columns[0])
