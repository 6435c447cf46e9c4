"""Addresses that are saved and used later: what the guard would refuse then is refused now."""

import asyncio
from contextlib import suppress

from asgiref.sync import async_to_sync

from omniforge.net.errors import RequestFailed
from omniforge.net.guard import Guard

_SECONDS = 2.0  # for the look-up, while a person waits for a form


def check_saved(address: str) -> None:
    """Raise RequestRefused for an address that isn't let out, by its form or by what its name means now.

    A name that isn't found in time is taken, since the guard looks again at each use. It blocks for two
    seconds at most, so call it in a thread, and before a transaction.
    """
    guard = Guard.of_settings()
    async_to_sync(_look_up)(guard, *guard.check(address))


async def _look_up(guard: Guard, host: str, port: int) -> None:
    with suppress(TimeoutError, RequestFailed):
        async with asyncio.timeout(_SECONDS):
            await guard.find(host, port)
