"""Tables of files queried in SQL, in a process of their own that reaches nothing but them."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import orjson

from omniforge.files.apart import run_apart
from omniforge.files.writing.cells import Value

Form = Literal["csv", "workbook", "json", "rows"]
_TOO_MUCH = "This query needs more time or memory than there is: filter first, or take smaller tables."


@dataclass(frozen=True, slots=True)
class Source:
    """A file of tables, called `name` in SQL; a workbook of several sheets is as many tables."""

    name: str
    form: Form
    content: bytes


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table as SQL knows it: its columns with their types, and how many rows it has."""

    name: str
    columns: Sequence[str]
    rows: int


@dataclass(frozen=True, slots=True)
class Queried:
    """What a query gave: `total` rows, of which those that can be kept are here."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    total: int
    tables: Sequence[TableShape]


async def query(sql: str, sources: Sequence[Source], *, person: Hashable = None) -> Queried:
    """Run SQL (DuckDB) over the tables; without any SQL only tell what they are. Raises Unreadable.

    It runs in memory: no file, no network, no setting can be reached from it.
    """
    named = [{"name": one.name, "form": one.form, "size": len(one.content)} for one in sources]
    content = b"".join(one.content for one in sources)
    request = {"sql": sql, "sources": named}
    given = await run_apart("omniforge.files.querying", request, content, person=person, failed=_TOO_MUCH)
    answer = orjson.loads(given)
    shapes = [TableShape(**one) for one in answer.pop("tables")]
    return Queried(**answer, tables=shapes)
