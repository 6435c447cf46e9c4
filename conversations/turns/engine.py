"""The turn engine of a web process: accepts messages, runs turns independently of connections.

Nobody needs to know who runs a turn: whoever inserts a queued Turn row may go away. Each web process renews
its own leases, marks turns of dead processes interrupted, and adopts queued turns (maintenance.py).
"""

import asyncio
import logging
import time
from contextvars import Context
from dataclasses import replace
from functools import cached_property
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError

from agents.models import RunTrigger
from conversations.memory.summary_writer import summarise_conversation
from conversations.turns.abandoned import NUMBERS_LOST
from conversations.turns.accepted import Accepted
from conversations.turns.cancel import request_cancel
from conversations.turns.claims import (
    FIRST_FENCE,
    Claim,
    Storage,
    this_worker,
    token_of_acceptance,
    transfer_claim,
)
from conversations.turns.eventlog import EventLog
from conversations.turns.failed_schedules import settle
from conversations.turns.intake import accept
from conversations.turns.maintenance import Watch
from conversations.turns.run import Stop, TurnRun
from conversations.turns.warm_up import warm_up
from conversations.wire.announcements import announce
from conversations.wire.commands import TurnCommand
from omniforge.errors import Restarting
from omniforge.storage.database import in_database
from omniforge.storage.workspace_scope import within_workspace
from omniforge.telemetry.about import detached_context, with_ids
from omniforge.telemetry.spans import step
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import models_of

logger = logging.getLogger(__name__)
_ENDING = 10.0  # seconds for storing turns at shutdown


