"""The turn engine of a web process: takes messages in, runs turns apart from connections.

Nobody needs to know who runs a turn: whoever inserts a queued Turn row may go away. A loop in every web
process renews the leases of its turns, marks those of dead processes interrupted, and adopts what waits.
"""

import asyncio
import logging
from collections.abc import Awaitable
from contextvars import Context
from uuid import UUID

from django.db import DatabaseError, IntegrityError

from agents.models import RunTrigger
from conversations.announcements import announce
from conversations.commands import EditMessage, RunAgain, SendMessage, TurnCommand
from conversations.models import TurnStatus
from conversations.settling import settle
from conversations.spool import drain
from conversations.summarising import summarise_conversation
from conversations.turns.acceptance import accept_message
from conversations.turns.accepted import Accepted
from conversations.turns.again import accept_again, accept_edit
from conversations.turns.cancelling import request_cancel
from conversations.turns.claims import Claim, Storage, claim_next, conversations_waiting, renew_leases
from conversations.turns.eventlog import EventLog
from conversations.turns.interrupting import NUMBERS_LOST, interrupt_abandoned
from conversations.turns.run import TurnRun
from conversations.turns.spooling import accept_into_spool, accept_unstored
from conversations.turns.warming import warm_up
from omniforge.database import in_database
from omniforge.llm import Models
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)
_EVERY = 5.0  # seconds


