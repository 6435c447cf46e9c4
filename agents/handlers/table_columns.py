"""A new column of the table at hand, computed from existing ones."""

from dataclasses import replace

from agents.handlers.computed_columns import with_column
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.table_answers import TableAnswers
from agents.handlers.table_questions import current_table
from agents.handlers.table_talk import names_of
from agents.handlers.task import Answer, Task
from intent.commands import Command
from intent.commands.readers.table_columns import NewColumn
from intent.commands.table_question import TableQuestion
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain


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
    sort = "" if new.descending is None else new.title
    order = TableQuestion(sort=sort, descending=new.descending)
    work = TableAnswers(task, with_column(table, new), command.words, order)
    if sort:
        return await work.answer()
    shown = await work.shown_whole() if new.shown else Answer(f"Added {bold(new.title)}.")
    return replace(shown, result=await work.whole())
