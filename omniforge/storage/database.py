"""The only way from the event loop to the database, for turns and agents' calls.

SQLite has one writer at a time, so all of a process's turn work goes through one thread, which never
contends for the lock or spins on it. PostgreSQL gets a few threads. Among calls that wait for a thread,
those that somebody waits for go first.
"""

import asyncio
import functools
import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import PriorityQueue
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections, connection, transaction

from omniforge.storage.workspace_scope import current_scope, within_scope
from omniforge.telemetry.about import current_ids, restored

P = ParamSpec("P")
T = TypeVar("T")

_PATIENCE = 1.0  # seconds for which an unhurried call lets others overtake
_LONGEST_GAP = 0.25  # seconds
_numbers = itertools.count()


@dataclass(order=True, slots=True)
class _Call:
    """A queued call, ordered by due time, then by arrival."""

    due: float
    number: int
    run: Callable[[], Any] = field(compare=False)
    about: Mapping[str, str] = field(compare=False, default_factory=current_ids)
    scope: str = field(compare=False, default_factory=current_scope)
    result: Future[Any] = field(compare=False, default_factory=Future)


_waiting: PriorityQueue[_Call] = PriorityQueue()


async def in_database(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a sync function that uses the ORM in a thread, and return its result."""
    return await _submit(0.0, functools.partial(function, *args, **kwargs))


async def in_database_low_priority(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """The same for work that nobody waits for: calls of `in_database` overtake it, by a second at most."""
    return await _submit(_PATIENCE, functools.partial(function, *args, **kwargs))


@contextmanager
def considerate_transaction() -> Iterator[None]:
    """A transaction of long background work: on SQLite, it leaves others as much time afterwards.

    Waiters poll SQLite's lock. Without a gap they would hardly ever find it free.
    """
    began = time.monotonic()
    with transaction.atomic():
        yield
    if connection.vendor == "sqlite":
        time.sleep(min(time.monotonic() - began, _LONGEST_GAP))


def _submit(patience: float, function: Callable[[], T]) -> asyncio.Future[T]:
    call = _Call(time.monotonic() + patience, next(_numbers), function)
    _waiting.put(call)
    _threads().submit(_run_most_urgent)
    return asyncio.wrap_future(call.result)


@functools.cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 8, thread_name_prefix="turns")


def _run_most_urgent() -> None:
    """Run the most urgent waiting call. One run is submitted per call."""
    call = _waiting.get_nowait()
    if not call.result.set_running_or_notify_cancel():
        return
    try:
        with restored(call.about), within_scope(call.scope):
            call.result.set_result(_run_and_release(call.run))
    except BaseException as error:
        call.result.set_exception(error)


def _run_and_release(function: Callable[[], T]) -> T:
    try:
        return function()
    finally:
        # SQLite's connection stays open with its thread; a pooled one returns to the pool.
        if connection.vendor != "sqlite":
            close_old_connections()
