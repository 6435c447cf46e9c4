"""The HTTP client of each event loop."""

import asyncio
from collections.abc import AsyncGenerator
from urllib.request import getproxies
from weakref import WeakKeyDictionary

import httpx2

from omniforge.llm.http_transport import HttpTransport
from omniforge.net.tls import tls_context

# A connection cannot be used from another event loop than the one that made it.
_Opened = AsyncGenerator[httpx2.AsyncClient, None]
# `Models` limits each call, and the time between two tokens.
_PATIENCE = httpx2.Timeout(None, connect=5.0)
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[_Opened, httpx2.AsyncClient]] = (
    WeakKeyDictionary()
)


async def http_client() -> httpx2.AsyncClient:
    """Return the running event loop's HTTP client; it is closed when the loop shuts down."""
    loop = asyncio.get_running_loop()
    if loop not in _clients:
        opened = _open_client()
        _clients[loop] = opened, await anext(opened)
    return _clients[loop][1]


async def _open_client() -> _Opened:
    """Yield a client. Being a generator, it is closed by the shutdown of the loop, just before it."""
    # Where the environment names a proxy (HTTPS_PROXY), httpx2's own transport goes through it.
    transport = None if getproxies() else HttpTransport(tls_context())
    async with httpx2.AsyncClient(transport=transport, verify=tls_context(), timeout=_PATIENCE) as client:
        yield client
