"""The events of one turn for its readers, and the part that is stored at its end."""

import asyncio
import logging
from uuid import UUID

from django.db import DatabaseError

from agents.events import Done, Event
from conversations.memory.receipts import Receipt
from conversations.memory.state import StateChange
from conversations.models import TurnStatus
from conversations.turns.claims import Claim, Storage
from conversations.turns.context import LoadedContext
from conversations.turns.end import Ending, save_partial
from conversations.turns.eventlog import TurnLog
from conversations.turns.progress import Progress
from conversations.turns.replay import compact
from conversations.turns.state_change import derive_state_change
from conversations.turns.writer import TurnWriter
from omniforge.storage.database import in_database_low_priority

logger = logging.getLogger(__name__)
_REPORTED = ("input_tokens", "output_tokens", "model", "duration_ms", "first_text_ms")


class TurnRecorder:
    """The run sets `context` and `taken_in`, the messages sent during the turn."""

    def __init__(self, claim: Claim, log: TurnLog) -> None:
        self.progress = Progress()
        self.context: LoadedContext | None = None
        self.taken_in: list[UUID] = []
        self._claim = claim
        self._log = log
        self._writer = TurnWriter(log)
        self._checkpoint: asyncio.Task[None] | None = None

    @property
    def _is_kept(self) -> bool:
        return self._claim.storage == Storage.DATABASE

    def record(self, event: Event) -> None:
        """Send an event to readers. The text is checkpointed now and then."""
        self.progress.note(event)
        self._writer.write(event)
        if self._is_kept and self.progress.checkpoint_due() and not self._is_saving():
            self._checkpoint = asyncio.create_task(self._save_partial())

    async def settle(self) -> None:
        """Wait until all events are in the log, and no checkpoint is being saved."""
        self._writer.flush()
        if self._checkpoint:
            await self._checkpoint

    def ending(self, status: TurnStatus) -> Ending:
        """Return everything to store. Readers get the state change, before `end`."""
        progress, context = self.progress, self.context
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
            receipt=self._receipt(),
            calls=tuple(context.pack.models.calls) if context else (),
            taken_in=tuple(self.taken_in),
        )
        done = self._done(ending)
        ending.events.extend(compact([*self._log.entries, self._log.entry_for(done)]))
        return ending

    def end(self, ending: Ending, *, stored: bool) -> None:
        """Send `done` to readers."""
        self._log.append(self._done(ending, stored=stored))

    def _is_saving(self) -> bool:
        return self._checkpoint is not None and not self._checkpoint.done()

    async def _save_partial(self) -> None:
        try:
            await in_database_low_priority(save_partial, self._claim, self.progress.text)
        except DatabaseError as error:
            logger.warning("turn %s: no checkpoint: %s", self._claim.turn_id, type(error).__name__)

    def _learned(self) -> StateChange | None:
        """Return the turn's change of the agent's state, and send it to readers."""
        if change := derive_state_change(self._claim, self.progress, keeps=self._is_kept):
            self._writer.write(change.event)
        return change

    def _receipt(self) -> Receipt | None:
        receipt = self.context.receipt if self.context else None
        return receipt if receipt is None or self.progress.is_checked else receipt.unchecked()

    def _agent(self) -> str:
        ran = [o for o in self.progress.metadata.get("operations", ()) if o["action"] == "run"]
        named = ran[-1]["entity_name"] if ran else None
        return named or (self.progress.intent.target_agent if self.progress.intent else "") or ""

    def _done(self, ending: Ending, *, stored: bool = True) -> Done:
        fields = ending.turn_fields()
        usage = {name: fields[name] for name in _REPORTED}
        usage["tokens"] = fields["input_tokens"] + fields["output_tokens"]
        usage["cost"] = str(fields["cost"])
        return Done(str(self._claim.answer_id), ending.status.value, stored, usage)  # type: ignore[arg-type]