class TurnEngine:
    """All turns of this process."""

    def __init__(self) -> None:
        self.log = EventLog()
        self._runs: dict[UUID, TurnRun] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin the loop that keeps leases and adopts turns; needs a running event loop, may be repeated."""
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._keep_watch())

    def expect_turns(self) -> None:
        """Somebody has opened a chat: load, once a process, what the first turn would otherwise wait for.

        Not at the start already, since a process at rest then takes half of the memory.
        """
        self._warming = self._warming or asyncio.create_task(warm_up())

    async def stop(self) -> None:
        """End the loop, and cancel nothing: turns that still run are taken up by their leases."""
        if self._watch:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
            self._watch = None

    # --- Taking messages in ---------------------------------------------------------------------

    async def accept(self, access: Access, command: TurnCommand) -> Accepted:
        """Store what a user says, edits, or asks to be answered again, and begin its turn.

        Raises NotFound and Conflict. With the database away a message is kept encrypted in the spool and
        answered without history.
        """
        self.start()
        if isinstance(command, SendMessage) and not command.store:
            accepted = accept_unstored(access, command)
            await self._begin(access, accepted)
            return accepted
        try:
            accepted = await self._accept_stored(access, command)
        except DatabaseError as error:
            logger.error("a message could not be stored: %s", type(error).__name__)
            accepted = await asyncio.to_thread(accept_into_spool, access, command)
        await self._begin(access, accepted)
        return accepted

    async def _accept_stored(self, access: Access, command: TurnCommand) -> Accepted:
        try:
            return await in_database(_accept, access, command)
        except IntegrityError:
            # Sent twice at the same moment, or two first turns met: the second look sees the other's rows.
            return await in_database(_accept, access, command)

    async def _begin(self, access: Access, accepted: Accepted) -> None:
        if accepted.interrupts:
            await self.cancel(access, accepted.interrupts)
        if accepted.claim:
            self.launch(accepted.claim)
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

    def launch(self, claim: Claim) -> None:
        """Run a claimed turn, and after it those that wait in its conversation."""
        run = self._prepare(claim)
        # A context of its own: a turn outlives the request that asked for it, whose thread ends with it.
        self._keep(asyncio.create_task(self._run(run), context=Context()))

    def _keep(self, task: asyncio.Task[None]) -> None:
        """Hold a task until it is done; the loop itself would let go of it."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _prepare(self, claim: Claim) -> TurnRun:
        """Open a turn's log, before anybody looks for it, and make ready to run."""
        start = NUMBERS_LOST * (claim.fence - 1) if claim.fence else 0
        log = self.log.open(claim.turn_id, claim.conversation_id, claim.access.person, start)
        run = self._runs[claim.turn_id] = TurnRun(claim, log)
        return run

    async def _run(self, run: TurnRun | None) -> None:
        while run:
            try:
                following = await run.run()
            finally:
                del self._runs[run.claim.turn_id]
                self.log.close(run.log, is_stored=run.is_stored)
            await self._announce_end(run.claim, following)
            if run.summary_due:
                self._keep(asyncio.create_task(self._summarise(run.claim)))
            if run.claim.trigger is RunTrigger.SCHEDULE:
                await self._settle(run.claim.turn_id)
            run = self._prepare(following) if following else None

    async def _announce_begin(self, claim: Claim) -> None:
        """Tell tabs of a turn that nobody waits for here, as one that its schedule began."""
        await announce(
            claim.access,
            "turn",
            turn_id=claim.turn_id,
            conversation_id=claim.conversation_id,
            message_id=claim.message_id,
            content=claim.content,
            status=TurnStatus.RUNNING,
        )

    async def _announce_end(self, claim: Claim, following: Claim | None) -> None:
        running = following.turn_id if following else None
        await announce(claim.access, "conversation", id=claim.conversation_id, running=running)

    async def _summarise(self, claim: Claim) -> None:
        """Summarise what has left the window. Where that fails nothing is lost: the next turn asks again."""
        models = Models.from_settings()
        try:
            await summarise_conversation(claim.access, claim.conversation_id, models, turn_id=claim.turn_id)
        except Exception as error:
            logger.error("conversation %s is not summarised", claim.conversation_id, exc_info=error)

    async def _settle(self, turn_id: UUID) -> None:
        """Have a scheduled run that failed tried again, or its person told."""
        try:
            notice = await in_database(settle, turn_id)
        except DatabaseError as error:
            logger.error("turn %s cannot be settled: %s", turn_id, type(error).__name__)
            return
        if notice:
            told = {"conversation_id": notice.conversation_id, "message": notice.message}
            await announce(notice.access, "notice", **told)

    async def cancel(self, access: Access, turn_id: UUID) -> None:
        """Stop a turn wherever it runs; one that has ended stays as it is. Raises NotFound."""
        run = self._runs.get(turn_id)
        if run and run.claim.storage != Storage.DATABASE and run.claim.access == access:
            run.cancel()
            return
        await in_database(request_cancel, access, turn_id)
        if run:
            run.cancel()

    # --- Watching -------------------------------------------------------------------------------

    async def _keep_watch(self) -> None:
        while True:
            try:
                await self._look_after()
            except DatabaseError as error:
                logger.error("turns cannot be looked after: %s", type(error).__name__)
            await asyncio.sleep(_EVERY)

    async def _look_after(self) -> None:
        await _apart(self._keep_leases())
        await _apart(in_database(drain))
        await _apart(self._end_abandoned())
        for conversation_id in await in_database(conversations_waiting):
            await _apart(self._adopt(conversation_id))

    async def _keep_leases(self) -> None:
        for turn_id in await in_database(renew_leases, list(self._runs)):
            if turn_id in self._runs:
                self._runs[turn_id].cancel()

    async def _end_abandoned(self) -> None:
        for turn_id in await in_database(interrupt_abandoned):
            await _apart(self._settle(turn_id))

    async def _adopt(self, conversation_id: UUID) -> None:
        claim = await in_database(claim_next, conversation_id)
        if claim:
            self.launch(claim)
            await self._announce_begin(claim)


async def _apart(work: Awaitable[object]) -> None:
    """Do a part of what is looked after: what is wrong with it must not keep the others from being done.

    Raises DatabaseError, with which none of them can be.
    """
    try:
        await work
    except DatabaseError:
        raise
    except Exception:
        logger.exception("a part of what is looked after failed")


def _accept(access: Access, command: TurnCommand) -> Accepted:
    if isinstance(command, RunAgain):
        return accept_again(access, command)
    if isinstance(command, EditMessage):
        drain()  # What was said after it, and could not be stored then, makes it the last one no longer.
        return accept_edit(access, command)
    if command.conversation_id:
        drain(command.conversation_id)  # What was said before, and could not be stored then, goes first.
    return accept_message(access, command)


engine = TurnEngine()
