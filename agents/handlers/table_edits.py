"""The table at hand with another row, or with a column under another name."""

from dataclasses import replace

from agents.context.stored import TableAtHand
from agents.handlers.registry import handles
from agents.handlers.table_answers import TableAnswers
from agents.handlers.table_questions import current_table, which_cell
from agents.handlers.task import Answer, NoSuchTarget, Task
from intent.commands import Command
from intent.commands.readers.table_new_rows import NewRow
from intent.commands.table_question import TableQuestion
from intent.commands.table_words import TableWords
from omniforge.english import capital
from omniforge.errors import InvalidInput
from omniforge.tables.cells import as_number
from omniforge.tables.markdown import plain


@handles("table.add_row")
async def add_row(task: Task, command: Command) -> Answer:
    """Show the table with a new row, and remember it for the next question."""
    new: NewRow = command.slots["row"]
    table = await current_table(task)
    if len(new.cells) != len(table.words.columns):
        raise NoSuchTarget  # it was read for another table
    return await _shown(task, command, table, replace(table.words, rows=(*table.words.rows, new.cells)))


@handles("table.rename_column")
async def rename_column(task: Task, command: Command) -> Answer:
    """Show the table with a column under another name, and remember it."""
    table, old, new = await current_table(task), command.slots["old"], capital(command.slots["title"])
    columns = table.words.columns
    if old not in columns:
        raise NoSuchTarget
    if as_number(new) is not None:
        raise InvalidInput(which_cell(table.words))  # 'change the price to 15'
    if new.casefold() in {one.casefold() for one in columns if one != old}:
        raise InvalidInput(f"There is a column **{plain(new)}** already.")
    renamed = tuple(new if one == old else one for one in columns)
    return await _shown(task, command, table, replace(table.words, columns=renamed))


async def _shown(task: Task, command: Command, table: TableAtHand, words: TableWords) -> Answer:
    work = TableAnswers(task, replace(table, words=words, ref=""), command.words, TableQuestion())
    return replace(await work.shown_whole(), result=await work.whole())
