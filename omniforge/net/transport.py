"""HTTP that passes the guard with every request, and connects to the very addresses that the guard has seen.

A host is looked up once for each connection: a name that answers differently the second time (DNS
rebinding) is never asked a second time. Host header, SNI and certificate stay those of the name.
"""

import ssl
from typing import Any

import httpcore2
import httpx2

from omniforge.net.guard import Guard
from omniforge.net.tls import tls_context


class GuardedTransport(httpx2.AsyncHTTPTransport):
    """A transport for `httpx2.AsyncClient`; whatever the client asks for, redirects too, passes the guard.

    Proxies of the environment are not used, since they would look names up again.
    """

    def __init__(self, guard: Guard | None = None, *, tls: ssl.SSLContext | None = None) -> None:
        tls = tls or tls_context()
        super().__init__(verify=tls)
        self._guard = guard or Guard.of_settings()
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls, network_backend=_GuardedNetwork(self._guard)
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request. Raises RequestRefused, RequestFailed for an unknown host, and httpx2's errors."""
        self._guard.check(request.url)
        return await super().handle_async_request(request)


class _GuardedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects to the addresses that the guard returns, in their order, until one answers."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._network = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self, host: str, port: int, *arguments: Any, **options: Any
    ) -> httpcore2.AsyncNetworkStream:
        failure: Exception = httpcore2.ConnectError()
        for address in await self._guard.find(host, port):
            try:
                return await self._network.connect_tcp(address, port, *arguments, **options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure
