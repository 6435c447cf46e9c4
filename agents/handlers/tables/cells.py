"""Corrects cells of the table at hand. Later questions use the corrected table."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from agents.context.stored import TableAtHand
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.tables.answers import TableAnswers
from agents.handlers.tables.dependents import Dependent, dependents_of
from agents.handlers.tables.questions import current_table
from agents.handlers.tables.rows import with_commas
from agents.handlers.tables.which_column import choose_column
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from agents.tools.counts import counted
from intent.commands import Command
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.tables.cell_changes import CellChange, read_change
from intent.commands.tables.question import TableQuestion
from intent.commands.tables.words import TableWords
from omniforge.errors import InvalidInput
from omniforge.tables.cells import Cell, as_cell, as_number
from omniforge.tables.markdown import plain

_ROW = "row"
_MOST_CHOICES = 8
_NEAR, _FAR = 2, 3  # times as much as before: 185 may follow on 178, but not on 30


@handles("table.set")
async def put_right(task: Task, command: Command) -> Answer:
    """Change cells of a row of the talk's table, and store the table for the next question."""
    table, change = await current_table(task), command.slots["change"]
    if task.results:
        change = read_in(task, command.words, table.words) or change  # an earlier order changed the table
    place = _chosen(task, table.words, change.rows or _rows_before(task, table.words))
    cells = [
        (choose_column(task, _entered(table, place, among, value), table.words, command.words), value)
        for among, value in change.cells
    ]
    said, before = [], table
    for column, value in cells:
        old = table.words.cells(column)[place]
        new, sum_of = _paid_more(old, value) if change.adds else (value, "")
        table, following = _mended(table, place, column, new)
        said += [_changed(column, old, new) + sum_of, *map(_told, following)]
    said += ["Your file stays as it was."] if table.file else []
    text = f"{called_row(table.words, place)}: {' '.join(said)}"
    work = TableAnswers(task, table, command.words, TableQuestion())
    figures = all(column in table.words.numbers for column, _ in cells)  # a mark may have chosen the rows
    shown = TableAnswers(task, before, command.words, TableQuestion()).still_shown() if figures else None
    return Answer(text, result=await (work.of_shown(*shown) if shown else work.whole()))


def _paid_more(old: Cell, more: Cell) -> tuple[Cell, str]:
    """Return what is paid with a further payment, and how that was added up."""
    before, added = as_number(old) or Decimal(0), as_number(more) or Decimal(0)
    return as_cell(before + added), f" ({with_commas(before, 0)} + {with_commas(added, 0)})"


def _changed(column: str, old: Cell, new: Cell) -> str:
    said = "already" if str(old) == str(new) else f"now, not {shown_cell(old)}"
    return f"{bold(column)} is **{shown_cell(new)}** {said}."


def shown_cell(cell: Cell) -> str:
    number = as_number(cell)
    if number is not None and not isinstance(cell, str):
        return with_commas(number, 0)
    return "empty" if cell in (None, "") else plain(cell)


def _told(one: Dependent) -> str:
    """Say what else changed with the corrected cell."""
    return f"{bold(one.column)} follows: **{with_commas(one.new, 0)}**, not {with_commas(one.old, 0)}."


def _entered(table: TableAtHand, place: int, among: Sequence[str], value: Cell) -> Sequence[str]:
    """Return the columns that a correction may be of: not those that follow from another one of them, and of
    the others only the one whose figure is anywhere near.
    """
    if len(among) < 2:
        return among
    following = {each.column for one in among for each in _mended(table, place, one, value)[1]}
    own = [one for one in among if one not in following] or among
    apart = {one: _apart(table.words.cells(one)[place], value) for one in own}
    near = [one for one in own if apart[one] <= _NEAR]
    return near if len(near) == 1 and all(apart[one] > _FAR for one in own if one not in near) else own


def _apart(cell: Cell, value: Cell) -> Decimal:
    """Return how many times as much one figure is as the other, endlessly many without two figures."""
    one, other = as_number(cell), as_number(value)
    if not (one and other and one * other > 0):
        return Decimal("inf")
    return max(one / other, other / one)


# -- the row -----------------------------------------------------------------------------------------


def _chosen(task: Task, words: TableWords, rows: Sequence[int]) -> int:
    """Return the row meant. Raises Question, and InvalidInput if it may be too many."""
    if len(rows) == 1:
        return rows[0]
    if len(rows) > _MOST_CHOICES:
        raise InvalidInput(f"That fits {counted(len(rows), 'row')}. Say more of the one you mean.")
    called = {f"Row {one + 1}: {_cells_of(words, one)}": one for one in rows}
    answer = task.answer_to(_ROW)
    if answer not in called:
        raise Question(_ROW, "Which row do you mean?", [(one, "") for one in called])
    return called[answer]


def _cells_of(words: TableWords, place: int) -> str:
    return ", ".join(shown_cell(cell) for cell in words.rows[place])


def called_row(words: TableWords, place: int) -> str:
    """Return the name of a row, with its number if others have the same."""
    names = words.cells(words.key)
    alone = names.count(names[place]) == 1
    return plain(names[place]) if alone else f"{plain(names[place])} (row {place + 1})"


def _rows_before(task: Task, words: TableWords) -> Sequence[int]:
    """Return the row changed right before. Raises NoSuchTarget if there was none."""
    rows = changed_before(task, words)
    if not rows:
        raise NoSuchTarget
    return rows


def changed_before(task: Task, words: TableWords) -> Sequence[int]:
    """Return the rows that the change right before may be of."""
    before = read_in(task, task.results[-1].task if task.results else words.before, words)
    return before.rows if before else ()


def read_in(task: Task, said: str, words: TableWords) -> CellChange | None:
    """Return the change of cells that a message is read as."""
    return read_change(words_of(said, tokenize(said), replace(task.situation, table=words)))


# -- the table ---------------------------------------------------------------------------------------


def _mended(table: TableAtHand, place: int, column: str, value: Cell) -> tuple[TableAtHand, list[Dependent]]:
    """Return a table with another value in a cell and in those that follow from it, and these."""
    mended = _with(table, place, column, value)
    following = [*dependents_of(table.words, mended.words, place, column)]
    for one in following:
        mended = _with(mended, place, one.column, as_cell(one.new))
    return mended, following


def _with(table: TableAtHand, place: int, column: str, value: Cell) -> TableAtHand:
    """Return a table with another value in a cell. It isn't stored yet."""
    words, at = table.words, table.words.place(column)
    row = words.rows[place]
    rows = (*words.rows[:place], (*row[:at], value, *row[at + 1 :]), *words.rows[place + 1 :])
    return replace(table, words=replace(words, rows=rows), ref="")
