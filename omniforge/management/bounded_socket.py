"""Sockets of `manage.py serve`. One that sends too fast isn't read, one that doesn't read is cut."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from omniforge.management.timed_writes import TimedWrites


class BoundedSocket(TimedWrites, WebSocketsSansIOProtocol):
    """One open socket."""
