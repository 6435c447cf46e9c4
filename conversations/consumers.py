"""The socket of a chat page: reads one frame, asks the engine, goes back to listening."""

import asyncio
import time
from contextlib import aclosing
from typing import Any
from uuid import UUID

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from conversations.announcements import announcements_to
from conversations.commands import (
    Cancel,
    Command,
    Ping,
    RunAgain,
    SendMessage,
    Subscribe,
    parse_command,
    read_frame,
)
from conversations.protocol import encode_frame, error_frame
from conversations.turns.acceptance import Accepted
from conversations.turns.engine import engine
from conversations.turns.reading import follow
from omniforge.errors import NotSignedIn, OmniForgeError
from omniforge.problems import as_omniforge_error
from omniforge.tenants.access import Access
from omniforge.tenants.limits import count_message

_HEARTBEAT = 20.0  # seconds
_FRAMES_PER_SECOND, _BURST = 20.0, 100.0


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open socket. Its readers are tasks of their own; a slow one delays neither others nor a turn."""

    channel_layer_alias = ""  # none: the socket listens by itself, so that it opens with the layer away
    access: Access

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call a message's handler at once: no frame needs a visit to the thread that closes connections."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self._readers: dict[UUID, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._refused = False
        self._allowance, self._allowed_at = _BURST, time.monotonic()
        await self.accept()  # A refusal before this would reach a browser without its code.
        access = self.scope["access"]
        if isinstance(access, OmniForgeError):
            await self._refuse(4401 if isinstance(access, NotSignedIn) else 4403)
            return
        self.access = access
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._pass_on())]
        engine.expect_turns()

    async def disconnect(self, code: int) -> None:
        """Stop reading. The turns go on: a client that leaves cancels nothing."""
        for task in (*self._readers.values(), *self._tasks):
            task.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._refused:
            return
        if not self._spend():
            await self._refuse(4429)
            return
        frame_id: str | None = None
        try:
            frame = read_frame(text_data)
            frame_id = frame["id"] if isinstance(frame.get("id"), str) else None
            await self._obey(parse_command(frame))
        except Exception as error:
            await self.send(error_frame(as_omniforge_error(error), frame_id))

    async def _refuse(self, code: int) -> None:
        self._refused = True
        await self.close(code)

    async def _obey(self, command: Command) -> None:
        match command:
            case SendMessage() | RunAgain():
                (await asyncio.to_thread(count_message, self.access)).require()
                accepted = await engine.accept(self.access, command)
                await self.send(_accepted_frame(command, accepted))
                self._read(accepted.turn_id, 0)
            case Subscribe():
                self._read(command.turn_id, command.after)
            case Cancel():
                await engine.cancel(self.access, command.turn_id)
            case Ping():
                await self.send(encode_frame("pong"))

    def _read(self, turn_id: UUID, after: int) -> None:
        """Send a turn's events from now on; a newer wish for the same turn replaces an older one."""
        if turn_id in self._readers:
            self._readers[turn_id].cancel()
        self._readers[turn_id] = asyncio.create_task(self._send_events(turn_id, after))

    async def _send_events(self, turn_id: UUID, after: int) -> None:
        try:
            async with aclosing(follow(self.access, turn_id, after)) as events:
                async for _, _, frame in events:
                    await self.send(frame)
        except Exception as error:
            await self.send(error_frame(as_omniforge_error(error), str(turn_id)))
        if self._readers.get(turn_id) is asyncio.current_task():
            del self._readers[turn_id]

    async def _pass_on(self) -> None:
        """Send what all tabs of the user are told."""
        async with aclosing(announcements_to(self.access)) as frames:
            async for frame in frames:
                await self.send(frame)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_HEARTBEAT)
            await self.send(encode_frame("ping"))

    def _spend(self) -> bool:
        """Take one frame from the socket's allowance (a token bucket); False where it is used up."""
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._allowed_at) * _FRAMES_PER_SECOND)
        self._allowed_at = now
        self._allowance -= 1
        return self._allowance >= 0


def _accepted_frame(command: SendMessage | RunAgain, accepted: Accepted) -> str:
    return encode_frame(
        "accepted",
        id=command.id,
        turn_id=accepted.turn_id,
        conversation_id=accepted.conversation_id,
        message_id=accepted.message_id,
        turn_number=accepted.turn_number,
        status=accepted.status,
        stored=accepted.stored,
    )
