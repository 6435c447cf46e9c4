"""HTTP connections of `manage.py serve` whose requests must arrive in time, with headers of bounded size.

uvicorn by itself waits for ever for a request that never ends, and takes headers of any length. What it reads
ahead of a body is bounded by its own flow control.
"""

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_SECONDS = 30.0  # for all headers together, and for each further piece of a body
_LARGEST_HEAD = 65_536  # bytes of the request line and headers
_REFUSAL = b"The headers of a request are at most 64 KB."
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%s" % (len(_REFUSAL), _REFUSAL)
)


class BoundedHttp(HttpToolsProtocol):
    """One connection. The names are the server's."""

    _is_in_head = True
    _head_bytes = 0
    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_more()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > _LARGEST_HEAD:
                self.transport.write(_TOO_LARGE)
                self.transport.close()

    def on_message_begin(self) -> None:
        self._is_in_head, self._head_bytes = True, 0
        self._expect_more()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self._expect_more()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
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
        self._timer = self.loop.call_later(_SECONDS, self._give_up)

    def _expect_nothing(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        """Close the connection, unless it is we who don't read on."""
        if self.flow.read_paused:
            self._expect_more()
        else:
            self.transport.close()
