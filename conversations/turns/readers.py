"""Reading a turn's events, from its live log or from the database, with the same numbers."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from uuid import UUID

from django.db import Error as StorageError

from agents.events import Done
from conversations.models import Turn
from conversations.record.selectors import turns_of
from conversations.turns.engine import engine
from conversations.turns.eventlog import Entry
from conversations.turns.queue import UNFINISHED
from conversations.turns.replay import replay
from conversations.wire.protocol import data_of, envelope
from omniforge.errors import NotFound
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

Batches = AsyncGenerator[Sequence[Entry], None]
_LOOK_EVERY = 1.0  # seconds; polling interval of a turn in another process


async def follow(access: Access, turn_id: UUID, after: int = 0) -> AsyncGenerator[tuple[int, str, str], None]:
    """Yield (seq, type, envelope as JSON) of a turn's events after `after`, until its `done`.

    Never starts a turn. Raises NotFound if the turn is missing or foreign.
    """
    async with aclosing(batches(access, turn_id, after)) as coming:
        async for batch in coming:
            for told in batch:
                yield told.seq, told.kind, told.frame


async def batches(access: Access, turn_id: UUID, after: int = 0) -> Batches:
    """Yield what `follow` yields, in batches of what arrived together. An empty batch marks a silence.

    A queued turn, or one in another process, is read from its log there if this process hears it. Otherwise
    it is polled in the database. While the database is unavailable, the reader waits and the turn continues.
    """
    while True:
        try:
            heard, is_all = await _heard_now(access, turn_id, after)
        except StorageError:
            yield ()
            await asyncio.sleep(_LOOK_EVERY)
            continue
        async with aclosing(heard) as coming:
            async for batch in coming:
                yield batch
                after = batch[-1].seq if batch else after
                if batch and batch[-1].kind == Done.type:
                    return
        if is_all():
            return
        yield ()


async def _heard_now(access: Access, turn_id: UUID, after: int) -> tuple[Batches, Callable[[], bool]]:
    """Return the events from the turn's current place: this process, the database, another process.

    Also returns a function that says, at the end, whether that was all.
    """
    if log := engine.log.find(turn_id):
        if log.owner != access.person:
            raise NotFound()
        return log.follow(after), log.is_complete
    turn = await in_database(own_turn, access, turn_id)
    if turn.status in UNFINISHED:
        elsewhere = engine.log.elsewhere(turn_id, turn.conversation_id, access.person, after, _LOOK_EVERY)
        return elsewhere, lambda: False
    return _replayed(turn, after), lambda: True


async def _replayed(turn: Turn, after: int) -> Batches:
    yield await in_database(_stored_events, turn, after)


def own_turn(access: Access, turn_id: UUID) -> Turn:
    """Return the person's own turn. Raises NotFound."""
    turn = turns_of(access).filter(pk=turn_id).first()
    if turn is None:
        raise NotFound()
    return turn


def _stored_events(turn: Turn, after: int) -> list[Entry]:
    at = turn.finished_at or turn.created_at
    rows = turn.events or [[1, Done.type, data_of(Done(str(turn.answer_id), "cancelled"))]]
    return [
        Entry(seq, kind, data, envelope(turn.pk, turn.conversation_id, seq, kind, data, at))
        for seq, kind, data in replay(rows, after)
    ]
