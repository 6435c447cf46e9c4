"""The table at hand with another column or row, or saved as a document."""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.stored import TableAtHand
from agents.handlers.documents.orders import create
from agents.handlers.lines import bold
from agents.handlers.registry import handles
from agents.handlers.tables.answers import TableAnswers
from agents.handlers.tables.computed_columns import with_column
from agents.handlers.tables.questions import current_table, which_cell
from agents.handlers.tables.talk import names_of
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.table_at_hand import table_of
from intent.commands import Command, read_commands
from intent.commands.readers.tables.new_columns import NewColumn
from intent.commands.readers.tables.new_rows import NewRow
from intent.commands.tables.question import TableQuestion
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of
from omniforge.english import capital
from omniforge.errors import InvalidInput
from omniforge.tables.cells import as_number
from omniforge.tables.markdown import markdown_table, plain

_ALL = frozenset(("whole", "full", "entire", "complete", "original"))


@handles("table.add_column")
async def add_column(task: Task, command: Command) -> Answer:
    """Show the table with a new column, and remember it for the next question."""
    new: NewColumn = command.slots["column"]
    table = await current_table(task)
    if not new.signs and task.results:
        new = _read_anew(task, table, command.words) or new
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


def _read_anew(task: Task, table: TableAtHand, words: str) -> NewColumn | None:
    """Return the new column with those added by the same message: 'and a column gross = net + vat'."""
    order = words if words.lower().startswith("add") else f"add {words}"
    found = read_commands(order, replace(task.situation, table=table.words)).commands
    columns: list[NewColumn] = [one.slots["column"] for one in found if one.name == "table.add_column"]
    return columns[0] if len(columns) == 1 else None


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


@handles("table.save")
async def save(task: Task, command: Command) -> Answer:
    """Create a document with the table as it was shown last."""
    if key_of("kind", command.slots["title"]):
        raise NoSuchTarget  # 'save the list as tasks'
    words = await _shown_last(task, await current_table(task), as_words(command.words))
    content = markdown_table(words.columns, words.rows)
    return await create(task, replace(command, slots={**command.slots, "content": content}))


async def _shown_last(task: Task, table: TableAtHand, said: Sequence[str]) -> TableWords:
    """Return the part or order of a table that was shown last, unless all of it is meant."""
    last = next(reversed((*task.pack.dialogue.results, *task.results)), None)
    is_part = last is not None and last.format == "table" and last.of and last.of == table.ref
    if last is None or not is_part or not _ALL.isdisjoint(said):
        return table.words
    shown = await table_of(task.pack, [replace(last, of="")])
    return shown.words if shown else table.words
