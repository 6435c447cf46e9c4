"""Storing a turn's end: answer, audit row, usage and receipt in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from conversations.memory.receipts import Receipt
from conversations.memory.state import StateChange, store_change
from conversations.models import (
    ContextReceipt,
    Message,
    MessageRole,
    MessageStatus,
    Turn,
    TurnStatus,
)
from conversations.turns.claims import Claim, LostClaim, claim_next
from conversations.turns.steering import mark_answered
from intent.types import Intent
from omniforge.llm.tokens import count
from omniforge.llm.types import ModelCall
from omniforge.redaction import contains_secret
from omniforge.storage.prepared import Given, PreparedUpdate, insert
from omniforge.tenants.usage import record_calls


@dataclass(frozen=True, slots=True)
class Ending:
    """Everything about a turn that is known only at its end. Durations are milliseconds.

    `taken_in` are messages sent during the turn and answered with it.
    """

    status: TurnStatus
    text: str
    metadata: dict[str, Any]
    events: list[list[Any]]
    duration_ms: int
    first_text_ms: int | None = None
    intent: Intent | None = None
    agent: str = ""
    error_code: str = ""
    dialogue: dict[str, Any] | None = None
    learned: StateChange | None = None
    receipt: Receipt | None = None
    calls: Sequence[ModelCall] = field(default_factory=tuple)
    taken_in: Sequence[UUID] = ()

    def turn_fields(self) -> dict[str, Any]:
        """Return the Turn columns that this ending sets."""
        made = [call for call in reversed(self.calls) if not call.error]
        main = next((call for call in made if call.purpose == "reply"), made[0] if made else None)
        return {
            "status": self.status,
            "finished_at": timezone.now(),
            "lease_until": None,
            "partial_text": "",
            "action_type": self.intent.action_type if self.intent else "",
            "confidence": self.intent.confidence if self.intent else None,
            "method": self.intent.method if self.intent else "",
            "agent": self.agent,
            "model": f"{main.provider}:{main.model}" if main else "rules",
            "input_tokens": sum(call.usage.input_tokens for call in self.calls),
            "output_tokens": sum(call.usage.output_tokens for call in self.calls),
            "cost": sum(call.cost for call in self.calls),
            "first_text_ms": self.first_text_ms,
            "duration_ms": self.duration_ms,
            "error_code": self.error_code,
            "events": self.events,
        }

    @property
    def message_status(self) -> MessageStatus:
        whole = self.status == TurnStatus.COMPLETED
        return MessageStatus.COMPLETE if whole else MessageStatus.PARTIAL


def store_ending(claim: Claim, ending: Ending, *, goes_on: bool = True) -> Claim | None:
    """Store a turn's end. With `goes_on`, claim the conversation's next queued turn, if there is one.

    Raises LostClaim if the turn is no longer ours, and changes nothing.
    """
    with transaction.atomic():
        ended = ending.turn_fields()
        if not _update_of(*ended)(id=claim.turn_id, claimed=claim.fence, **ended):
            raise LostClaim(str(claim.turn_id))
        _store_answer(claim, ending)
        _store_evidence(claim, ending)
        if ending.taken_in and ending.status == TurnStatus.COMPLETED:
            mark_answered(ending.taken_in, claim.turn_id)
        return claim_next(claim.conversation_id) if goes_on else None


@cache
def _update_of(*names: str) -> PreparedUpdate:
    """Prepare an update of these columns of a turn that the holder of `claimed` still owns."""
    columns = {field.attname: field for field in Turn._meta.concrete_fields}
    claimed = Given("claimed", columns["fence"])
    return PreparedUpdate(
        lambda: Turn.objects.filter(pk=Given("id"), fence=claimed, status=TurnStatus.RUNNING),
        **{name: Given(name, columns[name]) for name in names},
    )


def save_partial(claim: Claim, text: str) -> None:
    """Store the text so far, so that a killed process loses at most the last moments."""
    Turn.objects.filter(pk=claim.turn_id, fence=claim.fence).update(partial_text=text)


def _store_answer(claim: Claim, ending: Ending) -> None:
    if claim.is_retry and ending.text:  # An empty retry replaces nothing.
        Message.objects.filter(parent_id=claim.message_id).update(status=MessageStatus.SUPERSEDED)
    answer = Message(
        pk=claim.answer_id,
        conversation_id=claim.conversation_id,
        parent_id=claim.message_id,
        sequence=claim.answer_sequence,
        role=MessageRole.ASSISTANT,
        status=ending.message_status,
        content=ending.text,
        metadata=ending.metadata,
        token_count=count(ending.text),
        sensitive=contains_secret(ending.text),
    )
    insert(answer)
    changed: dict[str, Any] = {"updated_at": timezone.now()}
    if ending.dialogue is not None:
        changed["dialogue"] = ending.dialogue
    store_change(ending.learned, claim.conversation_id, **changed)


def _store_evidence(claim: Claim, ending: Ending) -> None:
    if ending.receipt:
        insert(ContextReceipt(turn_id=claim.turn_id, **ending.receipt.fields()))
    if ending.calls:
        record_calls(access=claim.access, turn_id=claim.turn_id, calls=ending.calls)
