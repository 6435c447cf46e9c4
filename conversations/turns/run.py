"""One turn, from the first event to the last, independent of its requester."""

import asyncio
import logging
import time
from contextlib import aclosing
from dataclasses import replace
from enum import StrEnum
from functools import partial

from django.db import DatabaseError

from agents.events import (
    AgentPhase,
    Event,
    Failure,
    IntentFound,
    PromptSent,
    Session,
    TextDelta,
)
from agents.master import run_master
from agents.runs.past_changes import list_done
from conversations.memory.receipts import receipt_of
from conversations.models import TurnStatus
from conversations.turns.abandoned import INTERRUPTED, RESTARTED, require_may_end
from conversations.turns.claims import LEASE, Claim, LostClaim, Storage
from conversations.turns.context import LoadedContext, load_context, stateless_context
from conversations.turns.end import Ending, store_ending
from conversations.turns.eventlog import TurnLog
from conversations.turns.metrics import count_end, count_lost
from conversations.turns.recorder import TurnRecorder
from conversations.turns.shares import has_to_wait, slot_for
from conversations.turns.spool_fallback import spool_ending
from conversations.turns.steering import ANSWERED_IN, waiting_messages
from intent.types import ActionType, Intent, Method
from omniforge.errors import OmniForgeError
from omniforge.storage.database import in_database, in_database_low_priority
from omniforge.telemetry.spans import Step, step
from omniforge.web.problems import map_exception

logger = logging.getLogger(__name__)
_DISK_PAUSE = 2.0  # seconds
_LIMIT = 600.0  # seconds; no turn hangs for ever
_TOO_LONG = "This took longer than ten minutes and was stopped. Ask for less at once, or try again."
_THINKING = AgentPhase("thinking", "Understanding your request")
_WAITING = AgentPhase("waiting", "Waiting for your other answers to finish")
_POINTER = "I took this in above, while I was at work."
_TAKEN_IN = Intent(
    ActionType.UNKNOWN,
    1.0,
    reasoning="You said it while the message before was being answered.",
    method=Method.PENDING,
)
_DEGRADED = "The database does not answer. I can talk, but I remember nothing until it is back."


class Stop(StrEnum):
    """Why a turn is stopped: cancelled, taken by another process, or shutdown of this one."""

    CANCELLED = "cancelled"
    LOST = "lost"
    RESTART = "restart"


