"""A connection whose every statement says, in the same message, whose rows it may see.

Nothing of it stays: `SET LOCAL` ends with the transaction, or with the statement where there is none. So a
connection of the pool remembers no workspace, and a statement for which nobody has said anything sees no
rows. What works across workspaces runs as the role that has signed in.
"""

from collections.abc import Iterable
from contextlib import nullcontext
from functools import lru_cache
from typing import Any, Self

from django.db.backends.postgresql import base
from psycopg import sql
from psycopg.pq import TransactionStatus

from omniforge.storage.reach import EVERYBODY, across_workspaces, reach
from omniforge.storage.walls.role import role_of

_Cursor: Any = base.Cursor
_ServerCursor: Any = vars(base)["ServerSideCursor"]  # which its stubs don't know
# They change no rows, and have to work in a transaction that has failed, in which no SET does.
_UNBOUND = ("SAVEPOINT ", "ROLLBACK TO ", "RELEASE ")


@lru_cache(maxsize=1024)
def _bound(whose: str, database: str) -> str:
    """Return what is said before a statement: two commands."""
    if whose == EVERYBODY:
        return "SET LOCAL ROLE NONE; SET LOCAL omniforge.tenant = ''; "
    role = role_of(database).replace('"', '""')
    return f"""SET LOCAL ROLE "{role}"; SET LOCAL omniforge.tenant = '{whose}'; """


def _binding(connection: Any) -> str:
    """Return what is to be said before a statement here; nothing where it sees all as it is."""
    whose = reach()
    if whose == EVERYBODY and _is_between_transactions(connection):
        return ""  # some statements must be alone in their message
    return _bound(whose, connection.info.dbname)


def _is_between_transactions(connection: Any) -> bool:
    return bool(connection.pgconn.transaction_status == TransactionStatus.IDLE)


class WalledCursor(_Cursor):  # type: ignore[misc]
    """Binds each statement; of a transaction those that see other rows than the one before."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        is_unbound = isinstance(query, str) and query.startswith(_UNBOUND)
        if is_unbound or _is_between_transactions(self.connection):
            self.connection.last_binding = ""  # since what was said before may have been taken back
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
        """Bind them once, since they go through a pipeline, in which a message has one statement."""
        with self.connection.transaction() if self.connection.autocommit else nullcontext():
            self.execute("")
            super().executemany(query, params_seq, **options)


class WalledServerCursor(_ServerCursor):  # type: ignore[misc]
    """Binds the declaration of a named cursor, by which its plan is made."""

    def _make_declare_statement(self, query: Any) -> Any:
        binding, self._conn.last_binding = _binding(self._conn), ""
        return _after(binding, super()._make_declare_statement(query))

    def _execute_send(self, query: Any, **options: Any) -> None:
        """Send it by the protocol whose messages may have several statements."""
        super()._execute_send(query, **options | {"force_extended": False})


def _after(binding: str, query: Any) -> Any:
    return binding + query if isinstance(query, str) else sql.SQL(binding) + query


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL, walled."""

    def get_connection_params(self) -> dict[str, Any]:
        return {**super().get_connection_params(), "cursor_factory": WalledCursor}

    def _configure_connection(self, connection: Any) -> bool:
        with across_workspaces():
            return bool(super()._configure_connection(connection))  # type: ignore[misc]

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = super().create_cursor(name)
        if name:
            cursor.__class__ = WalledServerCursor
        return cursor
