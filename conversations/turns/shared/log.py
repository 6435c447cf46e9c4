"""The event log of all web processes: each holds its own in memory, and Redis carries it to the others."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Any
from uuid import UUID

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from conversations.turns.eventlog import Entry, EventLog, Owner, TurnLog
from conversations.turns.shared.copies import Copies, load
from conversations.turns.shared.mirror import Mirror
from conversations.turns.shared.stored import TAKEN, Fields, inbox_of, stream_of, taker_of
from conversations.turns.shared.tail import Tail

logger = logging.getLogger(__name__)
_PATIENCE = 0.5  # seconds; then a hanging Redis counts as unavailable
_CONNECTIONS = 4  # per process, however many turns it writes and reads
_CANCEL = "cancel"


class SharedEventLog(EventLog):
    """`on_cancel` is called with a turn that was cancelled at another process."""

    def __init__(self, url: str, worker: str, on_cancel: Callable[[UUID], None]) -> None:
        super().__init__()
        self._url = url
        self._worker = worker
        self._on_cancel = on_cancel
        self._clients: list[Redis] = []

    def start(self) -> None:
        """Start listening to other processes. Needs a running event loop, idempotent."""
        if not self._clients:
            self._connect()
        self._tail.start()

    def _connect(self) -> None:
        redis, waiting = _client(self._url, _PATIENCE), _client(self._url, 4 * _PATIENCE)
        self._clients = [redis, waiting]
        self._mirror = Mirror(redis)
        self._tail = Tail(redis, waiting, inbox_of(self._worker), self._hear)
        self._copies = Copies(redis, self._tail)

    async def stop(self) -> None:
        """Write the rest, and disconnect from Redis."""
        if not self._clients:
            return
        await self._mirror.stop()
        await self._tail.stop()
        clients, self._clients = self._clients, []
        for client in clients:
            await client.aclose()

    def open(self, turn_id: UUID, conversation_id: UUID, owner: Owner, start: int = 0) -> TurnLog:
        log = super().open(turn_id, conversation_id, owner, start)
        self.start()
        log.on_change = self._mirror.note
        return log

    def forget(self, log: TurnLog) -> None:
        super().forget(log)
        self._mirror.forget(log)

    async def elsewhere(
        self, turn_id: UUID, conversation_id: UUID, owner: Owner, after: int, idle: float
    ) -> AsyncGenerator[Sequence[Entry], None]:
        self.start()
        try:
            async with (
                self._copies.of(turn_id, conversation_id, owner) as log,
                aclosing(log.follow(after, pulse=idle)) as coming,
            ):
                async for batch in coming:
                    if not batch:
                        return
                    yield batch
        except (RedisError, OSError) as error:
            logger.warning("a turn of another process cannot be read live: %s", type(error).__name__)
        await asyncio.sleep(idle)  # at its end, at a gap, or without Redis: the database has the rest

    async def recall(self, turn_id: UUID) -> list[list[Any]]:
        self.start()
        try:
            stored = await load(self._clients[0], turn_id)
        except (RedisError, OSError) as error:
            logger.warning("what turn %s had said cannot be read: %s", turn_id, type(error).__name__)
            return []
        return stored.told()

    async def take(self, turn_id: UUID, token: str) -> str:
        self.start()
        pipeline = self._clients[0].pipeline(transaction=True)
        pipeline.exists(stream_of(turn_id))
        pipeline.set(taker_of(turn_id), token, nx=True, ex=TAKEN)
        pipeline.get(taker_of(turn_id))
        try:
            has_begun, took, taker = await pipeline.execute()
        except (RedisError, OSError) as error:
            logger.warning("it is not known who answers turn %s: %s", turn_id, type(error).__name__)
            return token
        return "" if took and has_begun else str(taker.decode())

    async def cancel_at(self, worker: str, turn_id: UUID) -> None:
        self.start()
        try:
            await self._tail.tell(inbox_of(worker), **{_CANCEL: turn_id.hex})
        except (RedisError, OSError) as error:
            logger.warning("turn %s is cancelled a little later: %s", turn_id, type(error).__name__)

    def _hear(self, position: str, fields: Fields) -> None:
        if turn := fields.get(_CANCEL.encode()):
            self._on_cancel(UUID(turn.decode()))


def _client(url: str, patience: float) -> Redis:
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=4 * _PATIENCE,
        socket_timeout=patience,
        socket_connect_timeout=_PATIENCE,
        retry=Retry(NoBackoff(), 1),
    )
    return Redis.from_pool(pool)
