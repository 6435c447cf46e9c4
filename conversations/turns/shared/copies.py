"""Copies of the logs of other processes' turns, filled from Redis as they grow."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from redis.asyncio import Redis

from agents.events import Done
from conversations.turns.eventlog import Owner, TurnLog
from conversations.turns.replay import compact
from conversations.turns.shared.stored import (
    Batch,
    Fields,
    Snapshot,
    open_batch,
    open_snapshot,
    snapshot_of,
    stream_of,
)
from conversations.turns.shared.tail import Tail


@dataclass(slots=True, eq=False)
class _Copy:
    log: TurnLog
    readers: int = 0
    has_gap: bool = False


class Copies:
    """One copy per turn, shared by its readers here, while there are any."""

    def __init__(self, redis: Redis, tail: Tail) -> None:
        self._redis = redis
        self._tail = tail
        self._copies: dict[UUID, _Copy] = {}

    @asynccontextmanager
    async def of(self, turn_id: UUID, conversation_id: UUID, owner: Owner) -> AsyncGenerator[TurnLog, None]:
        """Hold a copy of another process's log. Its turn may not have started yet. Raises RedisError."""
        copy = self._copies.get(turn_id)
        if copy is None or copy.has_gap:
            copy = self._copies[turn_id] = _Copy(TurnLog(turn_id, conversation_id, owner))
        copy.readers += 1
        try:
            if copy.readers == 1:
                await self._fill(copy)
            yield copy.log
        finally:
            self._release(copy)

    def _release(self, copy: _Copy) -> None:
        copy.readers -= 1
        if not copy.readers and self._copies.get(copy.log.turn_id) is copy:
            del self._copies[copy.log.turn_id]
            self._tail.leave(stream_of(copy.log.turn_id))

    async def _fill(self, copy: _Copy) -> None:
        stored = await load(self._redis, copy.log.turn_id)
        _begin(copy.log, stored.snapshot)
        for batch in stored.batches:
            _take(copy, batch)
        if copy.log.ended:
            return

        def take(position: str, fields: Fields) -> None:
            _take(copy, open_batch(fields))

        await self._tail.follow(stream_of(copy.log.turn_id), stored.position, take)


@dataclass(frozen=True, slots=True)
class Stored:
    """A turn's log in Redis. `position` is where its stream continues."""

    snapshot: Snapshot | None
    batches: list[Batch]
    position: str

    def told(self) -> list[list[Any]]:
        """Return all events as rows."""
        begun = [list(row) for row in self.snapshot.rows] if self.snapshot else []
        until = self.snapshot.until if self.snapshot else 0
        entries = (entry for batch in self.batches for entry in batch.entries)
        return begun + compact(entry for entry in entries if entry.seq > until)


async def load(redis: Redis, turn_id: UUID) -> Stored:
    """Read a consistent state of a turn's log. Raises RedisError."""
    pipeline = redis.pipeline(transaction=True)
    pipeline.get(snapshot_of(turn_id))
    pipeline.xrange(stream_of(turn_id))
    sealed, items = await pipeline.execute()
    position = items[-1][0].decode() if items else "0-0"
    return Stored(
        open_snapshot(sealed) if sealed else None, [open_batch(fields) for _, fields in items], position
    )


def _begin(log: TurnLog, snapshot: Snapshot | None) -> None:
    if snapshot:
        log.rows, log.rows_until = snapshot.rows, snapshot.until
        if snapshot.rows and snapshot.rows[-1][1] == Done.type:
            log.end()


def _take(copy: _Copy, batch: Batch) -> None:
    """Add a batch's new events. After a gap, readers have to start over."""
    log = copy.log
    if copy.has_gap or log.ended:
        return
    if batch.before > log.last:
        copy.has_gap = True
        log.end()
        return
    log.take([entry for entry in batch.entries if entry.seq > log.last])
    if batch.entries[-1].kind == Done.type:
        log.end()
