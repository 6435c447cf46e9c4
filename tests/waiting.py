"""Waiting for what another process does: looked at again and again, for a bounded time."""

import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

T = TypeVar("T")


def until(look: Callable[[], T | None], seconds: float = 120, every: float = 0.1) -> T:
    """Return what `look` gives as soon as it is something. AssertionError where it stays nothing."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"still nothing after {seconds} seconds"
        Event().wait(every)
    return found
