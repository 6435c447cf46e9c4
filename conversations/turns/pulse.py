"""A sign of life for readers: one timer a reader, as a timer for each wait costs more than the reading."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Pulse:
    """A context manager that calls `wake` each time that its reader has waited for `seconds`.

    Waits begin with `wait()`; `is_due()` tells, once, that the reader was woken for a sign of life.
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
        """Begin to wait."""
        self._since = self._loop.time()

    def is_due(self) -> bool:
        due, self._due = self._due, False
        return due

    def _look(self) -> None:
        """Wake the reader where it has waited long enough, and look again when it would have."""
        left = self._since + self._seconds - self._loop.time()
        if left <= 0:
            self._due, left = True, self._seconds
            self._wake()
        self._timer = self._loop.call_later(left, self._look)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._timer.cancel()
