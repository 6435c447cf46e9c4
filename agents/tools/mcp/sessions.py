"""The connections that one run opened. They end with the run."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from agents.failures import ToolFailed
from agents.models import McpServer

if TYPE_CHECKING:
    from mcp import Client

    from agents.tools.mcp.session import Session

T = TypeVar("T")


class Sessions:
    """One connection per server, opened on first use. `close` ends them all.

    After a failure the next call uses a new connection. A server that has answered before and now fails at
    once may have been restarted, so that failure is transient.
    """

    def __init__(self) -> None:
        self._opened: list[Session] = []
        self._usable: dict[UUID, Session] = {}

    async def ask(self, server: McpServer, question: Callable[["Client"], Awaitable[T]]) -> T:
        """Return a server's answer. Raises what `agents.tools.mcp.client.ask` raises."""
        from agents.tools.mcp.client import in_time  # loads the HTTP client

        session = self._session(server)
        try:
            return await in_time(server, session.ask(question))
        except Exception as error:
            self._forget(session)
            if isinstance(error, ToolFailed) and not isinstance(error.__cause__, TimeoutError):
                error.transient |= session.has_answered
            raise
        finally:
            if not session.asking and session not in self._usable.values():
                await session.break_off()

    async def close(self) -> None:
        """End all connections, including those that nobody waits for any more."""
        await asyncio.gather(*(session.close() for session in self._opened))
        self._opened.clear()
        self._usable.clear()

    def _session(self, server: McpServer) -> "Session":
        """Return a connection that matches the server's current settings."""
        from agents.tools.mcp.session import Session

        usable = self._usable.get(server.pk)
        if usable is None or usable.server.settings != server.settings:
            usable = self._usable[server.pk] = Session(server)
            self._opened.append(usable)
        return usable

    def _forget(self, session: "Session") -> None:
        if self._usable.get(session.server.pk) is session:
            del self._usable[session.server.pk]
