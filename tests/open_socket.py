"""A WebSocket client of the ASGI application, without a server."""

from collections.abc import Sequence
from typing import Any

from asgiref.testing import ApplicationCommunicator

PATIENCE = 120  # seconds, also on a machine that is busy


class OpenSocket(ApplicationCommunicator):
    """One socket. Timeouts raise TimeoutError."""

    def __init__(self, application: Any, path: str, headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": list(headers)}
        super().__init__(application, scope | {"subprotocols": []})

    async def connect(self) -> bool:
        """Open it; returns whether it was accepted."""
        await self.send_input({"type": "websocket.connect"})
        return (await self.receive_output(PATIENCE))["type"] == "websocket.accept"

    async def send_to(self, text_data: str) -> None:
        """Send a frame."""
        await self.send_input({"type": "websocket.receive", "text": text_data})

    async def receive_from(self) -> str:
        """Return the next frame."""
        return (await self.receive_output(PATIENCE))["text"]

    async def disconnect(self) -> None:
        """Leave."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(PATIENCE)
