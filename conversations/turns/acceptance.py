"""A message is taken in: stored with its turn in one transaction, and only then acknowledged."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from conversations.commands import RunAgain, SendMessage
from conversations.corrections import record_correction
from conversations.focusing import new_conversation
from conversations.models import Conversation, Message, Turn, TurnStatus
from conversations.titles import title_from
from conversations.turns.claims import Claim, claim_of
from conversations.turns.queueing import (
    UNFINISHED,
    add_turn,
    first_unfinished,
    lock_conversation,
    new_turn,
    queue_message,
)
from omniforge.errors import Conflict, NotFound
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a client is told of its message. `claim` is set where this process is to run the turn now."""

    turn_id: UUID
    conversation_id: UUID
    message_id: UUID
    turn_number: int
    status: str
    content: str = ""
    attachments: Sequence[dict[str, Any]] = ()
    claim: Claim | None = None
    stored: bool = True
    repeated: bool = False
    interrupts: UUID | None = None


def accept_message(access: Access, command: SendMessage) -> Accepted:
    """Store a message and its turn; the message's id makes a repeat the same turn.

    Raises NotFound for a conversation, a focus or a file that is missing or foreign, and Conflict where the
    id is another message's, or `busy` is `reject` and another message is being answered.
    """
    try:
        with transaction.atomic():
            return _accept(access, command)
    except (Conflict, IntegrityError, NotFound):
        # Rare, so it is looked for only now: the message is a repeat, and its conversation has gone on since.
        repeated = _repeated(access, command.id)
        if repeated is None:
            raise
        return repeated


def _accept(access: Access, command: SendMessage) -> Accepted:
    known = command.conversation_id
    conversation = lock_conversation(access, known) if known else _begun(access, command)
    busy = first_unfinished(conversation)
    if busy and command.busy == "reject":
        raise Conflict(f"Turn {busy} of this conversation is still being answered.", code="busy")
    turn = queue_message(access, conversation, command, starts=busy is None)
    interrupts = busy if command.busy == "interrupt" else None
    return _accepted(turn, access, interrupts=interrupts)


def accept_again(access: Access, command: RunAgain) -> Accepted:
    """Queue another answer to an earlier message, as turn `command.id`; a repeat is the same turn.

    Raises NotFound where the turn is missing or foreign, Conflict where it has not ended.
    """
    with transaction.atomic():
        again = _own_turns(access).filter(pk=command.id).first()
        if again:
            return _accepted(again, access, repeated=True)
        earlier = _own_turns(access).filter(pk=command.turn_id).first()
        if earlier is None:
            raise NotFound()
        conversation = lock_conversation(access, earlier.conversation_id)
        if Turn.objects.filter(user_message=earlier.user_message, status__in=UNFINISHED).exists():
            raise Conflict("This message is being answered at the moment.", code="busy")
        if command.action:
            record_correction(access=access, turn_id=earlier.pk, corrected=command.action)
        turn = _turn_again(access, conversation, earlier, command)
    return _accepted(turn, access)


def _own_turns(access: Access):  # type: ignore[no-untyped-def]
    own = Turn.objects.filter(
        tenant_id=access.tenant_id, user_id=access.user_id, conversation__deleted_at=None
    )
    return own.select_related("user_message", "conversation")


def _repeated(access: Access, message_id: UUID) -> Accepted | None:
    if not Message.objects.filter(pk=message_id).exists():
        return None
    turn = _own_turns(access).filter(user_message_id=message_id).order_by("-number").first()
    if turn is None:
        raise Conflict("This message id is taken. Make a new UUID for each message.")
    return _accepted(turn, access, repeated=True)


def _begun(access: Access, command: SendMessage) -> Conversation:
    return new_conversation(access, title_from(command.content), command.focus)


def _turn_again(access: Access, conversation: Conversation, earlier: Turn, command: RunAgain) -> Turn:
    idle = first_unfinished(conversation) is None
    turn = new_turn(access, conversation, earlier.user_message, starts=idle)
    turn.pk, turn.retry_of = command.id, earlier
    turn.forced_action = command.action or ""
    add_turn(conversation, turn, timezone.now())
    return turn


def _accepted(
    turn: Turn, access: Access, *, repeated: bool = False, interrupts: UUID | None = None
) -> Accepted:
    runs_here = turn.status == TurnStatus.RUNNING and not repeated
    return Accepted(
        turn_id=turn.pk,
        conversation_id=turn.conversation_id,
        message_id=turn.user_message_id,
        turn_number=turn.number,
        status=turn.status,
        content=turn.user_message.content,
        attachments=turn.user_message.metadata.get("attachments", ()),
        claim=claim_of(turn, access) if runs_here else None,
        repeated=repeated,
        interrupts=interrupts,
    )
