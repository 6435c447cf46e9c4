"""One turn, from the first event to the last. It runs apart from whoever asked for it."""

import asyncio
import logging
from contextlib import aclosing
from dataclasses import replace
from uuid import UUID

from django.db import DatabaseError

from agents.events import (
    AgentPhase,
    DialogueChanged,
    Done,
    Event,
    Failure,
    IntentFound,
    PromptSent,
    Session,
    TextDelta,
)
from agents.master import run_master
from conversations.models import TurnStatus
from conversations.receipts import receipt_of
from conversations.state import StateChange
from conversations.turns.claims import Claim, Storage
from conversations.turns.ending import Ending, LostClaim, save_partial, store_ending
from conversations.turns.eventlog import TurnLog
from conversations.turns.learning import what_is_learned
from conversations.turns.loading import LoadedContext, load_context, stateless_context
from conversations.turns.progress import Progress
from conversations.turns.replay import compact
from conversations.turns.shares import has_to_wait, slot_for
from conversations.turns.spooling import spool_ending
from conversations.turns.steering import ANSWERED_IN, waiting_messages
from conversations.turns.writer import TurnWriter
from intent.types import ActionType, Intent, Method
from omniforge.database import in_database, in_database_unhurried
from omniforge.errors import OmniForgeError
from omniforge.llm import Models
from omniforge.problems import as_omniforge_error

logger = logging.getLogger(__name__)
_TOLD = ("input_tokens", "output_tokens", "model", "duration_ms", "first_text_ms")
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


