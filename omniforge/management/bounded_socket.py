"""A socket of `manage.py serve` that ends floods, and waits for a client that does not read.

The server reads whatever arrives and keeps it for the application, which takes one frame a round of the event
loop. Of a client that never pauses each round takes longer, for everybody, and the application's own limit is
not even reached. Nor does the server mind how much waits for a client, which would stay in memory.
"""

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import ITCPTransport

from omniforge.management.outflow import Outflow

_MOST = 200  # frames that wait; whoever keeps to the application's limit never has so many
_TOO_MANY = 4429
_SECONDS = 10  # in which the client may learn the code, before the connection is cut


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """One open socket. The names are the server's."""

    _floods = False

    def makeConnection(self, transport: ITCPTransport) -> None:
        """Take over a connection that spoke HTTP; its transport then says here when it is full."""
        self.outflow = Outflow(transport)
        transport.unregisterProducer()
        transport.registerProducer(self, True)
        super().makeConnection(transport)

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

    def pauseProducing(self) -> None:
        """Have writers wait, and read nothing of a client that does not read: its wishes cost work too."""
        self.outflow.fill()
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        self.outflow.free()
        if not self._floods:
            self.transport.resumeProducing()

    def stopProducing(self) -> None:
        """The transport says so as it ends; `connectionLost` follows."""

    def connectionLost(self, reason: object) -> None:
        self.outflow.free()
        super().connectionLost(reason)
