"""The server of `manage.py serve`: its connections are bounded in both directions."""

from typing import Any

from daphne.http_protocol import HTTPFactory
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory

from omniforge.management.bounded_channel import BoundedChannel
from omniforge.management.bounded_socket import BoundedSocket


class BoundedServer(Server):  # type: ignore[misc]
    """Lets an application's `send` wait for the client, as ASGI means it."""

    def run(self) -> None:
        HTTPFactory.protocol = BoundedChannel  # the server makes its factories by itself
        WebSocketFactory.protocol = BoundedSocket
        super().run()

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send once there is room. A socket is closed without waiting for who does not read."""
        if message["type"] != "websocket.close":
            await protocol.outflow.has_room()
        await super().handle_reply(protocol, message)
