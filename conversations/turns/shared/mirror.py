"""Writes the logs of turns that run here to Redis, all of them in one request.

Readers here never wait for it. Without Redis the logs continue. Once it is back, each is written completely.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextvars import Context
from dataclasses import dataclass

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import RedisError, ResponseError

from conversations.turns.eventlog import TurnLog
from conversations.turns.replay import compact
from conversations.turns.shared.stored import (
    Batch,
    Snapshot,
    seal_batch,
    seal_snapshot,
    snapshot_of,
    stream_of,
)

logger = logging.getLogger(__name__)
_PAUSE = 0.02  # seconds between two requests; the maximum delay of remote readers
_AWAY = 1.0  # seconds until Redis is tried again
_KEPT = 3600  # seconds that a log is kept after its last event
_TAIL = 256  # batches in a stream before a snapshot replaces them


@dataclass(slots=True)
class _Written:
    """How far a log was written: events, and batches since its last snapshot."""

    events: int = 0
    batches: int = 0
    needs_snapshot: bool = False


class Mirror:
    """Writes changes of this process's logs to Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._changed: dict[TurnLog, _Written] = {}
        self._written: dict[TurnLog, _Written] = {}
        self._task: asyncio.Task[None] | None = None

    def note(self, log: TurnLog) -> None:
        """Schedule writing the new entries of `log`."""
        self._changed[log] = self._written.setdefault(log, _Written())
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all(), context=Context())

    def forget(self, log: TurnLog) -> None:
        """Stop writing a log: another process has its turn."""
        self._changed.pop(log, None)
        self._written.pop(log, None)

    async def stop(self) -> None:
        """Write scheduled entries, if Redis is available, and stop."""
        if self._task:
            await asyncio.wait([self._task], timeout=2 * _AWAY)
            self._task.cancel()

    async def _write_all(self) -> None:
        while self._changed:
            changed, self._changed = self._changed, {}
            try:
                await self._write(changed)
            except (RedisError, OSError) as error:
                logger.warning("the logs of turns are not shared: %s", type(error).__name__)
                self._write_again(changed)
                await asyncio.sleep(_AWAY)
            else:
                self._forget_ended(changed)
                await asyncio.sleep(_PAUSE)

    async def _write(self, changed: dict[TurnLog, _Written]) -> None:
        pipeline = self._redis.pipeline(transaction=True)
        reached = {log: len(log.entries) for log in changed}
        for log, written in changed.items():
            _add(pipeline, log, written)
        _require_written(await pipeline.execute(raise_on_error=False))
        for log, written in changed.items():
            took_snapshot = _is_snapshot_due(log, written)
            written.events = reached[log]
            written.batches = 1 if took_snapshot else written.batches + 1
            written.needs_snapshot = False

    def _write_again(self, changed: dict[TurnLog, _Written]) -> None:
        """Redis may have lost its data: rewrite running turns. The database has the ended ones."""
        self._forget_ended(changed)
        for log, written in changed.items():
            if not log.ended:
                written.needs_snapshot = True
                self._changed[log] = written

    def _forget_ended(self, logs: Iterable[TurnLog]) -> None:
        for log in logs:
            if log.ended and log not in self._changed:
                self._written.pop(log, None)


def _add(pipeline: Pipeline, log: TurnLog, written: _Written) -> None:
    stream = stream_of(log.turn_id)
    if fresh := log.entries[written.events :]:
        before = log.entries[written.events - 1].seq if written.events else 0
        pipeline.xadd(stream, seal_batch(Batch(before, fresh)), id=f"{fresh[-1].seq}-0")  # type: ignore[arg-type]
    if _is_snapshot_due(log, written):
        snapshot = Snapshot(log.last, compact(log.entries))
        pipeline.set(snapshot_of(log.turn_id), seal_snapshot(snapshot), ex=_KEPT)
        pipeline.xtrim(stream, minid=f"{log.last}-0", approximate=False)
    if log.ended or not written.batches or _is_snapshot_due(log, written):
        pipeline.expire(stream, _KEPT)


def _is_snapshot_due(log: TurnLog, written: _Written) -> bool:
    return log.ended or written.needs_snapshot or written.batches >= _TAIL


def _require_written(results: list[object]) -> None:
    """Raise Redis's errors, except a duplicate id: that batch had arrived although no response came."""
    for result in results:
        if isinstance(result, Exception) and not _is_repeat(result):
            raise result


def _is_repeat(error: Exception) -> bool:
    return isinstance(error, ResponseError) and "equal or smaller" in str(error)
