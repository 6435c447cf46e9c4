"""Addresses that are saved for later use: refused when saved if the SSRF filter would refuse them."""

import asyncio
from contextlib import suppress

from asgiref.sync import async_to_sync

from omniforge.net.errors import RequestFailed
from omniforge.net.guard import Guard

_SECONDS = 2.0  # for the DNS lookup, while a person waits for a form


def check_saved(address: str) -> None:
    """Raise RequestRefused for a forbidden address, by its form or by what it resolves to now.

    A name that isn't resolved in time is accepted, since the filter checks each use again. It blocks for two
    seconds at most, so call it in a thread, and before a transaction.
    """
    guard = Guard.of_settings()
    async_to_sync(_look_up)(guard, *guard.check(address))


async def _look_up(guard: Guard, host: str, port: int) -> None:
    with suppress(TimeoutError, RequestFailed):
        async with asyncio.timeout(_SECONDS):
            await guard.find(host, port)
