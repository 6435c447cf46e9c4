"""Shared setup of a module's tests: the product writes it for the first test, and for the others its rows are
inserted again, which takes a tenth of the time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, NamedTuple, TypeVar

from django.db import connection, transaction

T = TypeVar("T")
_WRITES = ("INSERT", "UPDATE", "DELETE")
# Passages are the only rows with numbers from the database: reinserted ones keep their numbers.
_LAST = {
    "sqlite": "SELECT max(seq) FROM sqlite_sequence WHERE name = 'projects_passage'",
    "postgresql": "SELECT nextval(pg_get_serial_sequence('projects_passage', 'id'))",
}
_GO_ON = {
    "sqlite": "UPDATE sqlite_sequence SET seq = %s WHERE name = 'projects_passage'",
    "postgresql": "SELECT setval(pg_get_serial_sequence('projects_passage', 'id'), %s)",
}


class _Made(NamedTuple):
    what: Any
    last: int  # the number before its passages
    statements: list[tuple[str, Any, bool]]


class Kept:
    """Created objects, by name. Its hooks on commit run only if a test commits, so the two are kept apart.

    It belongs to people and workspaces that are the same for each test of a module.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[str, bool], _Made] = {}

    def __call__(self, name: str, make: Callable[[], T]) -> T:
        """Return the result of `make`; its rows are in the database."""
        key = (name, connection.in_atomic_block)
        if key in self._made:
            _put_back(self._made[key])
        else:
            self._made[key] = _made_by(make)
        made: T = deepcopy(self._made[key].what)
        return made


def _made_by(make: Callable[[], Any]) -> _Made:
    with connection.cursor() as cursor:
        cursor.execute(_LAST[connection.vendor])
        [last] = cursor.fetchone()
    with _noted() as statements:
        return _Made(make(), last or 0, statements)


@contextmanager
def _noted() -> Iterator[list[tuple[str, Any, bool]]]:
    """Yield a list that records everything written meanwhile."""
    statements: list[tuple[str, Any, bool]] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        params = list(params) if many else params  # several rows may come from an iterator
        if sql.lstrip().startswith(_WRITES):
            statements.append((sql, params, many))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield statements


def _put_back(made: _Made) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_GO_ON[connection.vendor], [made.last])
        for sql, params, many in made.statements:
            (cursor.executemany if many else cursor.execute)(sql, params)
