"""A WebSocket client that behaves like a program or a page."""

import asyncio
import json
from collections.abc import Callable
from ssl import SSLContext
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

Frame = dict[str, Any]


class ChatClient:
    """One open socket. Frames are stored as they arrive; `wait` finds the first match."""

    def __init__(self, url: str, key: str, trust: SSLContext | None = None) -> None:
        self._url, self._headers, self._trust = url, {"Authorization": f"Bearer {key}"}, trust
        self.frames: list[Frame] = []
        self.socket: ClientConnection

    async def __aenter__(self) -> Self:
        # No own pings: a busy machine answers them late, and tests have their own timeouts.
        self.socket = await connect(
            self._url,
            additional_headers=self._headers,
            ssl=self._trust,
            max_size=None,
            ping_interval=None,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}, default=str))

    async def wait(self, fits: Callable[[Frame], bool], seconds: float = 120) -> Frame:
        """Return the first matching frame, received or future."""
        for frame in self.frames:
            if fits(frame):
                return frame
        async with asyncio.timeout(seconds):
            while True:
                frame = json.loads(await self.socket.recv())
                self.frames.append(frame)
                if fits(frame):
                    return frame

    async def wait_for(self, kind: str, turn_id: str | None = None, seconds: float = 120) -> Frame:
        return await self.wait(
            lambda f: f["type"] == kind and (turn_id is None or f.get("turn_id") == turn_id), seconds
        )

    async def say(self, content: str, conversation_id: str | None = None, **fields: Any) -> Frame:
        """Send a message and return its `accepted` frame."""
        message_id = str(uuid4())
        await self.send("message", id=message_id, content=content, conversation_id=conversation_id, **fields)
        return await self.wait(lambda f: f["type"] in ("accepted", "error") and f.get("id") == message_id)

    async def ask(self, content: str, conversation_id: str | None = None) -> tuple[Frame, str]:
        """Send a message; return its `accepted` frame and the whole text of the answer."""
        accepted = await self.say(content, conversation_id)
        await self.wait_for("done", accepted["turn_id"])
        return accepted, self.text_of(accepted["turn_id"])

    def events_of(self, turn_id: str) -> list[Frame]:
        return [f for f in self.frames if f.get("seq") and f["turn_id"] == turn_id]

    def text_of(self, turn_id: str) -> str:
        return "".join(f["data"]["text"] for f in self.events_of(turn_id) if f["type"] == "text_delta")
