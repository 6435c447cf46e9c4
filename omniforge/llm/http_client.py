"""The HTTP clients of each event loop: one for vendors' own addresses, one for those that people enter."""

import asyncio
from collections.abc import AsyncGenerator
from urllib.request import getproxies
from weakref import WeakKeyDictionary

import httpx2

from omniforge.llm.http_transport import HttpTransport
from omniforge.net.guard import Guard
from omniforge.net.tls import tls_context

# A connection can be used only in the event loop that created it.
_Opened = AsyncGenerator[httpx2.AsyncClient, None]
# No timeouts here: `Models` limits each call and the gap between tokens.
_PATIENCE = httpx2.Timeout(None, connect=5.0)
_Clients = dict[bool, tuple[_Opened, httpx2.AsyncClient]]
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, _Clients] = WeakKeyDictionary()


async def http_client(*, guarded: bool = False) -> httpx2.AsyncClient:
    """Return the running event loop's HTTP client. It is closed when the loop shuts down.

    A `guarded` one passes the SSRF filter.
    """
    clients = _clients.setdefault(asyncio.get_running_loop(), {})
    if guarded not in clients:
        opened = _open_client(guarded)
        clients[guarded] = opened, await anext(opened)
    return clients[guarded][1]


async def _open_client(guarded: bool) -> _Opened:
    """Yield a client. As an async generator, it is closed when the loop shuts down."""
    # If the environment names a proxy (HTTPS_PROXY), httpx2's own transport uses it.
    own = guarded or not getproxies()
    transport = HttpTransport(tls_context(), Guard.of_models if guarded else None) if own else None
    async with httpx2.AsyncClient(transport=transport, verify=tls_context(), timeout=_PATIENCE) as client:
        yield client
