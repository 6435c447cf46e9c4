"""ORM queries compiled once, for the queries of every turn while somebody waits.

Building and compiling a query takes several times as long as SQLite takes to answer it. A prepared one only
converts the given values and the returned rows, as their fields define.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, Model, QuerySet, UUIDField
from django.db.models.sql import UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

Row = tuple[Any, ...]
Bound = tuple[str, list[Any]]  # SQL with its parameters


class Given(Expression):
    """A named parameter of a prepared query. An id unless `field` says otherwise."""

    def __init__(self, name: str, field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=field or UUIDField())
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)

    def of(self, values: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
        return self.output_field.get_db_prep_save(values[self.name], connection)


@dataclass(frozen=True, slots=True)
class _Statement:
    sql: str
    parameters: Sequence[Any]

    def values(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> list[Any]:
        return [one.of(given, connection) if isinstance(one, Given) else one for one in self.parameters]


class PreparedRows:
    """A `values_list` with `Given` parameters. `query` is called once, at first use."""

    def __init__(self, query: Callable[[], QuerySet[Any, Row]]) -> None:
        self._query = query

    def __call__(self, **given: Any) -> list[Row]:
        """Return the rows for these values. Raises KeyError if one is missing."""
        with this_connection().cursor() as cursor:
            cursor.execute(*self.bound(given))
            return self.converted(cursor.fetchall())

    def bound(self, given: dict[str, Any]) -> Bound:
        """Return the SQL with its parameters. Raises KeyError."""
        statement, _ = self._prepared
        return statement.sql, statement.values(given, this_connection())

    def converted(self, rows: Sequence[Row]) -> list[Row]:
        """Convert the database's rows to their fields' Python values."""
        return list(_converted(rows, self._prepared[1], this_connection()))

    @cached_property
    def _prepared(self) -> tuple[_Statement, list[Any]]:
        compiler = self._query().query.get_compiler(connection=this_connection())
        statement = _Statement(*compiler.as_sql())
        return statement, [column for column, *_ in compiler.select[: compiler.col_count]]


class PreparedUpdate:
    """An update of the rows of `query`. Both it and the `changes` may have `Given` parameters."""

    def __init__(self, query: Callable[[], QuerySet[Any]], **changes: Any) -> None:
        self._query = query
        self._changes = changes

    def __call__(self, **given: Any) -> int:
        """Return how many rows were changed. Raises KeyError if a value is missing."""
        with this_connection().cursor() as cursor:
            cursor.execute(*self.bound(given))
            return int(cursor.rowcount)

    def bound(self, given: dict[str, Any]) -> Bound:
        """Return the SQL with its parameters. Raises KeyError."""
        return self._prepared.sql, self._prepared.values(given, this_connection())

    @cached_property
    def _prepared(self) -> _Statement:
        query: Any = self._query().query.chain(UpdateQuery)
        query.add_update_values(self._changes)
        return _Statement(*query.get_compiler(connection=this_connection()).as_sql())


def insert(row: Model, **worked_out: Expression) -> None:
    """Insert a new row of a model without signals and parents, as `save(force_insert=True)` would.

    The database may compute columns, `worked_out`, as from its clock. `row` doesn't get their values.
    """
    with this_connection().cursor() as cursor:
        cursor.execute(*insertion(row, **worked_out))


def insertion(row: Model, **worked_out: Expression) -> Bound:
    """Return the statement of `insert`, and mark the row as stored."""
    connection, names = this_connection(), frozenset(worked_out)
    fields = [field for field in row._meta.concrete_fields if field.attname not in names]
    given = ((field, field.pre_save(row, add=True)) for field in fields)
    values = [None if value is None else field.get_db_prep_save(value, connection) for field, value in given]
    statement = _insertion(type(row), tuple(worked_out.items()))
    row._state.adding, row._state.db = False, connection.alias
    return statement.sql, [*values, *statement.parameters]


@cache
def _insertion(model: type[Model], worked_out: tuple[tuple[str, Expression], ...]) -> _Statement:
    """Prepare an insert: first the given columns, then the computed ones."""
    names = [name for name, _ in worked_out]
    columns = {field.attname: str(field.column) for field in model._meta.concrete_fields}
    ordered = [*(name for name in columns if name not in names), *names]
    compiler = UpdateQuery(model).get_compiler(connection=this_connection())
    compiled = [compiler.compile(one.resolve_expression(compiler.query)) for _, one in worked_out]
    places = ", ".join(["%s"] * (len(columns) - len(names)) + [sql for sql, _ in compiled])
    quote = this_connection().ops.quote_name
    quoted = ", ".join(quote(columns[name]) for name in ordered)
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({quoted}) VALUES ({places})"
    return _Statement(sql, [parameter for _, parameters in compiled for parameter in parameters])


def _converted(rows: Sequence[Row], columns: Sequence[Any], connection: BaseDatabaseWrapper) -> Iterator[Row]:
    """Convert rows by column, which is faster than by row."""
    pairs = zip(zip(*rows, strict=True), columns, strict=bool(rows))
    return zip(*(_converted_column(values, column, connection) for values, column in pairs), strict=True)


def _converted_column(values: Sequence[Any], column: Any, connection: BaseDatabaseWrapper) -> Sequence[Any]:
    for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection)):
        values = [convert(value, column, connection) for value in values]
    return values


def this_connection() -> BaseDatabaseWrapper:
    """Return this thread's connection. The proxy `django.db.connection` looks it up at each use."""
    return connections[DEFAULT_DB_ALIAS]
