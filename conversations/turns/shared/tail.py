"""Reads any number of streams over one connection, by a blocking read on all of them."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from conversations.turns.shared.stored import Fields

logger = logging.getLogger(__name__)
_WAIT = 1000  # milliseconds that Redis holds a request open
_AWAY = 1.0  # seconds until Redis is tried again
_WOKEN, _KEPT = 100, 3600  # entries, and seconds, of the streams between processes

Take = Callable[[str, Fields], None]
Come = list[tuple[bytes, list[tuple[bytes, Fields]]]]  # streams with the positions and fields of entries


@dataclass(slots=True)
class _Followed:
    position: str
    take: Take


class Tail:
    """Passes new entries of the followed streams to callbacks.

    `own` is this process's stream: an entry there wakes the tail, so that a newly followed stream is read
    at once.
    """

    def __init__(self, redis: Redis, waiting: Redis, own: str, take: Take) -> None:
        self._redis = redis
        self._waiting = waiting
        self._own = own
        self._followed = {own: _Followed("0-0", take)}
        self._task: asyncio.Task[None] | None = None
        self._is_ending = False

    def start(self) -> None:
        """Start reading, idempotent."""
        if self._task is None or self._task.done():
            self._is_ending = False
            self._task = asyncio.create_task(self._read())

    async def stop(self) -> None:
        """Stop reading, within a second: a client that is just timing out may swallow the cancel."""
        self._is_ending = True
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def follow(self, stream: str, position: str, take: Take) -> None:
        """Pass entries after `position`, and all new ones, to `take`. Raises RedisError."""
        self._followed[stream] = _Followed(position, take)
        await self.tell(self._own, woken="by itself")

    def leave(self, stream: str) -> None:
        self._followed.pop(stream, None)

    async def tell(self, stream: str, **fields: str) -> None:
        """Write to a process's own stream. Raises RedisError."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.xadd(stream, fields, maxlen=_WOKEN, approximate=True)  # type: ignore[arg-type]
        pipeline.expire(stream, _KEPT)
        await pipeline.execute()

    async def _read(self) -> None:
        while not self._is_ending:
            try:
                await self._read_once()
            except (RedisError, OSError) as error:
                logger.warning("what other processes tell is not heard: %s", type(error).__name__)
                await asyncio.sleep(_AWAY)

    async def _read_once(self) -> None:
        positions = {stream: followed.position for stream, followed in self._followed.items()}
        come = cast(Come, await self._waiting.xread(positions, block=_WAIT))  # type: ignore[arg-type]
        for name, items in come:
            for position, fields in items:
                self._give(name.decode(), position.decode(), fields)

    def _give(self, stream: str, position: str, fields: Fields) -> None:
        followed = self._followed.get(stream)
        if followed is None:  # unfollowed during the request
            return
        followed.position = position
        try:
            followed.take(position, fields)
        except Exception:  # an error in one stream must not block the others
            logger.exception("an entry of a stream cannot be read")
