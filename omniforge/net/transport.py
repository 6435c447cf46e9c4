"""HTTP through the SSRF filter: connects only to the addresses that the filter has checked.

A host is resolved once per connection, so a name that would resolve differently the second time (DNS
rebinding) has no effect. Host header, SNI and certificate check use the name.
"""

import ssl
from typing import Any

import httpcore2
import httpx2

from omniforge.net.guard import Guard
from omniforge.net.tls import tls_context


class GuardedTransport(httpx2.AsyncHTTPTransport):
    """A transport for `httpx2.AsyncClient`. Every request, including redirects, passes the filter.

    Proxies of the environment are not used, since they would resolve names again.
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
    """Tries the addresses that the SSRF filter returns, in order, until one connects."""

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
