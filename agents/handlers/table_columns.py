"""A new column of the table at hand, computed from existing ones."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal

from agents.context.kept import TableAtHand
from agents.handlers.registry import handles
from agents.handlers.table_answers import TableAnswers
from agents.handlers.table_asking import at_hand
from agents.handlers.table_rows import Figure
from agents.handlers.table_talk import names_of
from agents.handlers.task import Answer, Task
from agents.handlers.wording import bold
from intent.commands import Command
from intent.commands.readers.table_columns import NewColumn
from intent.commands.table_question import TableQuestion
from omniforge.errors import InvalidInput
from omniforge.tables.cells import Cell, as_number
from omniforge.tables.markdown import plain

_CENT = Decimal("0.01")
_SIGNS: Mapping[str, Callable[[Decimal, Decimal], Decimal | None]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: (one / other).quantize(_CENT) if other else None,
}


@handles("table.add_column")
async def add_column(task: Task, command: Command) -> Answer:
    """Show the table with a new column, and remember it for the next question."""
    new: NewColumn = command.slots["column"]
    table = await at_hand(task)
    if not new.sign:
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
    left, right = (_value(table, row, one) for one in (new.left, new.right))
    worked_out = None if left is None or right is None else _SIGNS[new.sign](left, right)
    return Figure(worked_out).cell


def _value(table: TableAtHand, row: tuple[Cell, ...], operand: str | Decimal) -> Decimal | None:
    if isinstance(operand, Decimal):
        return operand
    return as_number(row[table.words.place(operand)])
