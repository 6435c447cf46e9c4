"""Tables: shown, filtered, sorted, added up, and written as Excel or CSV."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.context.stored import KeptResult
from agents.handlers.lines import bold, format_names
from agents.handlers.registry import handles
from agents.handlers.tables.files import (
    FILES,
    SHOWN,
    file_format,
    free_name,
    shown_rows,
    units_said,
    written_file,
)
from agents.handlers.tables.headers import Headers
from agents.handlers.tables.queries import TableQuery
from agents.handlers.tables.sources import TableSource, tables_at_hand
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import counted
from agents.tools.stored_results import load_table, store_table
from intent.commands import Command
from intent.commands.readers.tables.orders import TableOrder
from intent.sentences.question_forms import is_question
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.cells import Cell
from omniforge.tables.markdown import plain

_WORDS = {"sum": "total", "mean": "average", "max": "highest", "min": "lowest"}
_Given = Mapping[str, Any]  # the result of query_tables


@handles("table.query")
async def query(task: Task, command: Command) -> Answer:
    """Carry out an order on the likeliest table at hand that has the named columns."""
    order: TableOrder = command.slots["query"]
    refused: InvalidInput | None = None
    async for source in tables_at_hand(task, order):
        try:
            return await _answer(task, command, order, source)
        except InvalidInput as error:
            refused = refused or error
    asks = is_question(command.words) and not (order.only or order.without)  # 'what's with the drain?'
    if refused and not (task.material or order.format or order.source or (order.columns and not asks)):
        raise NoSuchTarget  # names without a matching column refer to something else
    raise refused or _no_table(order)


def _no_table(order: TableOrder) -> Exception:
    """Return the error of an order without a table. A plain question may be about something else."""
    if order.format in FILES:
        return InvalidInput("There's no table here yet. Paste one, or attach a file, and say it again.")
    return NoSuchTarget()


async def _answer(task: Task, command: Command, order: TableOrder, source: TableSource) -> Answer:
    if order.pick is not None:
        return Answer(await _picked(task, order, source), result=_as_it_was(command, source))
    order = replace(order, format=order.format or _format_again(task, order, source))
    reading = TableQuery(task, source)
    given = await _query(task, source, await reading.sql(order))
    if order.compute and not order.group and not order.format:
        answer = Answer(_told(order, given["rows"][0], source), result=_as_it_was(command, source))
    else:
        answer = await _shown_or_written(task, command, order, source, given)
    return replace(answer, text="\n\n".join((answer.text, *reading.notes)))


def _format_again(task: Task, order: TableOrder, source: TableSource) -> str:
    """Return the format of the file in which the table being changed was given."""
    given = task.pack.dialogue.results[-1:]
    is_it = bool(given) and given[0].ref == source.ref and not (order.compute or order.view)
    return file_format(given[0]) if is_it else ""


async def _query(task: Task, source: TableSource, sql: str) -> _Given:
    return await task.call("query_tables", sql=sql, sources=[source.ref])


def _as_it_was(command: Command, source: TableSource) -> KeptResult:
    """Return a table that was asked about, for the next order to continue with."""
    return KeptResult(command.words, source.columns, (), source.file, source.units, ref=source.ref)


async def _shown_or_written(
    task: Task, command: Command, order: TableOrder, source: TableSource, given: _Given
) -> Answer:
    columns, rows = tuple(given["columns"]), given["rows"]
    units = tuple(source.unit_of(name) for name in columns)
    kept = tuple(tuple(row) for row in rows[:SHOWN])
    result = KeptResult(
        command.words,
        columns,
        kept,
        source.file,
        units,
        bool(order.compute),
        given["result_id"],
        _whole(task),
        format="" if order.compute and not order.format else order.format or "table",
    )
    if order.format in FILES:
        free = free_name(task, source.name, order.format, columns, rows)
        headed = () if order.columns else units  # heads that were named stay as they are
        file = await written_file(task, free, order.format, await _with_units(task, given, headed))
        text = f"Here's {file}: {counted(given['total'], 'row')} with {format_names(columns)}."
    else:
        text = shown_rows(columns, rows, given["total"]) if rows else "No row fits."
    measured = units_said(columns, units)
    return Answer(f"{text}\n\n{measured}" if measured else text, result=result)


def _whole(task: Task) -> str:
    """Return the id of the whole table at hand, if it is stored."""
    return task.pack.table.ref if task.pack.table and not task.material else ""


async def _with_units(task: Task, given: _Given, units: Sequence[str]) -> str:
    """Return the id of a result, stored again if its columns have units."""
    ref = str(given["result_id"])
    kept = await in_database(load_table, task.pack.access, ref) if any(units) else None
    if kept is None:
        return ref
    return await in_database(store_table, task.pack, kept.title, kept.columns, kept.rows, units)


# -- answers in words ----------------------------------------------------------------------------


def _told(order: TableOrder, values: Sequence[Cell], source: TableSource) -> str:
    """Return sums and the like of the whole table: 'The average of Days left is 12.'"""
    said = []
    for (function, of), value in zip(order.compute, values, strict=True):
        if function == "count":
            said.append(f"There {'is' if value == 1 else 'are'} **{counted(int(value or 0), 'row')}**.")
            continue
        column = Headers(source.columns).column(of)
        said.append(
            f"The {_WORDS[function]} {plain(column)} is **{_number(value)}{_unit(source.unit_of(column))}**."
        )
    return " ".join(said)


async def _picked(task: Task, order: TableOrder, source: TableSource) -> str:
    """Say which rows have the highest or lowest value, including ties."""
    reading = TableQuery(task, source)
    by = reading.headers.column(order.sort[0])
    what = (reading.headers.find(order.pick) if order.pick else None) or reading.first_texts()
    rows = (await _query(task, source, await reading.extreme(order, what, by)))["rows"]
    if not rows:
        raise InvalidInput(f"There's no value in {bold(by)}.")
    titles, extreme = [str(row[0]) for row in rows], "highest" if order.descending else "lowest"
    verb = "has" if len(titles) == 1 else "have"
    value = f"{_number(rows[0][1])}{_unit(source.unit_of(by))}"
    return f"{format_names(titles)} {verb} the {extreme} {plain(by)}: {value}."


def _number(value: Cell) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) else plain(value)


def _unit(unit: str) -> str:
    return f" {plain(unit)}" if unit else ""
