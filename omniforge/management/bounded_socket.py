"""Sockets of `manage.py serve`. Fast senders are paused, clients that don't read are disconnected."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from omniforge.management.timed_writes import TimedWrites


class BoundedSocket(TimedWrites, WebSocketsSansIOProtocol):
    """One open socket."""
