"""The reading side: everything a turn told, from its live log or from the database, with the same numbers."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from agents.events import Done
from conversations.models import Turn, TurnStatus
from conversations.protocol import data_of, encode_envelope
from conversations.selectors import turns_of
from conversations.turns.engine import engine
from conversations.turns.queueing import UNFINISHED
from conversations.turns.replay import replay
from omniforge.database import in_database
from omniforge.errors import NotFound
from omniforge.tenants.access import Access

_LOOK_EVERY = 1.0  # seconds, at a turn that runs in another process


class Told(Protocol):
    """An event as a reader gets it: `data` as the event's own values, and `frame`, its envelope as JSON."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def frame(self) -> str: ...


@dataclass(frozen=True, slots=True)
class _Replayed:
    """An event of a turn that has ended, as the database kept it."""

    seq: int
    kind: str
    data: dict[str, Any]
    frame: str


async def follow(access: Access, turn_id: UUID, after: int = 0) -> AsyncGenerator[tuple[int, str, str], None]:
    """Yield (seq, type, envelope as JSON) of a turn's events after `after`, until its `done`.

    Never starts a turn. Raises NotFound where the turn is missing or foreign.
    """
    async with aclosing(batches(access, turn_id, after)) as coming:
        async for batch in coming:
            for told in batch:
                yield told.seq, told.kind, told.frame


async def batches(access: Access, turn_id: UUID, after: int = 0) -> AsyncGenerator[Sequence[Told], None]:
    """Yield the same as they come, all that have come together; an empty batch where nothing has for a while.

    A turn that is queued, or runs in another process, is looked at until it begins here or has ended.
    """
    while (log := engine.log.find(turn_id)) is None:
        if await in_database(_status, access, turn_id) not in UNFINISHED:
            yield await in_database(_stored_events, access, turn_id, after)
            return
        await engine.log.wait_for(turn_id, _LOOK_EVERY)
        yield ()
    if log.owner != access.person:
        raise NotFound()
    async with aclosing(log.follow(after)) as coming:
        async for batch in coming:
            yield batch


def own_turn(access: Access, turn_id: UUID) -> Turn:
    """Return a turn of one's own. Raises NotFound."""
    turn = turns_of(access).filter(pk=turn_id).first()
    if turn is None:
        raise NotFound()
    return turn


def _status(access: Access, turn_id: UUID) -> TurnStatus:
    return TurnStatus(own_turn(access, turn_id).status)


def _stored_events(access: Access, turn_id: UUID, after: int) -> list[_Replayed]:
    turn = own_turn(access, turn_id)
    at = turn.finished_at or turn.created_at
    rows = turn.events or [[1, Done.type, data_of(Done(str(turn.answer_id), "cancelled"))]]
    return [
        _Replayed(seq, kind, data, encode_envelope(turn.pk, turn.conversation_id, seq, kind, data, at))
        for seq, kind, data in replay(rows, after)
    ]
