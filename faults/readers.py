"""Readers of turns: each has a name, and remembers its position over all its connections."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import httpx2
import orjson
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from faults.journal import Journal
from tests.site import Site

PATIENCE = 5.0  # seconds of silence after which a reader reconnects elsewhere
GONE = (OSError, WebSocketException, TimeoutError, httpx2.HTTPError)
Frame = dict[str, Any]


@dataclass
class Pace:
    """A reader's behaviour: maximum frames per connection (0: no limit), and idle time after each frame."""

    frames: int = 0
    idle: float = 0.0


@dataclass
class Reader:
    """Reads one turn to its end. Each connection goes to a random web process."""

    name: str
    key: str
    webs: list[Site]
    journal: Journal
    chance: random.Random
    pace: Pace = field(default_factory=Pace)
    last: int = 0
    finish: str = ""

    @property
    def is_done(self) -> bool:
        return bool(self.finish)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def note(self, event: Frame) -> None:
        """Record an event of the turn."""
        self.journal.hear(self.name, event)
        self.last = event["seq"]
        if event["type"] == "done":
            self.finish = event["data"]["finish_reason"]

    async def read(self, turn: str, seconds: float) -> None:
        """Read until `done`, for at most `seconds`."""
        deadline = asyncio.get_running_loop().time() + seconds
        while not self.is_done and asyncio.get_running_loop().time() < deadline:
            try:
                await self._connected(turn)
            except GONE:
                await asyncio.sleep(0.2)
            self.journal.reconnects += not self.is_done

    async def _connected(self, turn: str) -> None:
        limit = self.chance.randint(1, self.pace.frames) if self.pace.frames else 0
        read = 0
        async with aclosing(self._events(turn)) as events:
            async for event in events:
                self.note(event)
                read += 1
                if self.is_done or read == limit:
                    return
                await asyncio.sleep(self.pace.idle)

    def _events(self, turn: str) -> AsyncGenerator[Frame, None]:
        way = self.chance.choice((by_socket, by_stream))
        return way(self.chance.choice(self.webs), self.headers, turn, self.last)


async def by_socket(web: Site, headers: dict[str, str], turn: str, after: int) -> AsyncGenerator[Frame, None]:
    """Yield a turn's events over a socket. Raises one of GONE."""
    async with connect(web.ws_url, additional_headers=headers, open_timeout=PATIENCE, max_size=None) as line:
        await line.send(orjson.dumps({"type": "subscribe", "turn_id": turn, "after": after}), text=True)
        while True:
            frame = orjson.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            if "seq" in frame and frame["turn_id"] == turn:
                yield frame
            elif frame["type"] == "error":
                raise ConnectionRefusedError(frame["code"])


async def by_stream(web: Site, headers: dict[str, str], turn: str, after: int) -> AsyncGenerator[Frame, None]:
    """Yield a turn's events over server-sent events. Raises one of GONE."""
    headers = headers | {"Last-Event-ID": str(after)}
    async with (
        httpx2.AsyncClient(timeout=PATIENCE) as client,
        client.stream("GET", f"{web.url}/api/v1/turns/{turn}/events", headers=headers) as answer,
    ):
        answer.raise_for_status()
        async for line in answer.aiter_lines():
            if line.startswith("data:"):
                yield orjson.loads(line.removeprefix("data:"))
