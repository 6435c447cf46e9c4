"""The tool that queries tables by SQL, so that a model neither retypes file contents nor calculates."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import PurePosixPath
from typing import NamedTuple

import orjson
from pydantic import BaseModel, Field

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.counts import counted
from agents.tools.named_things import FILE
from agents.tools.resolver import Resolver
from agents.tools.rows import fit_rows
from agents.tools.stored_results import load_table, store_table
from agents.tools.texts import UPLOADED, Texts
from agents.tools.tool import ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from intent.sentences.titles import normalise
from omniforge.files.errors import Unreadable
from omniforge.files.querying.client import Form, Queried, Source, query
from omniforge.files.querying.names import identifier, unique
from omniforge.files.selectors import content_of, get_file, own_files, results_of
from omniforge.files.types import Kind, type_of
from omniforge.files.writing.cells import Value
from omniforge.storage.database import in_database
from omniforge.storage.ids import as_id

_SHOWN = 8_000  # characters of rows
_MOST_SHOWN = 100
_FILES, _RESULTS = 30, 8  # listed if no sources were given
_LOOKED_OVER = 300  # newest files of any kind
_FORMS: Mapping[Kind, Form] = {Kind.TABLE: "csv", Kind.WORKBOOK: "workbook"}


class SqlQuery(ToolArguments):
    """A query and its tables."""

    sql: str = Field("", max_length=20_000, description="Left out: tells tables and columns.")
    sources: list[str] = Field(
        default_factory=list,
        max_length=10,
        description="Files (csv, tsv, xlsx, json) and result_ids.",
    )


class TableTold(BaseModel):
    """A table as SQL knows it."""

    name: str
    columns: list[str]
    rows: int


class TableResult(ToolResult):
    """The query's result: the first of `total` rows, all of which are stored under `result_id`."""

    columns: list[str]
    rows: list[list[Value]]
    total: int
    result_id: str | None = None
    note: str | None = None
    tables: list[TableTold] | None = None

    def texts(self) -> Texts:
        return UPLOADED

    def summary(self) -> str:
        if self.tables is not None:
            return f"Looked at {counted(len(self.tables), 'table')}"
        return f"{counted(self.total, 'row')}, {counted(len(self.columns), 'column')}"


@tool(said="Working on tables", outside=True, timeout=45, rare=True)
async def query_tables(arguments: SqlQuery, context: CallContext) -> TableResult:
    """Query files and earlier results in SQL (DuckDB), for all sums over data.

    my-orders.csv is the table my_orders, Sheet1 of plan.xlsx with several sheets plan_sheet1, results r1, r2
    … in their order. Gives the first rows, the total, and a result_id of all.
    """
    sources = await _sources(arguments.sources, context)
    try:
        queried = await query(arguments.sql, [one.source for one in sources], person=context.access.person)
    except Unreadable as error:
        raise ToolFailed(await _without_sources(arguments, error, context), outside=True) from error
    note = " ".join(filter(None, (one.note for one in sources)))
    if not arguments.sql:
        tables = [
            TableTold(name=one.name, columns=list(one.columns), rows=one.rows) for one in queried.tables
        ]
        return TableResult(columns=[], rows=[], total=0, tables=tables, note=note or None)
    kept = await in_database(store_table, context, "query", queried.columns, queried.rows)
    return _result(queried, kept, note)


async def _without_sources(arguments: SqlQuery, error: Unreadable, context: CallContext) -> str:
    """Return the error text. If no sources were given, it lists those available."""
    if arguments.sources:
        return error.message
    there = await in_database(_possible, context)
    return f"{error.message} Each call names its tables in sources, also those of earlier calls. {there}"


def _possible(context: CallContext) -> str:
    """Tell the files with tables, those of this message and talk first, and the talk's results."""
    talk = context.conversation_id
    newest = [one for one in own_files(context.access)[:_LOOKED_OVER] if _form(one.name)]
    own = sorted(newest, key=lambda one: (one.turn_id != context.turn_id, one.conversation_id != talk))
    files = [*dict.fromkeys(one.name for one in own)][:_FILES]
    results = results_of(context.access, talk)[:_RESULTS] if talk else ()
    told = [f"{one.pk} ({one.name})" for one in results]
    return f"Files: {', '.join(files) or 'none'}. Results, the newest first: {', '.join(told) or 'none'}."


class _Told(NamedTuple):
    """A source that was read, and a note about it."""

    source: Source
    note: str


async def _sources(refs: Sequence[str], context: CallContext) -> list[_Told]:
    found = [await in_database(_found, ref, context) for ref in refs]
    numbers = count(1)
    names = unique([one.name or f"r{next(numbers)}" for one in found])
    pairs = zip(found, names, strict=True)
    return [_Told(Source(name, one.form, await asyncio.to_thread(one.read)), one.note) for one, name in pairs]


class _Found(NamedTuple):
    """A source before it is read. A result has no name."""

    name: str
    form: Form
    read: Callable[[], bytes]
    note: str = ""


def _found(ref: str, context: CallContext) -> _Found:
    """Return a source. Raises ToolFailed if it doesn't exist, or has no table."""
    if table := load_table(context.access, ref):
        content = orjson.dumps({"columns": table.columns, "rows": table.rows})
        return _Found(name="", form="rows", read=lambda: content)
    resolver = Resolver(Scope.of(context), context.conversation_id, loosely=True)
    file = get_file(context.access, resolver.one(ref, (FILE,)).id)
    form = _form(file.name)
    if form is None:
        raise ToolFailed(f"{file.name} holds no table that can be queried: read it instead.")
    name = identifier(PurePosixPath(file.name).stem)
    is_meant = as_id(ref) or normalise(ref) in map(normalise, (file.name, PurePosixPath(file.name).stem))
    note = "" if is_meant else f"There is no file {ref}: {file.name} was taken, as the table {name}."
    return _Found(name=name, form=form, read=lambda: content_of(file), note=note)


def _form(name: str) -> Form | None:
    """Return the format of a file's tables, or None if it has none."""
    ending = PurePosixPath(name).suffix.lower()
    return "json" if ending == ".json" else _FORMS.get(type_of(name).kind)


def _result(queried: Queried, kept: str, note: str) -> TableResult:
    shown = fit_rows(queried.rows[:_MOST_SHOWN], _SHOWN)
    left = queried.total - len(shown)
    beyond = queried.total - len(queried.rows)
    note += f" {left:,} more rows stand behind the result_id." if left else ""
    note += f" The last {beyond:,} are not kept: filter or group." if beyond else ""
    return TableResult(
        columns=list(queried.columns),
        rows=[list(row) for row in shown],
        total=queried.total,
        result_id=kept,
        note=note.strip() or None,
    )
