"""One sum of several columns of the table at hand: 'all three together', 'which shop sold the most?'."""

from dataclasses import replace

from agents.context.stored import TableAtHand
from agents.handlers.tables.computed_columns import SIGNS, with_column, with_later
from agents.handlers.tables.rows import Rows
from agents.handlers.tables.talk import names_of
from agents.handlers.task import Task
from agents.tools.stored_results import store_table
from intent.commands.readers.tables.new_columns import NewColumn
from intent.commands.tables.joined_columns import joinable, joined_title, only_alike
from intent.commands.tables.profits import with_profit
from intent.commands.tables.question import TableQuestion
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database

_COLUMN = "column"


async def with_joined(
    task: Task, table: TableAtHand, question: TableQuestion
) -> tuple[TableAtHand, TableQuestion]:
    """Return the table with a column for the sum of those that the question joins, and the question of it.

    The stored table stays as it is. Raises InvalidInput for columns of different units.
    """
    columns, totals = _columns(table.words, question), table.words.numbers_of("column_total")
    if not columns:
        return table, question
    if totals and columns == only_alike(table.words):
        return table, _of_column(question, columns, totals[0])
    if len({table.unit_of(one) for one in columns}) > 1:
        raise InvalidInput(f"{names_of(columns)} have different units, so I can't add them to each other.")
    new = NewColumn(joined_title(columns), columns, ("+",) * (len(columns) - 1))
    wider = with_column(table, new)
    units = (*(table.units or ("",) * len(table.words.columns)), table.unit_of(columns[0]))
    wider = replace(wider, units=units, ref=table.ref or await _stored(task, table))
    return wider, _of_column(question, columns, new.title)


async def with_margin(task: Task, table: TableAtHand, question: TableQuestion) -> TableAtHand:
    """Return the table with the margin that a question names, if it has no such column.

    The stored table stays as it is.
    """
    tested = (column for one in question.tests for column in one.columns)
    named = {*question.asked, *(question.unclear or ()), question.sort, *tested} - {*table.words.columns}
    words = with_profit(table.words, " ".join(named))
    if words is table.words:
        return table
    units = (*table.units, "") if table.units else ()
    return replace(table, words=words, units=units, ref=table.ref or await _stored(task, table))


async def with_computed(
    task: Task, table: TableAtHand, question: TableQuestion, said: str
) -> tuple[TableAtHand, TableQuestion]:
    """Return the table with a column like 'Net + VAT' if it is asked for of rows, and the question of it.

    The stored table stays as it is.
    """
    if day := next((one for one in question.asked if question.later and one in table.words.days), ""):
        later, title = with_later(table, day, question.later)
        later = replace(later, ref=table.ref or await _stored(task, table))
        return later, replace(question, asked=(*question.asked, title))
    number = next((one for one in (*question.asked, question.sort) if one in table.words.numbers), "")
    is_of_rows = not (question.function or question.group) and question.sign in SIGNS
    if not (is_of_rows and number and question.other):
        return table, question
    title = f"{number} {SIGNS[question.sign]} {question.other}"
    new = NewColumn(title, (number, question.other), (question.sign,))
    wider = replace(with_column(table, new), ref=table.ref or await _stored(task, table))
    named = (*(one for one in question.asked if one != number), *[title] * (number in question.asked))
    adds = bool(question.format) and _COLUMN in as_words(said)  # 'an Excel file with a column for the gross'
    several = len(Rows.of(table).passing(question.tests).rows) > 1
    return wider, replace(
        question,
        asked=wider.words.columns if adds else named,
        sort=title if question.sort == number else question.sort,
        sign="",
        other="",
        total=several and not (question.format or question.sort or question.extreme),
    )


def _columns(words: TableWords, question: TableQuestion) -> tuple[str, ...]:
    """Return the columns to add up for each row, empty if the question is about single columns."""
    if question.joined:
        return tuple(one for one in question.asked if one in words.numbers) or joinable(words)
    same = only_alike(words)
    adds = question.function in ("sum", "share") or (
        question.percent and not (question.function or question.group)
    )
    is_bare = adds and not ({*question.asked} & {*words.numbers} or question.other or question.format)
    unclear = question.unclear is not None and {*same} <= {*question.unclear}
    return same if same and (is_bare or unclear) and not question.across else ()


def _of_column(question: TableQuestion, columns: tuple[str, ...], title: str) -> TableQuestion:
    """Return the question with the joined column if it lacks one. A bare sum also asks for each."""
    if question.unclear is not None:
        tests = tuple(replace(one, columns=one.columns or (title,)) for one in question.tests)
        by_it = question.descending is not None or question.sort in columns
        sort = title if by_it else question.sort
        asked = tuple(title if one == question.unclear[0] else one for one in question.asked)
        return replace(question, tests=tests, asked=asked, sort=sort, unclear=None)
    narrows = question.tests or question.group or question.percent
    others = question.joined or narrows or question.function == "share"
    named = tuple(one for one in question.asked if one not in columns)
    asked = (*named, *(() if others else columns), title)
    return replace(question, asked=asked, function=question.function or "sum")


async def _stored(task: Task, table: TableAtHand) -> str:
    words = table.words
    return await in_database(store_table, task.pack, "table", words.columns, words.rows, table.units)
