"""Reads long messages beside the event loop, so that nobody else waits for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from intent.text import LONGEST_HEARD

P = ParamSpec("P")
T = TypeVar("T")

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="reading")  # more would take turns, not be faster


def is_long(message: str) -> bool:
    """Return whether reading a message takes so long that others would notice."""
    return len(message) > LONGEST_HEARD


async def read_aside(message: str, read: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Return `read(*args, **named)`, in a thread if `message` is long: one such message at a time."""
    if not is_long(message):
        return read(*args, **named)
    reading = partial(copy_context().run, read, *args, **named)
    return await asyncio.get_running_loop().run_in_executor(_THREAD, reading)
