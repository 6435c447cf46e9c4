"""An in-memory DuckDB database that can access only the tables loaded into it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from threading import Timer
from typing import Any

import duckdb
import orjson

from omniforge.files.errors import Unreadable
from omniforge.files.querying.names import quoted, unique
from omniforge.files.querying.tables import Table

MOST_KEPT = 50_000  # rows of a result
_SECONDS = 10.0
_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "memory_limit": "400MB",
    "enable_external_access": "false",
    "python_enable_replacements": "false",  # names in SQL are tables, never Python variables
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "temp_directory": "",
}
# The form that all values of a column must have for a type; codes like 0042 stay text.
_TYPES = {
    "BIGINT": r"-?(0|[1-9]\d{0,17})",
    "DOUBLE": r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?",
    "DATE": r"\d{4}-\d{2}-\d{2}",
    "TIMESTAMP": r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?",
    "BOOLEAN": r"(?i:true|false)",
}


class TableDatabase:
    """Call `load` for each table, then `lock`, then `run` once."""

    def __init__(self) -> None:
        self._connection = duckdb.connect(":memory:", config=_SETTINGS)
        self._tables: list[str] = []

    def load(self, table: Table) -> None:
        """Store a table, each column in the type that all of its values have."""
        *_, name = unique((*self._tables, table.name))
        self._tables.append(name)
        columns = ", ".join(
            f"unnest(${at}::VARCHAR[]) AS {one}" for at, one in enumerate(map(quoted, table.columns), 1)
        )
        self._connection.execute(f"CREATE TABLE {quoted(name)} AS SELECT {columns}", list(table.values))
        for column, kind in zip(table.columns, self._types_in(name, table.columns), strict=True):
            if kind:
                self._connection.execute(f"ALTER TABLE {quoted(name)} ALTER {quoted(column)} TYPE {kind}")

    def lock(self) -> None:
        """Prevent queries from changing settings."""
        self._connection.execute("SET lock_configuration = true")

    def run(self, sql: str) -> tuple[list[str], list[list[Any]], int]:
        """Return the columns, the first MOST_KEPT rows, and the total. Raises Unreadable with the error."""
        timer = Timer(_SECONDS, self._connection.interrupt)
        timer.start()
        try:
            result = self._connection.execute(sql)
            columns = list(unique(column[0] for column in result.description or ()))
            rows = [list(map(_value, row)) for row in result.fetchmany(MOST_KEPT)]
            return (
                columns,
                rows,
                len(rows) + sum(len(more) for more in iter(lambda: result.fetchmany(9_999), [])),
            )
        except duckdb.InterruptException as error:
            raise Unreadable(f"The query took longer than {_SECONDS:g} seconds. Filter first.") from error
        except duckdb.Error as error:
            raise Unreadable(f"{_plain(error)}\nThe tables: {self._told() or 'none'}.") from error
        finally:
            timer.cancel()

    def shapes(self) -> list[dict[str, Any]]:
        """Return the tables with their columns and types, and how many rows each has."""
        return list(self._shapes())

    def _shapes(self) -> Iterator[dict[str, Any]]:
        for name in self._tables:
            described = self._connection.execute(f"DESCRIBE {quoted(name)}").fetchall()
            columns = [f"{column} {kind}" for column, kind, *_ in described]
            rows = self._connection.execute(f"SELECT count(*) FROM {quoted(name)}").fetchall()[0][0]
            yield {"name": name, "columns": columns, "rows": rows}

    def _told(self) -> str:
        return "; ".join(f"{one['name']} ({', '.join(one['columns'])})" for one in self._shapes())

    def _types_in(self, name: str, columns: Sequence[str]) -> list[str]:
        """Return the type of each column, empty for text, in one query."""
        tests = [_test(column, kind, shape) for column in columns for kind, shape in _TYPES.items()]
        if not tests:
            return []
        fits = self._connection.execute(f"SELECT {', '.join(tests)} FROM {quoted(name)}").fetchall()[0]
        kinds = list(_TYPES)
        starts = range(0, len(fits), len(kinds))
        return [_first(kinds, fits[start : start + len(kinds)]) for start in starts]


def _plain(error: duckdb.Error) -> str:
    """Return an SQL error's message. For an unknown table, without the names of internal tables."""
    text = str(error)
    return text.partition("\n")[0] if isinstance(error, duckdb.CatalogException) else text


def _test(column: str, kind: str, shape: str) -> str:
    """Return SQL that tests whether a column has values and all of them fit this type."""
    value = quoted(column)
    fits = f"regexp_full_match({value}, '{shape}') AND TRY_CAST({value} AS {kind}) IS NOT NULL"
    return f"coalesce(bool_and({value} IS NULL OR ({fits})), false) AND count({value}) > 0"


def _first(kinds: Sequence[str], fits: Sequence[bool]) -> str:
    return next((kind for kind, fit in zip(kinds, fits, strict=True) if fit), "")


def _value(value: Any) -> Any:
    """Convert a value for JSON, decimals without binary rounding noise."""
    match value:
        case None | bool() | int() | str():
            return value if not isinstance(value, int) or abs(value) < 2**53 else str(value)
        case float() | Decimal():
            return _number(float(value))
        case datetime():
            return value.isoformat(sep=" ", timespec="seconds")
        case date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
        case dict() | list() | tuple():
            return orjson.dumps(value, default=str).decode()
    return str(value)


def _number(value: float) -> float | int | None:
    if not isfinite(value):
        return None
    rounded = round(value, 9)
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2**53 else rounded
