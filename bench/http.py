"""A cheap keep-alive HTTP client for the load driver."""

import asyncio
import time
from collections.abc import Callable

import httptools
import orjson

Piece = Callable[[bytes], None]


class Connection(asyncio.Protocol):
    """One connection to 127.0.0.1, one request at a time. Chunks of a body go to `on_body` as they arrive."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.on_body: Piece = lambda piece: None
        self.head_at = 0.0  # of the latest answer, by time.perf_counter()

    @classmethod
    async def open(cls, port: int) -> "Connection":
        return (await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port))[1]

    async def request(
        self, method: str, path: str, body: object, headers: dict[str, str], on_body: Piece
    ) -> int:
        """Send one request and return its status once the response is complete. Raises ConnectionError."""
        data = orjson.dumps(body) if body is not None else b""
        fields = {"host": "127.0.0.1", "content-length": str(len(data)), "accept": "*/*"} | headers
        if data:
            fields["content-type"] = "application/json"
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        self._answer = asyncio.get_running_loop().create_future()
        self.on_body = on_body
        self._parser = httptools.HttpResponseParser(self)
        self._transport.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        return await self._answer

    def close(self) -> None:
        self._transport.close()

    # --- Callbacks of asyncio and httptools --------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_headers_complete(self) -> None:
        self.head_at = time.perf_counter()

    def on_message_complete(self) -> None:
        self._answer.set_result(self._parser.get_status_code())

    def connection_lost(self, error: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_exception(error or ConnectionError("the server closed the connection"))
