"""The client for a server, on top of the official SDK."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, TextIO, TypeVar

import anyio
import httpx2
from django.utils.translation import gettext

from agents.failures import ToolFailed
from agents.models import McpServer, McpTransport
from agents.tools.mcp.connection import SECONDS, Connection, require_command
from agents.tools.mcp.failures import speaks_no_mcp, too_slow, unreachable
from agents.tools.mcp.transport import CappedTransport
from omniforge.errors import OmniForgeError

if TYPE_CHECKING:
    from mcp import Client
    from mcp.client._transport import TransportStreams

logger = logging.getLogger(__name__)
T = TypeVar("T")
_SAID = 300  # characters of a server's own error message
_KNOWN = (OmniForgeError, OSError, httpx2.HTTPError)  # TimeoutError is an OSError


async def request(server: McpServer, question: Callable[["Client"], Awaitable[T]]) -> T:
    """Connect, ask, and return the answer.

    Raises ToolFailed, naming the server, if it is down, slow or doesn't speak the protocol, or RequestRefused
    and NotAllowed if it may not be reached.
    """
    return await in_time(server, _ask_once(server, question))


async def in_time(server: McpServer, asking: Awaitable[T]) -> T:
    """Wait for an answer within the server's timeout. Raises what `request` raises."""
    seconds = _connection(server).get("timeout", SECONDS)
    try:
        # Not asyncio's timeout: on its cancellation the SDK could leave a process behind.
        with anyio.fail_after(seconds):
            return await asking
    except Exception as error:  # The SDK raises exception groups and its transports' own exceptions.
        raise _failure(server, seconds, error) from error


@asynccontextmanager
async def connected(server: McpServer) -> AsyncGenerator["Client", None]:
    """Connect to a server until the block ends, which must be in the same task. Raises the SDK's errors."""
    await asyncio.to_thread(import_module, "mcp")  # takes most of a second the first time
    from mcp import Client

    stdio = server.transport == McpTransport.STDIO
    transport = _command(_connection(server)) if stdio else _address(server)
    async with AsyncExitStack() as entered:
        try:
            client = await entered.enter_async_context(Client(transport, cache=None))
        except Exception as error:
            raise _unopened(server, error) from error
        yield client


def _unopened(server: McpServer, error: Exception) -> Exception:
    """Return why there is no connection: the underlying error, else that the other side is no MCP server."""
    if any(isinstance(cause, _KNOWN) for cause in _causes(error)):
        return error
    return speaks_no_mcp(server)


async def _ask_once(server: McpServer, question: Callable[["Client"], Awaitable[T]]) -> T:
    async with connected(server) as client:
        return await question(client)


def _connection(server: McpServer) -> Connection:
    connection: Connection = server.settings
    return connection


@asynccontextmanager
async def _address(server: McpServer) -> AsyncGenerator["TransportStreams", None]:
    from mcp.client.streamable_http import streamable_http_client

    from agents.tools.mcp.oauth.bearer import auth_of

    connection = _connection(server)
    async with (
        httpx2.AsyncClient(
            transport=CappedTransport(),
            headers=connection.get("headers"),
            auth=auth_of(server),
            timeout=None,
            trust_env=False,
        ) as http,
        streamable_http_client(connection["url"], http_client=http) as streams,
    ):
        yield streams


@asynccontextmanager
async def _command(connection: Connection) -> AsyncGenerator["TransportStreams", None]:
    """Start the command, without our environment. Its stderr is discarded."""
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
    """Translate an exception of the SDK, perhaps a group, into one for people."""
    causes = list(_causes(error))
    cause = next((one for one in causes if isinstance(one, OmniForgeError)), causes[0])
    if isinstance(cause, OmniForgeError):
        return cause
    if isinstance(cause, TimeoutError):
        return too_slow(server, seconds)
    if isinstance(cause, OSError | httpx2.HTTPError):
        return unreachable(server)
    logger.warning("MCP server %s: %s", server.slug, type(cause).__name__)  # its text may come from anybody
    said = " ".join(str(cause).split())[:_SAID]
    refused = gettext("%(name)s refused the call, and says: %(said)s")
    return ToolFailed(refused % {"name": server.title, "said": said}, unsure=True)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the leaf exceptions of a group, recursively."""
    if not isinstance(error, BaseExceptionGroup):
        yield error
        return
    for one in error.exceptions:
        yield from _causes(one)
