"""A connection that sends role and workspace in the same message as each statement.

`SET LOCAL` ends with the transaction, or with the statement if there is none. So a pooled connection
remembers no workspace, and a statement without a workspace sees no rows. Work across workspaces runs as
the role that has signed in.
"""

from collections.abc import Iterable
from contextlib import nullcontext
from functools import lru_cache
from typing import Any, Self

from django.db.backends.postgresql import base
from psycopg import sql
from psycopg.pq import TransactionStatus

from omniforge.storage.row_security.role import role_of
from omniforge.storage.workspace_scope import EVERYBODY, across_workspaces, current_scope

_Cursor: Any = base.Cursor
_ServerCursor: Any = vars(base)["ServerSideCursor"]  # missing from the stubs
# They change no rows, and have to work in a failed transaction, in which SET doesn't.
_UNBOUND = ("SAVEPOINT ", "ROLLBACK TO ", "RELEASE ")


@lru_cache(maxsize=1024)
def _bound(whose: str, database: str) -> str:
    """Return the two commands that precede a statement."""
    if whose == EVERYBODY:
        return "SET LOCAL ROLE NONE; SET LOCAL omniforge.tenant = ''; "
    role = role_of(database).replace('"', '""')
    return f"""SET LOCAL ROLE "{role}"; SET LOCAL omniforge.tenant = '{whose}'; """


def _binding(connection: Any) -> str:
    """Return the commands that precede a statement now, empty if it may see everything."""
    whose = current_scope()
    if whose == EVERYBODY and _is_between_transactions(connection):
        return ""  # some statements must be alone in their message
    return _bound(whose, connection.info.dbname)


def _is_between_transactions(connection: Any) -> bool:
    return bool(connection.pgconn.transaction_status == TransactionStatus.IDLE)


class ScopedCursor(_Cursor):  # type: ignore[misc]
    """Binds each statement, within a transaction only if the workspace changed."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        is_unbound = isinstance(query, str) and query.startswith(_UNBOUND)
        if is_unbound or _is_between_transactions(self.connection):
            self.connection.last_binding = ""  # since a rollback may have reverted the SET
        binding = "" if is_unbound else _binding(self.connection)
        if binding == self.connection.last_binding:
            super().execute(query, params, **options)
            return self
        super().execute(_after(binding, query), params, **options)
        self.nextset()
        self.nextset()
        self.connection.last_binding = binding
        return self

    def executemany(self, query: Any, params_seq: Iterable[Any], **options: Any) -> None:
        """Bind once: they go through a pipeline, in which a message has one statement."""
        with self.connection.transaction() if self.connection.autocommit else nullcontext():
            self.execute("")
            super().executemany(query, params_seq, **options)


class ScopedServerCursor(_ServerCursor):  # type: ignore[misc]
    """Binds the declaration of a named cursor, which determines its plan."""

    def _make_declare_statement(self, query: Any) -> Any:
        binding, self._conn.last_binding = _binding(self._conn), ""
        return _after(binding, super()._make_declare_statement(query))

    def _execute_send(self, query: Any, **options: Any) -> None:
        """Send by the simple protocol, whose messages may have several statements."""
        super()._execute_send(query, **options | {"force_extended": False})


def _after(binding: str, query: Any) -> Any:
    return binding + query if isinstance(query, str) else sql.SQL(binding) + query


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL with row level security."""

    def get_connection_params(self) -> dict[str, Any]:
        return {**super().get_connection_params(), "cursor_factory": ScopedCursor}

    def _configure_connection(self, connection: Any) -> bool:
        with across_workspaces():
            return bool(super()._configure_connection(connection))  # type: ignore[misc]

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = super().create_cursor(name)
        if name:
            cursor.__class__ = ScopedServerCursor
        return cursor
