"""The one way from the event loop into the database, for turns and for what agents call.

SQLite has one writer at a time, so there all of a process's turn work goes through one thread, which is
never refused the lock and never waits for it in a spin. PostgreSQL gets a few threads.
"""

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")


@functools.cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 8, thread_name_prefix="turns")


async def in_database(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a sync function that uses the ORM in a thread, and return its result."""
    call = functools.partial(_run_and_release, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_threads(), call)


def _run_and_release(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return function(*args, **kwargs)
    finally:
        # SQLite's connection stays open with its thread; a pooled one goes back to the pool.
        if connection.vendor != "sqlite":
            close_old_connections()
