"""An HTTP/1.1 transport for httpx2 that is cheaper than its own.

httpx2's passes every chunk through a timeout scope, a parser in Python and six generators, which is half
the cost of an answer of 60 tokens. This one has no timeouts: `Models` puts them around the whole call.
"""

import asyncio
import ssl
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable

import httpx2

from omniforge.llm.http_connection import HttpConnection
from omniforge.net.guard import Guard

CONNECT_SECONDS = 5.0  # per address
IDLE_SECONDS = 30.0  # after this, a NAT may have dropped an idle connection
_Origin = tuple[str, str, int]


class HttpTransport(httpx2.AsyncBaseTransport):
    """Opens connections, and keeps idle ones for the next request to the same origin."""

    def __init__(self, tls: ssl.SSLContext, guard: Callable[[], Guard] | None = None) -> None:
        """With a `guard`, every request passes it and connects to the addresses that it checked."""
        self._tls = tls
        self._guard = guard
        self._idle: defaultdict[_Origin, dict[HttpConnection, float]] = defaultdict(dict)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send `request` and return its response. Raises httpx2.RemoteProtocolError or OSError.

        A server may close an idle connection just as it is reused. The caller retries then.
        """
        origin = _origin(request.url)
        if self._guard:
            self._guard().check(request.url)
        connection = self._kept(origin) or await self._connect(origin)
        try:
            await connection.send(_head(request) + await request.aread())
        except BaseException:
            connection.transport.abort()
            raise
        body = _Body(connection, lambda: self._keep(origin, connection))
        return httpx2.Response(connection.status, headers=connection.headers, stream=body)

    async def aclose(self) -> None:
        """Close the idle connections."""
        for kept in self._idle.values():
            for connection in kept:
                connection.transport.abort()
        self._idle.clear()

    async def _connect(self, origin: _Origin) -> HttpConnection:
        scheme, host, port = origin
        tls = self._tls if scheme == "https" else None
        if self._guard:
            return await self._connect_guarded(self._guard(), host, port, tls)
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(HttpConnection, host, port, ssl=tls))[1]

    async def _connect_guarded(
        self, guard: Guard, host: str, port: int, tls: ssl.SSLContext | None
    ) -> HttpConnection:
        """Try the addresses that the SSRF filter returns, in order, until one connects."""
        loop, name = asyncio.get_running_loop(), host if tls else None
        failure = OSError("there is no address")
        for address in await guard.find(host, port):
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    made = loop.create_connection(
                        HttpConnection, address, port, ssl=tls, server_hostname=name
                    )
                    return (await made)[1]
            except OSError as error:  # a timeout is one too
                failure = error
        raise failure

    def _kept(self, origin: _Origin) -> HttpConnection | None:
        kept = self._idle[origin]
        while kept:
            connection, since = kept.popitem()
            if connection.is_reusable and time.monotonic() - since < IDLE_SECONDS:
                return connection
            connection.transport.abort()
        return None

    def _keep(self, origin: _Origin, connection: HttpConnection) -> None:
        self._idle[origin][connection] = time.monotonic()


class _Body(httpx2.AsyncByteStream):
    def __init__(self, connection: HttpConnection, keep: Callable[[], None]) -> None:
        self._connection = connection
        self._keep = keep

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._connection.body()

    async def aclose(self) -> None:
        if self._connection.is_reusable:
            self._keep()
        else:
            self._connection.transport.abort()


def _origin(url: httpx2.URL) -> _Origin:
    return url.scheme, url.host, url.port or (443 if url.scheme == "https" else 80)


def _head(request: httpx2.Request) -> bytes:
    fields = [name + b": " + value for name, value in request.headers.raw]
    if any(b"\r" in field or b"\n" in field for field in fields):
        raise httpx2.LocalProtocolError("A header, such as the API key, contains a line break.")
    start = b"%s %s HTTP/1.1" % (request.method.encode(), request.url.raw_path)
    return b"\r\n".join([start, *fields, b"", b""])
