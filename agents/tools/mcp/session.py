"""A connection to a server that is kept for several questions, in a task of its own.

The SDK's connections must be left in the task that entered them, and a run asks from many; so one task opens
a connection, holds it, and closes it when it is told to.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import anyio

from agents.models import McpServer
from agents.tools.mcp.client import connected

if TYPE_CHECKING:
    from mcp import Client

T = TypeVar("T")
_CLOSING = 5.0  # seconds in which a server may say goodbye


class Session:
    """One connection; it opens at once. Several may ask at the same time."""

    def __init__(self, server: McpServer) -> None:
        self.server = server
        self.asking = 0  # how many wait for an answer
        self.has_answered = False
        self._client: Client | None = None
        self._opened, self._leave = asyncio.Event(), asyncio.Event()
        self._scope = anyio.CancelScope()
        self._owner = asyncio.create_task(self._hold())

    async def ask(self, question: Callable[["Client"], Awaitable[T]]) -> T:
        """Return the answer. Raises what question or connection raise; also what ended the connection."""
        self.asking += 1
        answering = asyncio.create_task(self._answer(question))
        try:
            await asyncio.wait((answering, self._owner), return_when=asyncio.FIRST_COMPLETED)
            if self._owner.done() or (answering.exception() and self.asking == 1):
                await self._end()
            return await answering
        finally:
            self.asking -= 1
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)

    async def _end(self) -> None:
        """End the connection. Raises what had broken it, which says more than that it is closed."""
        self._scope.cancel()
        await self._owner

    async def close(self) -> None:
        """Take leave of the server; one that does not let go is left."""
        self._leave.set()
        await asyncio.wait((self._owner,), timeout=_CLOSING)
        await self.break_off()

    async def break_off(self) -> None:
        """End the connection, and with it the process of a command, without a word to the server."""
        self._scope.cancel()
        await asyncio.gather(self._owner, return_exceptions=True)

    async def _hold(self) -> None:
        with self._scope:  # anyio's: cancelled by asyncio the SDK could leave a process behind
            async with connected(self.server) as client:
                self._client = client
                self._opened.set()
                await self._leave.wait()

    async def _answer(self, question: Callable[["Client"], Awaitable[T]]) -> T:
        await self._opened.wait()
        assert self._client
        answer = await question(self._client)
        self.has_answered = True
        return answer
