"""HTTP connections to providers: one pool for each event loop, and one TLS context for all of them."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from functools import cache
from weakref import WeakKeyDictionary

import httpx2

# A connection cannot be used from another event loop than the one that made it.
_Pool = AsyncGenerator[httpx2.AsyncClient, None]
_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[_Pool, httpx2.AsyncClient]] = WeakKeyDictionary()


async def http_client() -> httpx2.AsyncClient:
    """Return the running event loop's HTTP client; it is closed when the loop shuts down."""
    loop = asyncio.get_running_loop()
    if loop not in _pools:
        pool = _open_client()
        _pools[loop] = pool, await anext(pool)
    return _pools[loop][1]


async def _open_client() -> _Pool:
    """Yield a client. Being a generator, it is closed by the shutdown of the loop, just before it."""
    async with httpx2.AsyncClient(verify=_tls_context(), trust_env=True) as client:
        yield client


@cache
def _tls_context() -> ssl.SSLContext:
    return httpx2.create_ssl_context()  # takes 20 ms
