"""As much of HTTP/1.1 (RFC 9112) as the vendors' clients need: keep-alive, JSON bodies, chunked streams."""

import asyncio
import json
from http import HTTPStatus
from typing import Any


class Connection:
    """One client's connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def receive(self) -> tuple[str, dict[str, str], bytes] | None:
        """Return path, headers and body of the next request, or None if the client has gone."""
        if self.is_gone:
            return None
        try:
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            return None
        start, *lines = head.rstrip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return (
            start.split(" ")[1],
            headers,
            await self._reader.readexactly(int(headers.get("content-length", 0))),
        )

    @property
    def is_gone(self) -> bool:
        """True if the client has hung up."""
        return self._reader.at_eof() or self._writer.is_closing()

    async def until_gone(self) -> None:
        """Wait for the client to hang up."""
        await self._reader.read()

    def drop(self) -> None:
        """Drop the connection."""
        self._writer.transport.abort()

    def send(self, status: int, body: bytes, **headers: str) -> None:
        """Send a whole JSON response."""
        self._send_head(
            status, {"content-type": "application/json", "content-length": str(len(body))} | headers
        )
        self._writer.write(body)

    def send_json(self, status: int, body: Any, **headers: str) -> None:
        """Send `body` as JSON."""
        self.send(status, json.dumps(body).encode(), **headers)

    def start_stream(self) -> None:
        """Begin a response of server-sent events."""
        self._send_head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})

    def send_chunk(self, data: bytes) -> None:
        """Send a piece of the stream. Raises ConnectionError if the client has gone."""
        if self.is_gone:
            raise ConnectionAbortedError
        self._writer.write(b"%x\r\n%s\r\n" % (len(data), data))

    def end_stream(self) -> None:
        """End the stream; the connection can be used again."""
        self._writer.write(b"0\r\n\r\n")

    def _send_head(self, status: int, headers: dict[str, str]) -> None:
        reason = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Overloaded"
        lines = [f"HTTP/1.1 {status} {reason}", *(f"{k.replace('_', '-')}: {v}" for k, v in headers.items())]
        self._writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
