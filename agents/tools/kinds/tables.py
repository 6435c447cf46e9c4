"""The tool that works on tables."""

import asyncio
from collections.abc import Sequence
from itertools import accumulate

from pydantic import Field

from agents.counting import counted
from agents.tables.cells import Cell
from agents.tables.markdown import markdown_row, markdown_table
from agents.tables.operations import AnyOperation
from agents.tables.table import GivenTable, Row, Table
from agents.tools.context import CallContext
from agents.tools.tool import ToolArguments, ToolResult, tool

_SHOWN = 8_000  # characters of rows: twice that, as data and as Markdown, is well within what a model reads


class TableWork(ToolArguments):
    """A table, and what to do with it."""

    table: GivenTable
    operations: list[AnyOperation] = Field(
        default_factory=list, max_length=20, description="Applied one after the other, in this order."
    )


class WorkedTable(ToolResult):
    """The table that came of it; `note` says how many of its rows are left out here."""

    columns: list[str]
    rows: list[list[Cell]]
    total: int
    markdown: str
    note: str = ""

    def summary(self) -> str:
        return f"{counted(self.total, 'row')}, {counted(len(self.columns), 'column')}"


@tool(said="Working on a table")
async def work_on_table(arguments: TableWork, context: CallContext) -> WorkedTable:
    """Filter, sort, group, join, and cut a table; never do it by eye, nor add up columns in your head.

    Give rows as objects, or as lists under columns. Operations run in order, for example to sum by customer:
    group by customer computing sum of amount, sort by sum_amount descending, limit 5, columns in the order
    wanted. Returns columns, rows and the table as Markdown.
    """
    return await asyncio.to_thread(_worked, arguments)


def _worked(arguments: TableWork) -> WorkedTable:
    table = arguments.table.table()
    for operation in arguments.operations:
        table = operation.applied(table)
    return _result(table)


def _result(table: Table) -> WorkedTable:
    rows = _that_fit(table.rows)
    left = len(table.rows) - len(rows)
    return WorkedTable(
        columns=list(table.columns),
        rows=[list(row) for row in rows],
        total=len(table.rows),
        markdown=markdown_table(table.columns, rows),
        note=f"{left:,} more rows are left out here: filter, group or limit." if left else "",
    )


def _that_fit(rows: Sequence[Row]) -> Sequence[Row]:
    sizes = accumulate(len(markdown_row(row)) for row in rows)
    return rows[: sum(size <= _SHOWN for size in sizes)]
