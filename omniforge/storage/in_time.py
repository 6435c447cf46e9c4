"""Database queries with a short timeout, even if the database hangs."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from django.db import Error as StorageError
from django.db import close_old_connections, connection

T = TypeVar("T")
_PATIENCE = 0.7  # seconds; health probes expect an answer within one


class InTime(Generic[T]):
    """A query with a default, `otherwise`, for a database that refuses it or takes too long.

    A hanging server ends no statement, so the query runs in a thread. At most one waits at a time.
    """

    def __init__(self, ask: Callable[[], T], otherwise: T) -> None:
        self._question, self._otherwise = ask, otherwise
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="in-time")
        self._asked: Future[T] | None = None

    def __call__(self) -> T:
        if connection.vendor == "sqlite":  # only its lock can take long
            return self._ask()
        if self._asked is None or self._asked.done():
            self._asked = self._thread.submit(self._ask_and_release)
        try:
            return self._asked.result(_PATIENCE)
        except TimeoutError:
            return self._otherwise

    def _ask(self) -> T:
        try:
            return self._question()
        except StorageError:
            return self._otherwise

    def _ask_and_release(self) -> T:
        try:
            return self._ask()
        finally:
            close_old_connections()
