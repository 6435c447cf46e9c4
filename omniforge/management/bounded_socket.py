"""A socket of `manage.py serve` that is closed at once where more comes than is read.

The server reads whatever arrives and keeps it for the application, which takes one frame a round of the event
loop. Of a client that never pauses each round takes longer, for everybody, and the application's own limit is
not even reached.
"""

from daphne.ws_protocol import WebSocketProtocol

_MOST = 200  # frames that wait; whoever keeps to the application's limit never has so many
_TOO_MANY = 4429
_SECONDS = 10  # in which the client may learn the code, before the connection is cut


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """One open socket. The names are the server's."""

    _floods = False

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Keep a frame for the application. Where too many wait, close the socket and read no more of it."""
        if self._floods:
            return
        if self.application_queue.qsize() < _MOST:
            super().onMessage(payload, isBinary)
            return
        self._floods = True
        self.closeHandshakeTimeout = _SECONDS
        self.serverClose(_TOO_MANY)
        self.transport.pauseProducing()
