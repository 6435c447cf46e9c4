"""A heartbeat for readers: one timer per reader, since a timer per wait costs more than reading."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Pulse:
    """A context manager that calls `wake` whenever its reader has waited for `seconds`.

    A wait starts with `wait()`. `is_due()` is true, once, if the reader was woken for a heartbeat.
    """

    def __init__(self, seconds: float, wake: Callable[[], None]) -> None:
        self._seconds = seconds
        self._wake = wake
        self._due = False

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._timer = self._loop.call_later(self._seconds, self._look)
        return self

    def wait(self) -> None:
        """Start a wait."""
        self._since = self._loop.time()

    def is_due(self) -> bool:
        due, self._due = self._due, False
        return due

    def _look(self) -> None:
        """Wake the reader if it has waited long enough, else check again at that time."""
        left = self._since + self._seconds - self._loop.time()
        if left <= 0:
            self._due, left = True, self._seconds
            self._wake()
        self._timer = self._loop.call_later(left, self._look)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._timer.cancel()
