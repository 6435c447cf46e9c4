"""Runs SQL over tables in files, in a separate process that can access nothing else."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import orjson

from omniforge.files.subprocesses import run_isolated
from omniforge.files.writing.cells import Value

Form = Literal["csv", "workbook", "json", "rows"]
_TOO_MUCH = "This query needs more time or memory than there is: filter first, or take smaller tables."


@dataclass(frozen=True, slots=True)
class Source:
    """A file with tables, called `name` in SQL. Each sheet of a workbook is one table."""

    name: str
    form: Form
    content: bytes


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table in SQL: its columns with their types, and its number of rows."""

    name: str
    columns: Sequence[str]
    rows: int


@dataclass(frozen=True, slots=True)
class Queried:
    """The result of a query: `total` rows, of which `rows` holds at most MOST_KEPT."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    total: int
    tables: Sequence[TableShape]


async def query(sql: str, sources: Sequence[Source], *, person: Hashable = None) -> Queried:
    """Run SQL (DuckDB) over the tables. Without SQL, only describe them. Raises Unreadable.

    It runs in memory, without access to files, network or settings.
    """
    named = [{"name": one.name, "form": one.form, "size": len(one.content)} for one in sources]
    content = b"".join(one.content for one in sources)
    request = {"sql": sql, "sources": named}
    given = await run_isolated("omniforge.files.querying", request, content, person=person, failed=_TOO_MUCH)
    answer = orjson.loads(given)
    shapes = [TableShape(**one) for one in answer.pop("tables")]
    return Queried(**answer, tables=shapes)
