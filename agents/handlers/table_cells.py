"""Corrects a cell of the table at hand; later questions use the corrected table."""

from dataclasses import replace

from agents.context.stored import TableAtHand
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.table_answers import TableAnswers
from agents.handlers.table_dependents import Dependent, dependents_of
from agents.handlers.table_questions import current_table
from agents.handlers.table_rows import with_commas
from agents.handlers.table_talk import choose_column
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.readers.cell_changes import CellChange, read_change
from intent.commands.slot_types import words_of
from intent.commands.table_question import TableQuestion
from intent.commands.table_words import TableWords
from intent.commands.tokens import tokenize
from omniforge.tables.cells import Cell, as_cell
from omniforge.tables.markdown import plain


@handles("table.set")
async def put_right(task: Task, command: Command) -> Answer:
    """Change a cell of the talk's table, and store the table for the next question."""
    change: CellChange = command.slots["change"]
    table = await current_table(task)
    row = change.row or _row_before(task, table.words)
    place = [*map(str, table.words.cells(table.words.key))].index(row)
    column = choose_column(task, change.among)
    old = table.words.cells(column)[place]
    mended = _with(table, place, column, change.value)
    following = [*dependents_of(table.words, mended.words, place, column)]
    for one in following:
        mended = _with(mended, place, one.column, as_cell(one.new))
    work = TableAnswers(task, mended, command.words, TableQuestion())
    said = "already" if str(old) == str(change.value) else f"now, not {plain(old)}"
    text = f"{plain(row)}: {bold(column)} is **{plain(change.value)}** {said}."
    return Answer(" ".join([text, *map(_told, following)]), result=await work.whole())


def _told(one: Dependent) -> str:
    """Say what else changed with the corrected cell."""
    return f"{bold(one.column)} follows: **{with_commas(one.new, 0)}**, not {with_commas(one.old, 0)}."


def _row_before(task: Task, words: TableWords) -> str:
    """Return the row changed right before. Raises NoSuchTarget if there was none."""
    said = task.results[-1].task if task.results else words.before
    before = read_change(words_of(said, tokenize(said), replace(task.situation, table=words)))
    if before is None or not before.row:
        raise NoSuchTarget
    return before.row


def _with(table: TableAtHand, place: int, column: str, value: Cell) -> TableAtHand:
    """Return a table with another value in a cell; it isn't stored yet."""
    words, at = table.words, table.words.place(column)
    row = words.rows[place]
    rows = (*words.rows[:place], (*row[:at], value, *row[at + 1 :]), *words.rows[place + 1 :])
    return replace(table, words=replace(words, rows=rows), ref="")
