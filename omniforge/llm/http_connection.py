"""One HTTP/1.1 connection (RFC 9112), parsed incrementally in C."""

import asyncio
from collections.abc import AsyncGenerator
from typing import cast

import httptools
import httpx2

_FULL = 262_144  # buffered bytes before reading from the server pauses


class HttpConnection(asyncio.Protocol):
    """Handles one request at a time. A slow reader gets all buffered data in one piece."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self._lost: Exception | None = None
        self._begin()

    def _begin(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.is_whole = False
        self._is_kept_alive = False
        self._body = bytearray()
        self._parser = httptools.HttpResponseParser(self)

    async def send(self, request: bytes) -> None:
        """Send `request` and wait for the head of its response: `status` and `headers`.

        Raises httpx2.RemoteProtocolError if the server closes, or does not speak HTTP.
        """
        self._begin()
        self.transport.write(request)
        while self.status < 200:  # 1xx responses are interim
            await self._next_change()

    async def body(self) -> AsyncGenerator[bytes, None]:
        """Yield the body as it arrives. Raises httpx2.RemoteProtocolError if it is incomplete."""
        while not self.is_whole or self._body:
            if not self._body:
                await self._next_change()
                continue
            data, self._body = bytes(self._body), bytearray()
            self.transport.resume_reading()
            yield data

    @property
    def is_reusable(self) -> bool:
        """True if another request can follow."""
        return self.is_whole and self._is_kept_alive and not self.transport.is_closing()

    async def _next_change(self) -> None:
        if self._lost:
            raise self._lost
        self._changed.clear()
        await self._changed.wait()

    def _lose(self, reason: str) -> None:
        self._lost = httpx2.RemoteProtocolError(reason)
        self._changed.set()
        self.transport.abort()

    # --- called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's isn't a subclass

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError as error:
            self._lose(f"The server does not speak HTTP/1.1: {error}")
        if len(self._body) > _FULL:
            self.transport.pause_reading()

    def connection_lost(self, error: Exception | None) -> None:
        sized = any(name.lower() in (b"content-length", b"transfer-encoding") for name, _ in self.headers)
        if self.status and not error and not sized:
            self.is_whole = True  # a body without a length ends with the connection
        self._lose("The server closed the connection.")

    # --- called by httptools

    def on_message_begin(self) -> None:
        self.headers = []

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        self.status = self._parser.get_status_code()
        self._changed.set()

    def on_body(self, data: bytes) -> None:
        self._body += data
        self._changed.set()

    def on_message_complete(self) -> None:
        self.is_whole = self.status >= 200
        self._is_kept_alive = self._parser.should_keep_alive()
        self._changed.set()
