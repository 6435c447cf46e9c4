"""Speaking with a server, by the official SDK."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, TextIO, TypeVar

import anyio
import httpx2

from agents.failures import ToolFailed
from agents.models import McpServer, McpTransport
from agents.tools.mcp.connection import SECONDS, Connection, require_command
from agents.tools.mcp.transport import CappedTransport
from omniforge.errors import OmniForgeError

if TYPE_CHECKING:
    from mcp import Client
    from mcp.client._transport import TransportStreams

logger = logging.getLogger(__name__)
T = TypeVar("T")
_SAID = 300  # characters of a server's own complaint


async def ask(server: McpServer, question: Callable[["Client"], Awaitable[T]]) -> T:
    """Connect, ask, and return the answer.

    Raises ToolFailed, naming the server, where it is down, slow or does not speak the protocol, and what
    keeps it from being reached: RequestRefused, NotAllowed.
    """
    return await in_time(server, _ask_once(server, question))


async def in_time(server: McpServer, asking: Awaitable[T]) -> T:
    """Wait for an answer as long as the server may take. Raises as `ask` does."""
    seconds = _connection(server).get("timeout", SECONDS)
    try:
        # Not asyncio's: cancelled by that, the SDK could leave a process behind.
        with anyio.fail_after(seconds):
            return await asking
    except Exception as error:  # The SDK raises groups, and whatever its transports do.
        raise _failure(server, seconds, error) from error


@asynccontextmanager
async def connected(server: McpServer) -> AsyncGenerator["Client", None]:
    """Connect to a server until the block ends, which must be in the same task. Raises what the SDK does."""
    await asyncio.to_thread(import_module, "mcp")  # takes most of a second, the first time
    from mcp import Client

    connection = _connection(server)
    stdio = server.transport == McpTransport.STDIO
    transport = _command(connection) if stdio else _address(connection)
    async with Client(transport, cache=None) as client:
        yield client


async def _ask_once(server: McpServer, question: Callable[["Client"], Awaitable[T]]) -> T:
    async with connected(server) as client:
        return await question(client)


def _connection(server: McpServer) -> Connection:
    connection: Connection = server.settings
    return connection


@asynccontextmanager
async def _address(connection: Connection) -> AsyncGenerator["TransportStreams", None]:
    from mcp.client.streamable_http import streamable_http_client

    async with (
        httpx2.AsyncClient(
            transport=CappedTransport(), headers=connection.get("headers"), timeout=None, trust_env=False
        ) as http,
        streamable_http_client(connection["url"], http_client=http) as streams,
    ):
        yield streams


@asynccontextmanager
async def _command(connection: Connection) -> AsyncGenerator["TransportStreams", None]:
    """Start the command. It is given none of our environment, and what it complains of is not kept."""
    from mcp import StdioServerParameters, stdio_client

    require_command(connection["command"])
    parameters = StdioServerParameters(
        command=connection["command"],
        args=connection.get("arguments", []),
        env=dict(connection.get("environment", {})),
    )
    with _nowhere() as nowhere:
        async with stdio_client(parameters, errlog=nowhere) as streams:
            yield streams


def _nowhere() -> TextIO:
    return open(os.devnull, "w")


def _failure(server: McpServer, seconds: float, error: Exception) -> OmniForgeError:
    """Return what an exception of the SDK, which may be a group of others, means for a person."""
    cause = next((one for one in _causes(error) if isinstance(one, OmniForgeError)), None) or next(
        _causes(error)
    )
    if isinstance(cause, OmniForgeError):
        return cause
    if isinstance(cause, TimeoutError):
        return ToolFailed(f"The server {server.slug} did not answer within {seconds:g} seconds.", unsure=True)
    if isinstance(cause, OSError | httpx2.HTTPError):
        down = f"The server {server.slug} cannot be reached. It may be down."
        return ToolFailed(down, transient=True, unsure=True)
    logger.warning("MCP server %s: %s", server.slug, type(cause).__name__)  # its text may be anybody's
    said = " ".join(str(cause).split())[:_SAID]
    return ToolFailed(f"The server {server.slug} does not answer as it should: {said}", unsure=True)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the exceptions that a group, and the groups in it, are made of."""
    if not isinstance(error, BaseExceptionGroup):
        yield error
        return
    for one in error.exceptions:
        yield from _causes(one)
