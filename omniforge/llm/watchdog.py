"""One timer for all waits of a stream: a timer for each would cost more than reading a token."""

import asyncio
from types import TracebackType
from typing import Any, Self

from omniforge.llm.errors import ModelTimeout


class Watchdog:
    """A context manager that raises ModelTimeout if a wait in its block exceeds `seconds`.

    A wait is between `wait()` and `rest()`. Like `asyncio.timeout`, it cancels the waiting task.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._task: asyncio.Task[Any] | None = None
        self._since = 0.0
        self._barked_at: asyncio.Task[Any] | None = None

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._cancelling = _cancelling(asyncio.current_task())
        self._timer = self._loop.call_later(self._seconds, self._look)
        return self

    def wait(self) -> None:
        """Start a wait in the running task."""
        self._task = asyncio.current_task()
        self._since = self._loop.time()

    def rest(self) -> None:
        """End the wait."""
        self._task = None

    def _look(self) -> None:
        """Cancel an overdue wait, else check again at the current wait's deadline."""
        since = self._since if self._task else self._loop.time()
        left = since + self._seconds - self._loop.time()
        if self._task and left <= 0:
            self._barked_at = self._task
            self._task.cancel()
        else:
            self._timer = self._loop.call_later(left, self._look)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if self._barked_at is None:
            return
        # If somebody else also cancelled the task, that cancellation prevails.
        if self._barked_at.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise ModelTimeout.after(self._seconds) from error


def _cancelling(task: asyncio.Task[Any] | None) -> int:
    return task.cancelling() if task else 0
