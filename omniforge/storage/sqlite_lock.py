"""Timeouts for SQLite's write lock.

The worker and commands wait as long as the settings say. In a web process somebody waits for the answer, so
it gives up soon. After a failed wait the next ones are short, until a write succeeds: calls that queue for
a thread would otherwise each wait that long again.
"""

from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

_LONG, _SHORT = 1000, 20  # milliseconds
_locked = False  # per process; races between threads cost one wait at most


def wait_briefly() -> None:
    """Limit the lock wait of all connections opened from now on to a second."""
    connection_created.connect(_prepare, dispatch_uid="sqlite_lock")


def _prepare(connection: BaseDatabaseWrapper, **options: Any) -> None:
    if connection.vendor == "sqlite":
        _set_timeout(connection, _LONG)  # reading hardly ever waits
        if _hurry not in connection.execute_wrappers:
            connection.execute_wrappers.append(_hurry)


def _hurry(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute a statement. If the last wait for the lock failed, wait only briefly."""
    global _locked
    connection = context["connection"]
    if connection.in_atomic_block or sql.startswith("SELECT"):
        return execute(sql, params, many, context)
    _set_timeout(connection, _SHORT if _locked else _LONG)
    try:
        result = execute(sql, params, many, context)
    except OperationalError as error:
        _locked = getattr(error.__cause__, "sqlite_errorname", "").startswith("SQLITE_BUSY")
        raise
    _locked = False
    return result


def _set_timeout(connection: BaseDatabaseWrapper, milliseconds: int) -> None:
    connection.connection.execute(f"PRAGMA busy_timeout = {milliseconds}").close()
