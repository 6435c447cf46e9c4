"""The table of an order: pasted with it, attached, or an earlier order's result."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

from agents.context.stored import UNNAMED, KeptResult
from agents.handlers.task import Task
from agents.tools.counts import counted
from agents.tools.stored_results import store_table
from agents.tools.table_at_hand import is_table_result
from intent.commands.readers.tables.orders import TableOrder
from intent.material import Material
from omniforge.errors import InvalidInput
from omniforge.files.attached import AttachedFile
from omniforge.storage.database import in_database

_TABLES = (".csv", ".tsv", ".xlsx", ".xlsm", ".json")


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table that can be queried: `ref` is query_tables' reference, `table` its name in SQL.

    `types` and `units` have one entry per column. `file` is the id of the file it comes from. `is_search`
    marks search results.
    """

    name: str
    ref: str
    table: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    units: tuple[str, ...] = ()
    file: str = ""
    is_search: bool = False

    def type_of(self, column: str) -> str:
        return self.types[self.columns.index(column)]

    def unit_of(self, column: str) -> str:
        return self.units[self.columns.index(column)] if self.units and column in self.columns else ""


async def tables_at_hand(task: Task, order: TableOrder) -> AsyncIterator[TableSource]:
    """Yield the candidate tables, the likeliest first.

    Sums are computed from rows, not from other sums. Raises InvalidInput for a file that doesn't exist or
    has no table.
    """
    if task.material:
        yield await _pasted(task, task.material, order)
        return
    if order.source not in ("", "this"):
        async for source in _of_file(task, _file_named(task, order.source)):
            yield source
        return
    async for source in _of_conversation(task, for_sums=bool(order.compute) or order.pick is not None):
        yield source


async def _of_conversation(task: Task, *, for_sums: bool) -> AsyncIterator[TableSource]:
    """Yield a new file here, then earlier results, newest first. A file that isn't new comes last.

    The result of an earlier order in the same message comes first of all.
    """
    results, file = (*task.pack.dialogue.results, *task.results), _newest_table(task)
    is_new = file is not None and str(file.id) not in {one.source for one in results} and not task.results
    if file and is_new:
        async for source in _of_file(task, file):
            yield source
    is_older = task.pack.table is not None and bool(results) and not results[-1].ref  # than a list of work
    for result in reversed([one for one in results if not is_older or is_table_result(one)]):
        if not (for_sums and result.summary):
            yield await _of_result(task, result)
    if file and not is_new:
        async for source in _of_file(task, file):
            yield source


async def _pasted(task: Task, material: Material, order: TableOrder) -> TableSource:
    columns = material.columns or _names(material, order)
    ref = await in_database(store_table, task.pack, "table", columns, material.rows)
    return await _described(task, UNNAMED, ref, units=material.units)


def _names(material: Material, order: TableOrder) -> tuple[str, ...]:
    """Return names for unnamed columns: the order's, if it has one for each."""
    width = material.width
    if order.columns and len(order.columns) != width:
        raise InvalidInput(f"These rows have {counted(width, 'value')} each. Name all {width} columns.")
    return order.columns or tuple(f"Column {number}" for number in range(1, width + 1))


async def _of_result(task: Task, result: KeptResult) -> TableSource:
    ref = result.ref or await in_database(store_table, task.pack, "table", result.columns, result.rows)
    source = await _described(task, UNNAMED, ref, units=result.units, file=result.source)
    return replace(source, is_search=result.is_search)


def _newest_table(task: Task) -> AttachedFile | None:
    given = (file for file in task.pack.files if not file.written and file.name.lower().endswith(_TABLES))
    return next(given, None)


def _file_named(task: Task, name: str) -> AttachedFile:
    for file in task.pack.files:
        if file.name.casefold() == name.casefold():
            return file
    names = ", ".join(file.name for file in task.pack.files)
    raise InvalidInput(f"There's no file {name} here.{f' There is {names}.' if names else ''}")


async def _of_file(task: Task, file: AttachedFile) -> AsyncIterator[TableSource]:
    """Yield a file's tables: one per sheet of a workbook."""
    told = (await task.call("query_tables", sources=[str(file.id)]))["tables"]
    name = file.name.rpartition(".")[0] or file.name
    for one in told:
        yield _source(name, str(file.id), one, file=str(file.id))


async def _described(
    task: Task, name: str, ref: str, *, units: tuple[str, ...] = (), file: str = ""
) -> TableSource:
    told = (await task.call("query_tables", sources=[ref]))["tables"]
    return _source(name, ref, told[0], units=units, file=file)


def _source(
    name: str, ref: str, told: dict[str, Any], *, units: tuple[str, ...] = (), file: str = ""
) -> TableSource:
    pairs = [column.rpartition(" ") for column in told["columns"]]
    columns, types = tuple(one[0] for one in pairs), tuple(one[2] for one in pairs)
    return TableSource(name, ref, told["name"], columns, types, units or ("",) * len(columns), file)
