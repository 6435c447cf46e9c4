"""HTTP connections of `manage.py serve` with timeouts for requests and responses.

uvicorn alone waits for ever for a request, and accepts headers of any length. Its own flow control limits
how far it reads ahead of a body, and how far it writes ahead of a client.
"""

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from omniforge.management.timed_writes import TimedWrites

REQUEST_SECONDS = 60.0  # for all headers together, and for each piece of a body
_PIECE = 16_384  # bytes
_FRAMING = 98_304  # bytes of chunk framing, plus an eighth of the content
_LARGEST_HEAD = 65_536  # bytes of the request line and headers
_REFUSAL = b"The headers of a request are at most 64 KB."
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%s" % (len(_REFUSAL), _REFUSAL)
)


class BoundedHttp(TimedWrites, HttpToolsProtocol):
    """One connection. Overrides uvicorn's methods."""

    _is_in_head = True
    _came = 0  # bytes received of a head, or of a piece of a body
    _incoming: TimerHandle | None = None
    _wire = _content = 0  # bytes of a body, with and without chunk framing

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_more()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_in_head:
            self._came += len(data)
            if self._came > _LARGEST_HEAD:
                self.transport.write(_TOO_LARGE)
                self.transport.close()
        else:
            self._wire += len(data)
            if self._wire - self._content > _FRAMING + self._content // 8:
                self.transport.abort()  # each chunk costs time, however small

    def on_message_begin(self) -> None:
        self._is_in_head = True
        self._expect_more()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head, self._wire, self._content = False, 0, 0
        self._expect_more()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._came += len(body)
        self._content += len(body)
        if self._came > _PIECE:
            self._expect_more()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._expect_nothing()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        super().handle_websocket_upgrade()

    def _expect_more(self) -> None:
        self._expect_nothing()
        self._came = 0
        self._incoming = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _expect_nothing(self) -> None:
        if self._incoming:
            self._incoming.cancel()
            self._incoming = None

    def _give_up(self) -> None:
        """Close the connection, unless reading is paused by us."""
        if self.flow.read_paused:
            self._expect_more()
        else:
            self.transport.close()
