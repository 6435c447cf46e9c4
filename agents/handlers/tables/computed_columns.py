"""Computes a new column of a table from existing ones, of figures or of days."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from operator import add, mul, sub, truediv

from agents.context.stored import TableAtHand
from agents.handlers.tables.rows import Figure
from agents.tools.counts import counted
from intent.commands.readers.tables.new_columns import NewColumn, Term
from intent.commands.tables.cells import day_of
from omniforge.errors import InvalidInput
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import plain

_CENT = Decimal("0.01")
SIGNS = {"*": "×", "+": "+", "-": "−"}  # as they are written
_SIGNS: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {"+": add, "-": sub, "*": mul, "/": truediv}


def with_column(table: TableAtHand, new: NewColumn) -> TableAtHand:
    """Return a table with a new column. Raises InvalidInput if it has one of that name."""
    words, name = table.words, new.title
    if name.casefold() in {one.casefold() for one in words.columns}:
        raise InvalidInput(f"There is a column **{plain(name)}** already.")
    rows = tuple((*row, _cell(table, row, new)) for row in words.rows)
    units = (*table.units, "") if table.units else ()
    wider = replace(words, columns=(*words.columns, name), rows=rows, units=units)
    return replace(table, words=wider, units=units, ref="")


def with_later(table: TableAtHand, column: str, days: int) -> tuple[TableAtHand, str]:
    """Return a table with the days so much after those of a column, and what that column is called."""
    words, title = table.words, f"{column} {'+' if days > 0 else '−'} {counted(abs(days), 'day')}"
    found = (day_of(cell, words.today) for cell in words.cells(column))
    moved = (one and one + timedelta(days) for one in found)
    cells = (f"{one.day} {one:%B} {one.year}" if one else None for one in moved)
    rows = tuple((*row, cell) for row, cell in zip(words.rows, cells, strict=True))
    units = (*table.units, "") if table.units else ()
    wider = replace(words, columns=(*words.columns, title), rows=rows, units=units)
    return replace(table, words=wider, units=units, ref=""), title


def _cell(table: TableAtHand, row: tuple[Cell, ...], new: NewColumn) -> Cell:
    values = [_value(table, row, one) for one in new.terms]
    known = [one for one in values if one is not None]
    return Figure(_reckoned(known, new.signs) if len(known) == len(values) else None).cell


def _reckoned(values: Sequence[Decimal], signs: Sequence[str]) -> Decimal | None:
    """Return what a row of numbers comes to, products before sums, or None for what is divided by nothing."""
    terms, adding = [values[0]], []
    for sign, value in zip(signs, values[1:], strict=True):
        if sign == "/" and not value:
            return None
        if sign in "*/":
            terms[-1] = _SIGNS[sign](terms[-1], value)
        else:
            terms.append(value)
            adding.append(sign)
    total = terms[0]
    for sign, value in zip(adding, terms[1:], strict=True):
        total = _SIGNS[sign](total, value)
    return total.quantize(_CENT) if "/" in signs else total


def _value(table: TableAtHand, row: tuple[Cell, ...], term: Term) -> Decimal | None:
    return term if isinstance(term, Decimal) else as_number(row[table.words.place(term)])
