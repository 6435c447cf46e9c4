"""Whether a client takes what it is sent. Writers wait for it, and who takes too long is cut."""

import asyncio

from twisted.internet.interfaces import ITCPTransport

PATIENCE = 45.0  # seconds in which what waits for a client must have left


class Outflow:
    """The way out of one connection. It is full while more than the transport's 64 KB wait in it."""

    def __init__(self, transport: ITCPTransport) -> None:
        self._transport = transport
        self._free = asyncio.Event()
        self._free.set()
        self._end: asyncio.TimerHandle | None = None

    async def has_room(self) -> None:
        """Return when something may be written. Of several that wait the first may fill it again."""
        while not self._free.is_set():
            await self._free.wait()

    def fill(self) -> None:
        """Have writers wait, and cut the connection unless it is free, or at its end, in time."""
        if self._end is None:
            self._free.clear()
            self._end = asyncio.get_running_loop().call_later(PATIENCE, self._transport.abortConnection)

    def free(self) -> None:
        """Let writers write."""
        if self._end is not None:
            self._end.cancel()
        self._end = None
        self._free.set()