class TurnEngine:
    """All turns of this process."""

    def __init__(self) -> None:
        self.runs: dict[UUID, TurnRun] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_ending = False
        self._watch = Watch(self)
        self._warming: asyncio.Task[None] | None = None

    @cached_property
    def log(self) -> EventLog:
        if settings.REDIS_URL:
            # Imported only here: the client takes a sixth of the start-up time without Redis.
            from conversations.turns.shared.log import SharedEventLog

            return SharedEventLog(settings.REDIS_URL, this_worker(), self.cancel_here)
        return EventLog()

    def start(self) -> None:
        """Start the loops that renew leases and adopt turns. Needs a running event loop, idempotent."""
        Context().run(self._start)  # not in the context of the request that may have caused the start

    def _start(self) -> None:
        self.log.start()
        self._watch.start()

    def expect_turns(self, tenant_id: UUID) -> None:
        """Called when somebody opens a chat: warm up once per process, so the first turn doesn't wait.

        Not at start-up, since that doubles the memory of an idle process.
        """
        self._warming = self._warming or asyncio.create_task(warm_up(tenant_id))

    async def stop(self, grace: float = 0.0) -> None:
        """Stop accepting, give turns `grace` seconds to end, and store the text of the others.

        Other processes answer the queued messages.
        """
        self.is_ending = True
        for run in self.runs.values():
            run.takes_next = False
        await self._wait(grace)
        for run in list(self.runs.values()):
            run.stop(Stop.RESTART)
        await self._wait(_ENDING)
        await self._watch.stop()
        await self.log.stop()
        self.is_ending = False

    async def _wait(self, seconds: float) -> None:
        """Wait until all turns here have ended, at most `seconds`."""
        if self._tasks and seconds:
            await asyncio.wait(self._tasks, timeout=seconds)

    # --- Accepting messages ---------------------------------------------------------------------

    async def accept(self, access: Access, command: TurnCommand) -> Accepted:
        """Store a message, an edit or a retry, and start its turn.

        Raises NotFound, InvalidInput, Conflict, and Restarting during shutdown. Without the database,
        a message is stored encrypted in the spool and answered without history.
        """
        if self.is_ending:
            raise Restarting()
        self.start()
        since = time.monotonic()
        with step("accept") as accepting:
            accepted = await self._taken_in(access, command)
            accepting.tell({"turn_id": str(accepted.turn_id), "stored": accepted.stored})
            await self._begin(access, accepted, since)
        return accepted

    async def _taken_in(self, access: Access, command: TurnCommand) -> Accepted:
        accepted = await accept(access, command)
        if accepted.claim is None or await self._is_ours(accepted.claim):
            return accepted
        return replace(accepted, claim=None, repeated=True)

    async def _is_ours(self, claim: Claim) -> bool:
        """Return whether we answer a turn. If not, leave its row to the process that does.

        In an outage a message may be accepted twice, into spool and database. The first to claim its
        turn answers it, a turn that ran before was released by its process.
        """
        if claim.storage == Storage.NOWHERE or claim.fence > FIRST_FENCE:
            return True
        token = token_of_acceptance()
        taker = await self.log.take(claim.turn_id, token)
        if taker == token and not self.log.find(claim.turn_id):
            return True
        if claim.storage == Storage.DATABASE and taker not in ("", token):
            await self._leave(claim, taker)
        return False

    async def _leave(self, claim: Claim, taker: str) -> None:
        try:
            with within_workspace(claim.access.tenant_id):
                await in_database(transfer_claim, claim, taker)
        except DatabaseError as error:  # its lease expires, as nobody renews it
            logger.error("turn %s is left to nobody: %s", claim.turn_id, type(error).__name__)

    async def _begin(self, access: Access, accepted: Accepted, since: float) -> None:
        if accepted.interrupts:
            await self.cancel(access, accepted.interrupts)
        if accepted.claim:
            self.launch(accepted.claim, since)
        # The sender doesn't wait until their other tabs are notified.
        self._keep(asyncio.create_task(self._announce_accepted(access, accepted), context=Context()))

    async def _announce_accepted(self, access: Access, accepted: Accepted) -> None:
        if accepted.stored and not accepted.repeated:
            await announce(
                access,
                "turn",
                turn_id=accepted.turn_id,
                conversation_id=accepted.conversation_id,
                message_id=accepted.message_id,
                content=accepted.content,
                attachments=accepted.attachments,
                parent_id=accepted.parent_id,
                status=accepted.status,
            )
        if accepted.title:
            await announce(access, "conversation", id=accepted.conversation_id, title=accepted.title)

    # --- Running --------------------------------------------------------------------------------

    def launch(self, claim: Claim, since: float | None = None) -> None:
        """Run a claimed turn and then those queued behind it. `since` is the time of its message."""
        run = self._prepare(claim, since)
        # A separate context: a turn outlives its request, whose thread ends with it.
        context = Context() if since is None else detached_context()
        self._keep(asyncio.create_task(self._run(run), context=context))

    async def adopt(self, claim: Claim) -> None:
        """Run a queued turn."""
        if await self._is_ours(claim):
            self.launch(claim)

    def _keep(self, task: asyncio.Task[None]) -> None:
        """Keep a reference to a task until it is done. The loop keeps only a weak one."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _prepare(self, claim: Claim, since: float | None = None) -> TurnRun:
        """Open a turn's log, before anybody looks for it, and prepare its run."""
        start = NUMBERS_LOST * (claim.fence - 1) if claim.fence else 0
        log = self.log.open(claim.turn_id, claim.conversation_id, claim.access.person, start)
        run = self.runs[claim.turn_id] = TurnRun(claim, log, since)
        return run

    async def _run(self, run: TurnRun) -> None:
        with with_ids(**run.claim.ids), within_workspace(run.claim.access.tenant_id):
            following = await self._run_here(run)
        if following:
            await self.adopt(following)

    async def _run_here(self, run: TurnRun) -> Claim | None:
        try:
            following = await run.run()
        finally:
            del self.runs[run.claim.turn_id]
            self._close(run)
        await self._announce_end(run.claim, following)
        if run.summary_due:
            self._keep(asyncio.create_task(self._summarise(run.claim)))
        if run.claim.trigger is RunTrigger.SCHEDULE:
            await self.settle(run.claim.turn_id)
        return following

    def _close(self, run: TurnRun) -> None:
        if run.was_taken:
            self.log.forget(run.log)
        else:
            self.log.close(run.log, is_stored=run.is_stored)

    async def _announce_end(self, claim: Claim, following: Claim | None) -> None:
        running = following.turn_id if following else None
        await announce(claim.access, "conversation", id=claim.conversation_id, running=running)

    async def _summarise(self, claim: Claim) -> None:
        """Summarise messages that left the window. If that fails, the next turn tries again."""
        try:
            models = await in_database(models_of, claim.access.tenant_id)
            await summarise_conversation(claim.access, claim.conversation_id, models, turn_id=claim.turn_id)
        except Exception as error:
            logger.error("conversation %s is not summarised", claim.conversation_id, exc_info=error)

    async def settle(self, turn_id: UUID) -> None:
        """Retry a failed scheduled run, or notify its person."""
        try:
            notice = await in_database(settle, turn_id)
        except DatabaseError as error:
            logger.error("turn %s cannot be settled: %s", turn_id, type(error).__name__)
            return
        if notice:
            told = {"conversation_id": notice.conversation_id, "message": notice.message}
            await announce(notice.access, "notice", **told)

    async def cancel(self, access: Access, turn_id: UUID) -> None:
        """Cancel a turn wherever it runs. An ended one is unchanged. Raises NotFound."""
        run = self.runs.get(turn_id)
        if run and run.claim.storage != Storage.DATABASE and run.claim.access == access:
            run.stop(Stop.CANCELLED)
            return
        worker = await in_database(request_cancel, access, turn_id)
        if worker and worker != this_worker():
            await self.log.cancel_at(worker, turn_id)
        self.cancel_here(turn_id)

    def cancel_here(self, turn_id: UUID) -> None:
        """Cancel a turn, if it runs in this process."""
        if run := self.runs.get(turn_id):
            run.stop(Stop.CANCELLED)


engine = TurnEngine()
