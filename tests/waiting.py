"""Polling for another process's effect, with a timeout."""

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