class TurnRun:
    """Runs one claimed turn: loads its context, lets the master agent answer, stores how it ended."""

    def __init__(self, claim: Claim, log: TurnLog) -> None:
        self.claim = claim
        self.log = log
        self.is_stored = False  # in the database, with all its events
        self._writer = TurnWriter(log)
        self._progress = Progress()
        self._models = Models.from_settings()
        self._context: LoadedContext | None = None
        self._answering: asyncio.Task[None] | None = None
        self._checkpoint: asyncio.Task[None] | None = None
        self._cancelled = False
        self._taken_in: list[UUID] = []

    @property
    def _in_database(self) -> bool:
        return self.claim.storage == Storage.DATABASE

    @property
    def summary_due(self) -> bool:
        """Whether so much has been said that a summary should follow; asked once the turn has ended."""
        return self._in_database and self._context is not None and self._context.summary_due

    def cancel(self) -> None:
        """Stop answering; what was said so far is kept."""
        self._cancelled = True
        if self._answering:
            self._answering.cancel()

    async def run(self) -> Claim | None:
        """Answer; returns the claim of the conversation's next turn, if one waits."""
        self._begin()
        self._answering = asyncio.create_task(self._answer())
        if self._cancelled:  # A cancel that came before there was anything to stop.
            self._answering.cancel()
        status = await self._outcome(self._answering)
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
                self._context = await self._load()
                await self._stream(self._context)
        except TimeoutError as error:
            if limit.expired():
                raise OmniForgeError(_TOO_LONG, code="timeout") from error
            raise

    async def _load(self) -> LoadedContext:
        if self.claim.storage == Storage.SPOOL:
            return stateless_context(self.claim, self._models)
        try:
            return await in_database(load_context, self.claim, self._models)
        except DatabaseError as error:
            logger.warning(
                "turn %s goes on without its history: %s", self.claim.turn_id, type(error).__name__
            )
            return stateless_context(self.claim, self._models)

    async def _stream(self, context: LoadedContext) -> None:
        """Let the master agent answer; what goes to a model is told as it is sent, else as it was read."""
        if not context.pack.models.plays("reply"):
            self._emit(context.usage)
        pack = replace(context.pack, steering=self._said_meanwhile) if self._in_database else context.pack
        async with aclosing(run_master(pack)) as outputs:
            async for output in outputs:
                if isinstance(output, DialogueChanged):
                    self._progress.dialogue = output.state
                elif isinstance(output, PromptSent):
                    self._note_request(output)
                else:
                    self._emit(output)
        if not self._progress.told_usage:
            self._emit(self._context.usage if self._context else context.usage)

    async def _said_meanwhile(self) -> list[str]:
        """Return, once each, what the person has said since this turn began."""
        try:
            said = await in_database(waiting_messages, self.claim.conversation_id, besides=self._taken_in)
        except DatabaseError:  # they wait in their own turns
            return []
        self._taken_in += [one.message_id for one in said]
        return [one.content for one in said]

    def _point_to_answer(self) -> None:
        """Say that the message was answered with the one before it."""
        where = {ANSWERED_IN: str(self.claim.answered_in)}
        self._emit(IntentFound(replace(_TAKEN_IN, entities=where)))
        self._emit(TextDelta(_POINTER))

    def _note_request(self, sent: PromptSent) -> None:
        """Tell what goes to the model, once a turn."""
        if self._context and not self._progress.told_usage:
            self._context = replace(self._context, receipt=receipt_of(sent))
            self._emit(self._context.usage)

    def _emit(self, event: Event) -> None:
        self._progress.note(event)
        self._writer.write(event)
        if self._in_database and self._progress.checkpoint_due() and not self._saving():
            self._checkpoint = asyncio.create_task(self._save_partial())

    def _saving(self) -> bool:
        return self._checkpoint is not None and not self._checkpoint.done()

    async def _save_partial(self) -> None:
        try:
            await in_database_unhurried(save_partial, self.claim, self._progress.text)
        except DatabaseError as error:
            logger.warning("turn %s: no checkpoint: %s", self.claim.turn_id, type(error).__name__)

    async def _outcome(self, answering: "asyncio.Task[None]") -> TurnStatus:
        """Wait for the answer and return how it went; a failure is told to the readers here alone."""
        try:
            await answering
        except asyncio.CancelledError:
            if not self._cancelled:
                answering.cancel()
                raise
            return TurnStatus.CANCELLED
        except Exception as error:
            self._fail(as_omniforge_error(error), cause=error)
        return TurnStatus.FAILED if self._progress.failure else TurnStatus.COMPLETED

    def _fail(self, error: OmniForgeError, cause: Exception | None = None) -> None:
        logger.warning("turn %s failed: %s", self.claim.turn_id, error.code, exc_info=cause)
        self._emit(Failure(error.code, error.message, error.retryable, error.retry_after))

    # --- The end --------------------------------------------------------------------------------

    async def _end(self, status: TurnStatus) -> Claim | None:
        self._writer.flush()
        if self._checkpoint:
            await self._checkpoint
        ending = self._ending(status)
        try:
            following = await self._store(ending)
        except LostClaim:
            logger.warning("turn %s was taken over by another process", self.claim.turn_id)
            self.log.append(self._done(TurnStatus.INTERRUPTED, ending))
            return None
        return following

    async def _store(self, ending: Ending) -> Claim | None:
        following = None
        if self._in_database:
            try:
                following = await in_database_unhurried(store_ending, self.claim, ending)
                self.is_stored = True
            except DatabaseError as error:
                logger.error("turn %s could not be stored: %s", self.claim.turn_id, type(error).__name__)
        self.log.append(self._done(ending.status, ending, stored=self.is_stored))
        if not self.is_stored and self.claim.storage != Storage.NOWHERE:
            await self._spool(ending)
        return following

    async def _spool(self, ending: Ending) -> None:
        """Keep an ending until the disk takes it: a full one often has room again after a moment."""
        # Nobody tells when there is room again.
        while not await asyncio.to_thread(spool_ending, self.claim, ending):  # noqa: ASYNC110
            await asyncio.sleep(_DISK_PAUSE)

    def _ending(self, status: TurnStatus) -> Ending:
        progress, context = self._progress, self._context
        ending = Ending(
            status=status,
            text=progress.text,
            metadata=progress.metadata,
            events=[],
            duration_ms=progress.duration_ms,
            first_text_ms=progress.first_text_ms,
            intent=progress.intent,
            agent=self._agent(),
            error_code=progress.failure.code if progress.failure else "",
            dialogue=progress.dialogue.to_dict() if progress.dialogue else None,
            learned=self._learned(),
            receipt=context.receipt if context else None,
            calls=tuple(self._models.calls),
            taken_in=tuple(self._taken_in),
        )
        done = self._done(status, ending)
        ending.events.extend(compact([*self.log.entries, self.log.entry_for(done)]))
        return ending

    def _learned(self) -> StateChange | None:
        """Return what the turn changes in what the agent knows, and tell its readers, before `done`."""
        if change := what_is_learned(self.claim, self._progress, keeps=self._in_database):
            self._writer.write(change.event)
        return change

    def _agent(self) -> str:
        ran = [o for o in self._progress.metadata.get("operations", ()) if o["action"] == "run"]
        named = ran[-1]["entity_name"] if ran else None
        return named or (self._progress.intent.target_agent if self._progress.intent else "") or ""

    def _done(self, status: TurnStatus, ending: Ending, *, stored: bool = True) -> Done:
        fields = ending.turn_fields()
        usage = {name: fields[name] for name in _TOLD}
        usage["tokens"] = fields["input_tokens"] + fields["output_tokens"]
        usage["cost"] = str(fields["cost"])
        return Done(str(self.claim.answer_id), status.value, stored, usage)  # type: ignore[arg-type]
