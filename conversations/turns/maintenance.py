"""Periodic work of every web process: its own leases, turns of dead processes, queued turns."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol
from uuid import UUID

from django.db import DatabaseError

from conversations.models import TurnStatus
from conversations.turns.abandoned import abandoned_turns, interrupt
from conversations.turns.claims import Claim, claim_next, conversations_waiting, renew_leases
from conversations.turns.eventlog import EventLog
from conversations.turns.metrics import count_abandoned
from conversations.turns.run import Stop, TurnRun
from conversations.turns.spool.store import drain
from conversations.wire.announcements import announce
from omniforge.storage.database import in_database
from omniforge.storage.workspace_scope import enter_all_workspaces

logger = logging.getLogger(__name__)
_EVERY = 5.0  # seconds between two checks for queued and abandoned turns
_RENEW = 3.0  # seconds between two renewals of leases


class Turns(Protocol):
    """The part of the engine's interface that is needed here."""

    runs: dict[UUID, TurnRun]
    is_ending: bool

    @property
    def log(self) -> EventLog: ...
    async def adopt(self, claim: Claim) -> None: ...
    def cancel_here(self, turn_id: UUID) -> None: ...
    async def settle(self, turn_id: UUID) -> None: ...


class Watch:
    """Two loops, so that other work that hangs doesn't block renewing the leases."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._loops: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start both. Needs a running event loop, idempotent."""
        if not self._loops or any(loop.done() for loop in self._loops):
            self._end()
            self._loops = [
                asyncio.create_task(_again_and_again(self._keep_leases, _RENEW)),
                asyncio.create_task(_again_and_again(self._look_after, _EVERY)),
            ]

    async def stop(self) -> None:
        await asyncio.gather(*self._end(), return_exceptions=True)

    def _end(self) -> list[asyncio.Task[None]]:
        loops, self._loops = self._loops, []
        for loop in loops:
            loop.cancel()
        return loops

    async def _keep_leases(self) -> None:
        runs = {turn_id: run for turn_id, run in self._turns.runs.items() if run.is_kept}
        for run in runs.values():
            run.begin_renewal()
        try:
            renewed = await in_database(renew_leases, list(runs))
        finally:
            for run in runs.values():
                run.end_renewal()
        for turn_id in renewed.cancelled:
            self._turns.cancel_here(turn_id)
        for turn_id in runs.keys() - renewed.held:
            if runs[turn_id].holds_lease:
                runs[turn_id].stop(Stop.LOST)

    async def _look_after(self) -> None:
        await _apart(in_database(drain))
        await _apart(self._end_abandoned())
        for conversation_id in await in_database(conversations_waiting):
            await _apart(self._adopt(conversation_id))

    async def _end_abandoned(self) -> None:
        for turn in await in_database(abandoned_turns):
            if await in_database(interrupt, turn, await self._turns.log.recall(turn.pk)):
                count_abandoned()
                await _apart(self._turns.settle(turn.pk))

    async def _adopt(self, conversation_id: UUID) -> None:
        if self._turns.is_ending:
            return
        claim = await in_database(claim_next, conversation_id)
        if claim:
            await self._turns.adopt(claim)
            await _announce_begin(claim)


async def _announce_begin(claim: Claim) -> None:
    """Notify tabs of a turn that nobody here waits for, such as one started by a schedule."""
    await announce(
        claim.access,
        "turn",
        turn_id=claim.turn_id,
        conversation_id=claim.conversation_id,
        message_id=claim.message_id,
        content=claim.content,
        status=TurnStatus.RUNNING,
    )


async def _again_and_again(look: Callable[[], Awaitable[None]], every: float) -> None:
    enter_all_workspaces()
    while True:
        try:
            await _apart(look())
        except DatabaseError as error:
            logger.error("turns cannot be looked after: %s", type(error).__name__)
        await asyncio.sleep(every)


async def _apart(work: Awaitable[object]) -> None:
    """Run one part of the periodic work. Its errors must not block the others.

    Raises DatabaseError, which affects all of them.
    """
    try:
        await work
    except DatabaseError:
        raise
    except Exception:
        logger.exception("a part of what is looked after failed")
