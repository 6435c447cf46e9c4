"""A connection to a server that stays open for several calls, in its own task.

The SDK's connections must be closed in the task that opened them, and a run calls from many. So one task
opens a connection, holds it, and closes it on request.
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
_CLOSING = 5.0  # seconds allowed for a clean shutdown


class Session:
    """One connection, opened at once. Several callers may ask concurrently."""

    def __init__(self, server: McpServer) -> None:
        self.server = server
        self.asking = 0  # callers that wait for an answer
        self.has_answered = False
        self._client: Client | None = None
        self._opened, self._leave = asyncio.Event(), asyncio.Event()
        self._scope = anyio.CancelScope()
        self._owner = asyncio.create_task(self._hold())

    async def ask(self, question: Callable[["Client"], Awaitable[T]]) -> T:
        """Return the answer. Raises the error of the question or connection, or the one that ended it."""
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
        """End the connection. Raises the error that broke it, which says more than 'closed'."""
        self._scope.cancel()
        await self._owner

    async def close(self) -> None:
        """Shut down cleanly. A server that doesn't finish in time is abandoned."""
        self._leave.set()
        await asyncio.wait((self._owner,), timeout=_CLOSING)
        await self.break_off()

    async def break_off(self) -> None:
        """End the connection, and a command's process, without notice to the server."""
        self._scope.cancel()
        await asyncio.gather(self._owner, return_exceptions=True)

    async def _hold(self) -> None:
        with self._scope:  # anyio's scope: cancelled by asyncio, the SDK could leave a process behind
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
