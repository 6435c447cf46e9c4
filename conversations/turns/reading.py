"""The reading side: everything a turn told, from its live log or from the database, with the same numbers."""

from collections.abc import AsyncGenerator
from uuid import UUID

from agents.events import Done
from conversations.models import Turn, TurnStatus
from conversations.protocol import data_of, encode_envelope
from conversations.selectors import turns_of
from conversations.turns.engine import engine
from conversations.turns.eventlog import TurnLog
from conversations.turns.queueing import UNFINISHED
from conversations.turns.replay import replay
from omniforge.database import in_database
from omniforge.errors import NotFound
from omniforge.tenants.access import Access

_LOOK_EVERY = 1.0  # seconds, at a turn that runs in another process


async def follow(access: Access, turn_id: UUID, after: int = 0) -> AsyncGenerator[tuple[int, str, str], None]:
    """Yield (seq, type, envelope as JSON) of a turn's events after `after`, until its `done`.

    Never starts a turn. Raises NotFound where the turn is missing or foreign.
    """
    log = engine.log.find(turn_id)
    if log is None:
        log = await _log_elsewhere(access, turn_id)
    if log is None:
        for event in await in_database(_stored_events, access, turn_id, after):
            yield event
        return
    if log.owner != access.person:
        raise NotFound()
    async for batch in log.follow(after):
        for entry in batch:
            yield entry.seq, entry.event.type, entry.frame


async def _log_elsewhere(access: Access, turn_id: UUID) -> TurnLog | None:
    """Wait for a turn that is queued or runs elsewhere: it begins here (its log) or has ended (None)."""
    log = None
    while log is None and await in_database(_status, access, turn_id) in UNFINISHED:
        log = await engine.log.wait_for(turn_id, _LOOK_EVERY)
    return log


def own_turn(access: Access, turn_id: UUID) -> Turn:
    """Return a turn of one's own. Raises NotFound."""
    turn = turns_of(access).filter(pk=turn_id).first()
    if turn is None:
        raise NotFound()
    return turn


def _status(access: Access, turn_id: UUID) -> TurnStatus:
    return TurnStatus(own_turn(access, turn_id).status)


def _stored_events(access: Access, turn_id: UUID, after: int) -> list[tuple[int, str, str]]:
    turn = own_turn(access, turn_id)
    at = turn.finished_at or turn.created_at
    rows = turn.events or [[1, Done.type, data_of(Done(str(turn.answer_id), "cancelled"))]]
    return [
        (seq, kind, encode_envelope(turn.pk, turn.conversation_id, seq, kind, data, at))
        for seq, kind, data in replay(rows, after)
    ]
