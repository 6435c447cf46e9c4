"""What the database is asked by somebody who wants to hear soon, though it may hang."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from django.db import Error as StorageError
from django.db import close_old_connections, connection

T = TypeVar("T")
_PATIENCE = 0.7  # seconds; whoever probes wants to hear within one


class InTime(Generic[T]):
    """A question, and what is said `otherwise`: where the database refuses it or takes too long.

    A server that hangs ends no statement, so it's asked in a thread, and one question that waits is enough.
    """

    def __init__(self, ask: Callable[[], T], otherwise: T) -> None:
        self._question, self._otherwise = ask, otherwise
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="in-time")
        self._asked: Future[T] | None = None

    def __call__(self) -> T:
        if connection.vendor == "sqlite":  # waits for its lock, and no longer
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
