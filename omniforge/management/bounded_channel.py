"""A connection of `manage.py serve` that speaks HTTP and takes no more than its client may send.

The server collects a whole body before it asks the application who is there, and would parse forms in the
event loop. So what is too large is refused here, by its announced length or as it comes, and Django parses.
"""

from typing import Any
from urllib.parse import unquote

from twisted.protocols.basic import LineReceiver
from twisted.web.http import HTTPChannel, _ChunkedTransferDecoder

from omniforge.body_bounds import BodyBound, Headers, body_bound, refusal
from omniforge.errors import InvalidInput, OmniForgeError
from omniforge.management.outflow import Outflow

_FRAMING = 32 * 1024  # bytes between the chunks of a body, beside an eighth of what is in them
MINUTE = 60  # seconds in which a request must have come, or the next piece of it
_PIECE = 16 * 1024  # bytes; all headers fit in
_LINGER = 10.0  # seconds in which a refused client may learn why, while what it still sends is dropped


class BoundedChannel(HTTPChannel):  # type: ignore[misc]
    """One connection. The names are the server's."""

    _refused = False
    _came = 0  # bytes since the client last had a full minute
    _wire = 0  # bytes of a body so far, with what is between its chunks
    _bound: BodyBound

    def connectionMade(self) -> None:
        self.timeOut = MINUTE
        super().connectionMade()
        self.outflow = Outflow(self.transport)

    def dataReceived(self, data: bytes) -> None:
        """Read on. A minute begins with a request and with each further piece, not with each byte."""
        if not self._came or self._came > _PIECE:
            self._came = 0
            self.resetTimeout()
        self._came += len(data)
        LineReceiver.dataReceived(self, data)

    def allHeadersReceived(self) -> None:
        request = self.requests[-1]
        request.outflow = self.outflow
        request._parsePOSTFormSubmission = False
        path = unquote(self._path.partition(b"?")[0].decode("latin-1"))
        self._bound = body_bound(path, _headers_of(request))
        if self.length and self.length > self._bound.most:
            self._refuse(self._bound.error)
        else:
            self._wire = 0
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:
        """Read on in a body; one that comes in chunks had no length to be refused by."""
        if self._refused:
            return
        self._wire += len(data)
        super().rawDataReceived(data)
        body = self.requests[-1].content if self.requests else None
        if body and isinstance(self._transferDecoder, _ChunkedTransferDecoder):
            self._look_at_chunks(body.tell())

    def _look_at_chunks(self, came: int) -> None:
        if came > self._bound.most:
            self._refuse(self._bound.error)
        elif self._wire - came > _FRAMING + came // 8:  # each chunk costs time, however small it is
            self._refuse(_CRUMBS)

    def requestDone(self, request: object) -> None:
        self._came = 0
        super().requestDone(request)

    def _refuse(self, error: OmniForgeError) -> None:
        self._refused, self.persistent = True, False
        request = self.requests[-1]
        request.method, request.clientproto = self._command, self._version
        for message in refusal(error):
            request.handle_reply(message)

    def loseConnection(self) -> None:
        """Close once all has been sent, if the client takes it in time; one that still sends is heard out."""
        if not self._refused:
            super().loseConnection()
            self.outflow.fill()
            return
        self.setTimeout(None)
        self._networkProducer.unregisterProducer()
        self.transport.loseWriteConnection()  # closing at once would take the answer from it
        self._abortingCall = self.callLater(_LINGER, self.forceAbortClient)

    def pauseProducing(self) -> None:
        super().pauseProducing()
        self.outflow.fill()

    def resumeProducing(self) -> None:
        super().resumeProducing()
        self.outflow.free()

    def connectionLost(self, reason: object) -> None:
        self.outflow.free()
        super().connectionLost(reason)


def _headers_of(request: Any) -> Headers:
    every = request.requestHeaders.getAllRawHeaders()
    return [(name.lower(), value) for name, values in every for value in values]


_CRUMBS = InvalidInput(
    "This body comes in too many small chunks. Send it in larger ones, or with its Content-Length."
)
