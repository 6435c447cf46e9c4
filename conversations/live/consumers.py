"""The socket of a chat page: reads one frame, asks the engine, goes back to listening."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any
from uuid import UUID

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error as StorageError

from conversations.turns.accepted import Accepted
from conversations.turns.approvals import decide_and_continue
from conversations.turns.engine import engine
from conversations.turns.readers import follow
from conversations.wire.announcements import announcements_to
from conversations.wire.commands import (
    Cancel,
    Command,
    Decide,
    EditMessage,
    Ping,
    RunAgain,
    SendMessage,
    Subscribe,
    TurnCommand,
    Unwatch,
    Watch,
    parse_command,
    read_frame,
)
from conversations.wire.feed import changes_in
from conversations.wire.protocol import encode_frame, error_frame
from omniforge.errors import Conflict, NotSignedIn, OmniForgeError, TooManyRequests
from omniforge.projects.selectors import require_project
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.limits import acount_message
from omniforge.tenants.sockets import current_access
from omniforge.web.problems import map_error

logger = logging.getLogger(__name__)
_HEARTBEAT = 20.0  # seconds
_FRESH = 1.0  # seconds for which a socket's authentication is cached
_FRAMES_PER_SECOND, _BURST = 20.0, 100.0
_WATCHED, _READ = 20, 100  # projects and turns per socket
_CODES = {NotSignedIn: 4401, TooManyRequests: 4429}  # close codes; 4403 for everything else


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One open socket. Each reader is a task. A slow one delays neither others nor a turn."""

    channel_layer_alias = ""  # none: the socket subscribes itself, so that it opens even if the layer is down
    access: Access

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call a message's handler directly, without Channels' visit to a thread that closes connections."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self._readers: dict[UUID, asyncio.Task[None]] = {}
        self._watches: dict[UUID | None, asyncio.Task[None]] = {}
        self._started: set[UUID] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._refused = False
        self._allowance, self._allowed_at = _BURST, time.monotonic()
        await self.accept()  # Refused before this, a browser would not see the close code.
        if not await self._admit(self.scope["access"]):
            return
        self._tasks = [asyncio.create_task(self._beat())]
        if self.access.has_scope("read"):
            self._tasks.append(asyncio.create_task(self._pass_on(announcements_to(self.access))))
        engine.expect_turns(self.access.tenant_id)

    async def _admit(self, access: Access | OmniForgeError) -> bool:
        if isinstance(access, OmniForgeError):
            if isinstance(access, TooManyRequests):
                await self.send(error_frame(access))
            await self._refuse(_CODES.get(type(access), 4403))
            return False
        self.access, self._admitted_at = access, time.monotonic()
        return True

    async def _is_still_admitted(self) -> bool:
        """Check the authentication before each action: they may have signed out in another tab."""
        if time.monotonic() - self._admitted_at < _FRESH:
            return True
        return await self._admit(await self._look_again())

    async def disconnect(self, code: int) -> None:
        """Stop the readers. The turns continue: disconnecting cancels nothing."""
        for task in (*self._readers.values(), *self._watches.values(), *self._tasks):
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
            command = parse_command(frame)
            if await self._is_still_admitted():
                await self._obey(command)
        except Exception as error:  # One frame that fails must not close the socket.
            await self.send(error_frame(map_error(error, "a frame"), frame_id))

    async def _refuse(self, code: int) -> None:
        self._refused = True
        await self.close(code)

    async def _obey(self, command: Command) -> None:
        match command:
            case SendMessage() | RunAgain() | EditMessage():
                (await acount_message(self.access)).require()
                accepted = await engine.accept(self.access, command)
                await self.send(_accepted_frame(command, accepted))
                self._started.add(accepted.turn_id)
                self._read(accepted.turn_id, 0)
            case Subscribe():
                self._subscribe(command.turn_id, command.after)
            case Cancel():
                await engine.cancel(self.access, command.turn_id)
            case Decide():
                await self._decide(command)
            case Watch():
                await self._watch(command.project_id)
            case Unwatch():
                self._unwatch(command.project_id)
            case Ping():
                await self.send(encode_frame("pong"))

    async def _decide(self, command: Decide) -> None:
        approval, message = await in_database(decide_and_continue, self.access, command)
        await self.send(
            encode_frame("decided", id=command.id, approval_id=approval.pk, status=approval.status)
        )
        if message:
            await self._obey(message)

    def _subscribe(self, turn_id: UUID, after: int) -> None:
        if turn_id not in self._started:
            self.access.require_scope("read")
        if turn_id not in self._readers and len(self._readers) >= _READ:
            raise Conflict(f"A socket reads at most {_READ} turns at a time. Wait until one has ended.")
        self._read(turn_id, after)

    def _read(self, turn_id: UUID, after: int) -> None:
        """Send a turn's events from now on. A newer subscription replaces an older one."""
        if turn_id in self._readers:
            self._readers[turn_id].cancel()
        self._readers[turn_id] = asyncio.create_task(self._send_events(turn_id, after))

    async def _send_events(self, turn_id: UUID, after: int) -> None:
        try:
            async with aclosing(follow(self.access, turn_id, after)) as events:
                async for _, _, frame in events:
                    await self.send(frame)
        except Exception as error:  # The socket stays open for its other turns.
            await self.send(error_frame(map_error(error, "the events of a turn"), str(turn_id)))
        if self._readers.get(turn_id) is asyncio.current_task():
            del self._readers[turn_id]

    async def _watch(self, project_id: UUID | None) -> None:
        """Send a project's changes, or which projects change. A newer request replaces an older one."""
        self.access.require_scope("read")
        if project_id:
            await in_database(require_project, self.access, project_id)
        self._unwatch(project_id)
        if len(self._watches) >= _WATCHED:
            raise Conflict(f"A socket watches at most {_WATCHED} projects. Leave one with 'unwatch' first.")
        happening = self._pass_on(changes_in(self.access, project_id))
        self._watches[project_id] = asyncio.create_task(happening)

    def _unwatch(self, project_id: UUID | None) -> None:
        if former := self._watches.pop(project_id, None):
            former.cancel()

    async def _pass_on(self, heard: AsyncGenerator[str, None]) -> None:
        """Forward messages of the channel layer while the socket is open."""
        async with aclosing(heard) as frames:
            async for frame in frames:
                await self.send(frame)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_HEARTBEAT)
            if not await self._admit(await self._look_again()):
                return
            await self.send(encode_frame("ping"))

    async def _look_again(self) -> Access | OmniForgeError:
        """Return the socket's current access. If the database is unavailable, the previous one."""
        try:
            return await current_access(self.scope)
        except StorageError as error:  # of the database or its connection
            logger.warning("could not look who holds a socket: %s", type(error).__name__)
            return self.access

    def _spend(self) -> bool:
        """Take one token from the socket's bucket, False if it is empty."""
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._allowed_at) * _FRAMES_PER_SECOND)
        self._allowed_at = now
        self._allowance -= 1
        return self._allowance >= 0


def _accepted_frame(command: TurnCommand, accepted: Accepted) -> str:
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