class TurnRun:
    """Runs one claimed turn: loads its context, lets the master agent answer, stores its end."""

    def __init__(self, claim: Claim, log: TurnLog, since: float | None = None) -> None:
        """`since` is the monotonic time of the message's arrival, by default now."""
        self.claim = claim
        self.log = log
        self.is_stored = False  # in the database, with all its events
        self.was_taken = False  # by another process, which reports its end
        self.takes_next = True  # the next message of the conversation is answered here too
        self._recorder = TurnRecorder(claim, log)
        self._since = self._recorder.progress.began if since is None else since
        self._answering: asyncio.Task[None] | None = None
        self._stopped: Stop | None = None
        self._is_renewing, self._renewed_at = False, time.monotonic()

    @property
    def holds_lease(self) -> bool:
        """Whether this turn is ours only while its lease is renewed."""
        return self.claim.storage == Storage.DATABASE

    @property
    def is_kept(self) -> bool:
        """Whether this turn has, or will have, a row with a lease to renew."""
        return self.claim.storage != Storage.NOWHERE

    @property
    def summary_due(self) -> bool:
        """Whether a summary should follow. Read after the turn has ended."""
        context = self._recorder.context
        return self.holds_lease and context is not None and context.summary_due

    def begin_renewal(self) -> None:
        """Record the start of a renewal. Until the database answers, nobody else can take the turn."""
        self._is_renewing = True

    def end_renewal(self) -> None:
        """Record that the lease was renewed, or that the database is unavailable."""
        self._is_renewing, self._renewed_at = False, time.monotonic()

    def stop(self, why: Stop) -> None:
        """Stop answering at once, without further text or model calls. The text so far is kept."""
        self._stopped = self._stopped or why
        if self._answering:
            self._answering.cancel()

    async def run(self) -> Claim | None:
        """Answer. Returns the claim of the conversation's next turn, if one waits."""
        with step("turn", {name: str(one) for name, one in self.claim.ids.items()}) as turn:
            return await self._run(turn)

    async def _run(self, turn: Step) -> Claim | None:
        self._begin()
        self._answering = asyncio.create_task(self._answer())
        if self._stopped:  # The stop came before there was anything to stop.
            self._answering.cancel()
        status = await self._outcome(self._answering)
        turn.tell({"ending": status.value})
        return await self._end(status)

    def _begin(self) -> None:
        claim = self.claim
        degraded = _DEGRADED if claim.storage == Storage.SPOOL else ""
        self._emit(
            Session(str(claim.conversation_id), claim.number, str(claim.message_id), claim.title, degraded)
        )

    async def _answer(self) -> None:
        if has_to_wait(self.claim):
            self._emit(_WAITING)
        async with slot_for(self.claim):
            self._emit(_THINKING)
            await self._answer_in_time()

    async def _answer_in_time(self) -> None:
        try:
            async with asyncio.timeout(_LIMIT) as limit:
                if self.claim.answered_in:
                    self._point_to_answer()
                    return
                with step("context"):
                    self._recorder.context = await self._load()
                await self._stream(self._recorder.context)
        except TimeoutError as error:
            if limit.expired():
                raise OmniForgeError(_TOO_LONG, code="timeout") from error
            raise

    async def _load(self) -> LoadedContext:
        if self.claim.storage == Storage.SPOOL:
            return stateless_context(self.claim)
        try:
            return await in_database(load_context, self.claim)
        except DatabaseError as error:
            logger.warning(
                "turn %s goes on without its history: %s", self.claim.turn_id, type(error).__name__
            )
            return stateless_context(self.claim)

    async def _stream(self, context: LoadedContext) -> None:
        """Let the master agent answer. Context usage is reported as sent, or as loaded."""
        if context.picked:
            self._emit(context.picked)
        if not context.pack.models.plays("reply"):
            self._emit(context.usage)
        pack = replace(context.pack, steering=self._said_meanwhile) if self.holds_lease else context.pack
        async with aclosing(run_master(pack)) as outputs:
            async for output in outputs:
                if isinstance(output, PromptSent):
                    self._note_request(output)
                elif isinstance(output, Event):
                    self._emit(output)
                else:
                    self._recorder.progress.keep(output)
        if not self._recorder.progress.told_usage:
            self._emit(self._recorder.context.usage if self._recorder.context else context.usage)

    async def _said_meanwhile(self) -> list[str]:
        """Return the person's messages since this turn began, once each."""
        try:
            known = self._recorder.taken_in
            said = await in_database(waiting_messages, self.claim.conversation_id, besides=known)
        except DatabaseError:  # they wait in their own turns instead
            return []
        self._recorder.taken_in += [one.message_id for one in said]
        return [one.content for one in said]

    def _point_to_answer(self) -> None:
        """Report that the message was answered with the previous one."""
        where = {ANSWERED_IN: str(self.claim.answered_in)}
        self._emit(IntentFound(replace(_TAKEN_IN, entities=where)))
        self._emit(TextDelta(_POINTER))

    def _note_request(self, sent: PromptSent) -> None:
        """Report the first request to the model."""
        if self._recorder.context and not self._recorder.progress.told_usage:
            self._recorder.context = replace(self._recorder.context, receipt=receipt_of(sent))
            self._emit(self._recorder.context.usage)

    def _emit(self, event: Event) -> None:
        if self._may_be_taken():
            self.stop(Stop.LOST)
        else:
            self._recorder.record(event)

    def _may_be_taken(self) -> bool:
        """Return whether this process was stalled for so long that another may have taken the turn."""
        if not self.holds_lease or self._is_renewing:
            return False
        return time.monotonic() - self._renewed_at > LEASE.total_seconds()

    async def _outcome(self, answering: "asyncio.Task[None]") -> TurnStatus:
        """Wait for the answer and return its status. Only this reports failures to readers."""
        try:
            await answering
        except asyncio.CancelledError:
            if self._stopped is None:
                answering.cancel()
                raise
            return TurnStatus.CANCELLED if self._stopped == Stop.CANCELLED else TurnStatus.INTERRUPTED
        except Exception as error:
            await self._fail(map_exception(error), cause=error)
        return TurnStatus.FAILED if self._recorder.progress.failure else TurnStatus.COMPLETED

    async def _fail(self, error: OmniForgeError, cause: Exception | None = None) -> None:
        """Report a failure, with what is still to be said, and what was done, so that nobody repeats it."""
        logger.warning("turn %s failed: %s", self.claim.turn_id, error.code, exc_info=cause)
        for said in filter(None, (self._recorder.progress.if_broken_off, await self._done_before())):
            self._emit(TextDelta(f"\n\n{said}" if self._recorder.progress.text else said))
        self._emit(Failure(error.code, error.message, error.retryable, error.retry_after))

    async def _done_before(self) -> str:
        try:
            return await list_done(self.claim.access, self.claim.turn_id) if self.holds_lease else ""
        except DatabaseError:  # the failure is reported without it
            return ""

    # --- The end --------------------------------------------------------------------------------

    async def _end(self, status: TurnStatus) -> Claim | None:
        await self._recorder.settle()
        try:
            if status == TurnStatus.INTERRUPTED:
                await self._interrupt()
            with step("store") as storing:
                following = await self._store(self._recorder.ending(status))
                storing.tell({"stored": self.is_stored})
        except LostClaim:
            logger.warning("turn %s is taken up by another process", self.claim.turn_id)
            self.was_taken = True
            return None
        finally:
            self._count_lost()
        count_end(status, self._recorder.progress, self._since)
        return following

    def _count_lost(self) -> None:
        """Count a lost lease, except during shutdown, which hands turns back."""
        if self._stopped == Stop.LOST or (self.was_taken and self._stopped != Stop.RESTART):
            count_lost()

    async def _interrupt(self) -> None:
        """Report the interruption. Raises LostClaim if another process has, or is to get, the turn."""
        if self.holds_lease:
            try:
                await in_database(require_may_end, self.claim)
            except DatabaseError:
                logger.warning("turn %s: it is not known who has it", self.claim.turn_id)
        self._recorder.record(INTERRUPTED if self._stopped == Stop.LOST else RESTARTED)
        await self._recorder.settle()

    async def _store(self, ending: Ending) -> Claim | None:
        following = None
        if self.holds_lease:
            try:
                store = partial(store_ending, goes_on=self.takes_next)
                following = await in_database_low_priority(store, self.claim, ending)
                self.is_stored = True
            except DatabaseError as error:
                logger.error("turn %s could not be stored: %s", self.claim.turn_id, type(error).__name__)
        self._recorder.end(ending, stored=self.is_stored)
        if not self.is_stored and self.claim.storage != Storage.NOWHERE:
            await self._spool(ending)
        return following

    async def _spool(self, ending: Ending) -> None:
        """Retry spooling an ending until it succeeds: a full disk often has room again after a moment."""
        # There is no notification of free space.
        while not await asyncio.to_thread(spool_ending, self.claim, ending):  # noqa: ASYNC110
            await asyncio.sleep(_DISK_PAUSE)
