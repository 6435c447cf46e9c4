"""Storing a spooled turn: once, in its place, whatever has happened to its conversation since."""

from typing import Any

from django.db import transaction

from conversations.memory.state import apply_later
from conversations.models import ContextReceipt, Conversation, Turn, TurnStatus
from conversations.record.thread import Thread
from conversations.record.values import MessageRecord
from conversations.turns.claims import LEASE_END
from conversations.turns.spool.values import SpooledTurn
from omniforge.errors import Conflict, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, UsageRecord
from omniforge.tenants.usage import record_calls


def recover_turn(spooled: SpooledTurn) -> None:
    """Store a turn with its messages, idempotent, and a no-op if its message has another turn.

    A missing conversation is created. A deleted one stays deleted. Raises NotFound if its id is somebody
    else's, and Conflict if another process is answering the turn. A turn that is still being answered is
    stored as running, with a lease: its process renews it, or has died.
    """
    with transaction.atomic():
        if _was_taken_in_otherwise(spooled):
            return
        conversation = _locked(spooled)
        turn = Turn.objects.filter(pk=spooled.turn_id).first()
        if turn and _has_no_end(spooled):
            return
        if turn and _is_answered_elsewhere(turn, spooled):
            raise Conflict("Another process is answering this turn.")
        thread = Thread(conversation)
        said = thread.add_turn(spooled.user_message, spooled.answer)
        thread.close()
        is_news = turn is None or turn.status != TurnStatus.COMPLETED
        if turn is None:
            turn = _insert_turn(spooled, conversation, said)
        elif is_news:
            Turn.objects.filter(pk=turn.pk).update(**_columns(spooled))
        _keep_state(spooled, conversation, turn.number)
        if is_news and spooled.learned:
            apply_later(spooled.learned, conversation.pk)
        _keep_evidence(spooled)


def _was_taken_in_otherwise(spooled: SpooledTurn) -> bool:
    """Return whether another process accepted and stored its message."""
    owner = {"tenant_id": spooled.tenant_id, "user_id": spooled.user_id}
    turns = Turn.objects.filter(user_message_id=spooled.user_message.id, **owner)
    return turns.exists() and not turns.filter(pk=spooled.turn_id).exists()


def _locked(spooled: SpooledTurn) -> Conversation:
    owner = {"tenant_id": spooled.tenant_id, "user_id": spooled.user_id}
    Conversation.objects.get_or_create(
        pk=spooled.conversation_id, defaults={**owner, "title": spooled.conversation_title}
    )
    conversation = Conversation.objects.select_for_update().get(pk=spooled.conversation_id)
    if (conversation.tenant_id, conversation.user_id) != (spooled.tenant_id, spooled.user_id):
        raise NotFound()
    return conversation


def _has_no_end(spooled: SpooledTurn) -> bool:
    return bool(spooled.turn_fields.get("status") == TurnStatus.RUNNING)


def _is_answered_elsewhere(turn: Turn, spooled: SpooledTurn) -> bool:
    fence = spooled.turn_fields.get("fence", turn.fence)
    worker = spooled.turn_fields.get("worker", turn.worker)
    return turn.status == TurnStatus.RUNNING and (turn.fence > fence or turn.worker != worker)


def _insert_turn(spooled: SpooledTurn, conversation: Conversation, said: tuple[MessageRecord, ...]) -> Turn:
    """Insert the Turn row under its own number, or under the next free one if that is taken."""
    number, asked, answered = spooled.turn_number, said[0], said[1:]
    if number is None or conversation.turns.filter(number=number).exists():
        number = conversation.last_turn + 1
    columns = {"created_at": asked.created_at, **_columns(spooled)}
    columns |= {"answer_id": answered[0].id} if answered else {}
    columns |= {"lease_until": LEASE_END} if _has_no_end(spooled) else {}
    return Turn.objects.create(
        pk=spooled.turn_id,
        tenant_id=spooled.tenant_id,
        user_id=spooled.user_id,
        conversation=conversation,
        number=number,
        user_message_id=asked.id,
        answer_sequence=answered[0].sequence if answered else asked.sequence + 1,
        **columns,
    )


def _keep_state(spooled: SpooledTurn, conversation: Conversation, number: int) -> None:
    """Store the conversation's open questions, unless a later turn has updated them."""
    if number >= conversation.last_turn:
        conversation.last_turn = number
        if spooled.state is not None:
            conversation.dialogue = spooled.state
        conversation.save(update_fields=["last_turn", "dialogue"])


def _columns(spooled: SpooledTurn) -> dict[str, Any]:
    """Return the Turn's columns, with dates and decimals restored from JSON."""
    columns = {field.attname: field for field in Turn._meta.concrete_fields}
    return {name: columns[name].to_python(value) for name, value in spooled.turn_fields.items()}


def _keep_evidence(spooled: SpooledTurn) -> None:
    if spooled.receipt is not None:
        ContextReceipt.objects.get_or_create(turn_id=spooled.turn_id, defaults=dict(spooled.receipt))
    if spooled.calls and not UsageRecord.objects.filter(turn_id=spooled.turn_id).exists():
        access = Access(spooled.tenant_id, spooled.user_id, Role.MEMBER)
        record_calls(access=access, turn_id=spooled.turn_id, calls=spooled.calls)
