"""Polling for another process's or task's effect, with a timeout."""

import asyncio
import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

T = TypeVar("T")


def until(look: Callable[[], T | None], seconds: float = 120, every: float = 0.1) -> T:
    """Return the first truthy result of `look`. AssertionError after the timeout."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"still nothing after {seconds} seconds"
        Event().wait(every)
    return found


async def until_true(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Let this loop run until `condition` is true. TimeoutError after the timeout."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 (nothing of this loop is set by a thread or by Redis)
            await asyncio.sleep(0.01)
