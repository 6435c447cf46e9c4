"""Summarises messages that leave the window, after a turn, when nobody waits."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from agents.memory.state.evidence import ids_in
from agents.memory.state.values import AgentState
from agents.memory.summaries.summariser import summarise
from agents.memory.summaries.triggers import messages_to_summarise
from agents.memory.summaries.values import Summarised, SummaryRequest, Utterance
from conversations.memory.exchanges import exchanges_of
from conversations.memory.pastes import pasted_document
from conversations.memory.state import StateChange, Updates, change_of, store_change
from conversations.memory.summaries import KeptSummary, append_summary, newest_summary, uncut_messages
from conversations.models import Conversation, MessageRole, SummarySource
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.selectors import conversations_of
from conversations.record.values import MessageRecord
from conversations.wire.announcements import announce
from omniforge.llm import Models
from omniforge.llm.types import ModelCall, Role
from omniforge.storage.database import in_database_low_priority
from omniforge.tenants.access import Access
from omniforge.tenants.usage import record_calls

logger = logging.getLogger(__name__)
_BATCH = 80  # messages per summary step; a long conversation catches up turn by turn
_CHANGES = {"create": "created", "update": "changed", "delete": "deleted", "move": "moved"}


@dataclass(frozen=True, slots=True)
class Summarising:
    """A summary step: messages after `base` up to `covers_to`. `known_ids` are ids mentioned in them."""

    base: KeptSummary
    request: SummaryRequest
    covers_to: int
    known_ids: frozenset[str]


async def summarise_conversation(
    access: Access, conversation_id: UUID, models: Models, *, turn_id: UUID | None = None
) -> KeptSummary | None:
    """Summarise messages that left the window, and notify the person's tabs, or None if there are none."""
    work = await in_database_low_priority(next_step, access, conversation_id)
    if work is None:
        return None
    made = await summarise(work.request, models, at=timezone.now())
    kept, change = await in_database_low_priority(
        _keep, access, conversation_id, work, made, tuple(models.calls), turn_id
    )
    if kept:
        await announce(access, "summary", conversation_id=conversation_id, version=kept.version)
    if change:
        event = change.event
        told = {"version": event.version, "patch": event.patch, "inverse": event.inverse}
        await announce(access, event.type, conversation_id=conversation_id, **told)
    return kept


def next_step(access: Access, conversation_id: UUID) -> Summarising | None:
    """Return the next summary step with its data, or None. Raises NotFound."""
    conversation = conversations_of(access).filter(pk=conversation_id).first()
    base = newest_summary(conversation_id)
    if conversation is None or conversation.last_sequence <= base.covers_to:
        return None
    read = _messages(access, conversation_id, base)
    open = [one for one in read if one.sequence > base.covers_to]
    leaves = messages_to_summarise([_utterance(one) for one in open])
    if not leaves:
        return None
    covered = [one for one in read if one.sequence <= leaves[-1].sequence]
    request = SummaryRequest(
        messages=[_utterance(one) for one in covered],
        current=base.summary,
        state=AgentState.from_json(conversation.agent_state),
        whole=_talked_about(read, covered),
    )
    return Summarising(base, request, leaves[-1].sequence, frozenset(_ids(covered)))


def _messages(access: Access, conversation_id: UUID, base: KeptSummary) -> list[MessageRecord]:
    """Return the messages that stayed whole so far, and those after the covered ones."""
    end = base.covers_to + _BATCH + 1
    following = DjangoConversationRepository(access).get_recent_messages(conversation_id, _BATCH, before=end)
    whole = uncut_messages(access, conversation_id, base)
    return [*whole, *(one for one in following if one.sequence > base.covers_to)]


def _talked_about(messages: Sequence[MessageRecord], covered: Sequence[MessageRecord]) -> tuple[int, ...]:
    """Return the message that stays whole because the conversation is about its pasted text."""
    newest = next(one for one in reversed(messages) if one.role == MessageRole.USER)
    earlier = [one for one in messages if one.sequence < newest.sequence]
    paste = pasted_document(exchanges_of(earlier), newest.content)
    return tuple(one.sequence for one in covered if paste and one.sequence == paste.sequence)


def _utterance(message: MessageRecord) -> Utterance:
    role = cast(Role, message.role.value)
    return Utterance(str(message.id), message.sequence, role, message.content, tuple(_deeds(message)))


def _deeds(message: MessageRecord) -> Iterator[str]:
    """Yield descriptions of the workspace changes of an answer."""
    for operation in message.metadata.get("operations", ()):
        if operation["status"] == "done" and (verb := _CHANGES.get(operation["action"])):
            id = f" ({operation['entity_id']})" if operation["entity_id"] else ""
            yield f"{verb} {operation['entity_type']} '{operation['entity_name']}'{id}"


def _ids(messages: Sequence[MessageRecord]) -> Iterator[str]:
    for message in messages:
        yield from ids_in(message.content)
        yield from (one["entity_id"] for one in message.metadata.get("operations", ()) if one["entity_id"])


def _keep(
    access: Access,
    conversation_id: UUID,
    work: Summarising,
    made: Summarised,
    calls: tuple[ModelCall, ...],
    turn_id: UUID | None,
) -> tuple[KeptSummary | None, StateChange | None]:
    """Store summary and state together, unless the conversation is gone or was summarised meanwhile."""
    with transaction.atomic():
        record_calls(access=access, turn_id=turn_id, calls=calls)
        conversation = conversations_of(access).select_for_update().filter(pk=conversation_id).first()
        if conversation is None:
            return None, None
        kept = append_summary(
            conversation_id,
            work.base,
            made.summary,
            covers_to=work.covers_to,
            source=SummarySource(made.source),
            model=made.model,
            prompt_hash=made.prompt_hash,
        )
        return kept, _keep_state(conversation, work, made) if kept else None


def _keep_state(conversation: Conversation, work: Summarising, made: Summarised) -> StateChange | None:
    updates = Updates(made.item_updates, (made.updates,), work.known_ids, summarised_at=timezone.now())
    change = change_of(conversation.pk, conversation.agent_state, conversation.state_version, updates)
    if change:
        store_change(change, conversation.pk)
    return change
