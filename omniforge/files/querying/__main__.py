"""python -m omniforge.files.querying: runs one query over tables, in a separate process."""

from collections.abc import Iterator
from typing import Any

import orjson

from omniforge.files.program import serve
from omniforge.files.querying.database import TableDatabase
from omniforge.files.querying.tables import tables_of


def _work(request: dict[str, Any], content: bytes) -> bytes:
    database = TableDatabase()
    for source, part in _parts(request["sources"], content):
        for table in tables_of(source["name"], source["form"], part):
            database.load(table)
    database.lock()
    columns, rows, total = database.run(request["sql"]) if request["sql"] else ([], [], 0)
    return orjson.dumps({"columns": columns, "rows": rows, "total": total, "tables": database.shapes()})


def _parts(sources: list[dict[str, Any]], content: bytes) -> Iterator[tuple[dict[str, Any], bytes]]:
    at = 0
    for source in sources:
        yield source, content[at : at + source["size"]]
        at += source["size"]


if __name__ == "__main__":
    serve(_work)
