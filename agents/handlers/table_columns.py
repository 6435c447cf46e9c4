"""A new column of the table at hand, computed from existing ones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from operator import add, mul, sub, truediv

from agents.context.stored import TableAtHand
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.table_answers import TableAnswers
from agents.handlers.table_questions import current_table
from agents.handlers.table_rows import Figure
from agents.handlers.table_talk import names_of
from agents.handlers.task import Answer, Task
from intent.commands import Command
from intent.commands.readers.table_columns import NewColumn, Term
from intent.commands.table_question import TableQuestion
from omniforge.errors import InvalidInput
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import plain

_CENT = Decimal("0.01")
_SIGNS: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {"+": add, "-": sub, "*": mul, "/": truediv}


@handles("table.add_column")
async def add_column(task: Task, command: Command) -> Answer:
    """Show the table with a new column, and remember it for the next question."""
    new: NewColumn = command.slots["column"]
    table = await current_table(task)
    if not new.signs:
        raise InvalidInput(
            f"I can't work out “{plain(new.unread)}”. Say it with columns of numbers, like “add a column "
            f"margin = price - cost” or “add a column with 20% VAT on price”. The columns are "
            f"{names_of(table.words.columns)}."
        )
    work = TableAnswers(task, _with(table, new), command.words, TableQuestion())
    shown = await work.shown_whole() if new.shown else Answer(f"Added {bold(new.title)}.")
    return replace(shown, result=await work.whole())


def _with(table: TableAtHand, new: NewColumn) -> TableAtHand:
    words, name = table.words, new.title
    if name.casefold() in {one.casefold() for one in words.columns}:
        raise InvalidInput(f"There is a column **{plain(name)}** already.")
    rows = tuple((*row, _cell(table, row, new)) for row in words.rows)
    units = (*table.units, "") if table.units else ()
    wider = replace(words, columns=(*words.columns, name), rows=rows)
    return replace(table, words=wider, units=units, ref="")


def _cell(table: TableAtHand, row: tuple[Cell, ...], new: NewColumn) -> Cell:
    values = [_value(table, row, one) for one in new.terms]
    known = [one for one in values if one is not None]
    return Figure(_reckoned(known, new.signs) if len(known) == len(values) else None).cell


def _reckoned(values: Sequence[Decimal], signs: Sequence[str]) -> Decimal | None:
    """Return what a row of numbers comes to, products before sums; None for what is divided by nothing."""
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
