"""A message is taken in: stored with its turn in one transaction, and only then acknowledged."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from conversations.commands import RunAgain, SendMessage
from conversations.corrections import record_correction
from conversations.models import Conversation, Message, MessageRole, Turn, TurnStatus
from conversations.titles import title_from
from conversations.turns.claims import LEASE, WORKER, Claim, claim_of
from omniforge.errors import Conflict, NotFound
from omniforge.redaction import contains_secret
from omniforge.tenants.access import Access

UNFINISHED = (TurnStatus.QUEUED, TurnStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a client is told of its message. `claim` is set where this process is to run the turn now."""

    turn_id: UUID
    conversation_id: UUID
    message_id: UUID
    turn_number: int
    status: str
    content: str = ""
    claim: Claim | None = None
    stored: bool = True
    repeated: bool = False
    interrupts: UUID | None = None


def accept_message(access: Access, command: SendMessage) -> Accepted:
    """Store a message and its turn; the message's id makes a repeat the same turn.

    Raises NotFound for a conversation that is missing or foreign, and Conflict where `busy` is `reject`
    and another message is being answered.
    """
    with transaction.atomic():
        repeated = _repeated(access, command.id)
        if repeated:
            return repeated
        conversation = _locked(access, command.conversation_id) or _started(access, command.content)
        busy = _unfinished(conversation)
        if busy and command.busy == "reject":
            raise Conflict(f"Turn {busy.pk} of this conversation is still being answered.", code="busy")
        turn = _queue(access, conversation, command, busy=busy is not None)
        interrupts = busy.pk if busy and command.busy == "interrupt" else None
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
        conversation = _locked(access, earlier.conversation_id)
        if conversation is None:
            raise NotFound()
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


def _locked(access: Access, conversation_id: UUID | None) -> Conversation | None:
    if conversation_id is None:
        return None
    own = Conversation.objects.select_for_update().filter(
        tenant_id=access.tenant_id, user_id=access.user_id, deleted_at=None
    )
    conversation = own.filter(pk=conversation_id).first()
    if conversation is None:
        raise NotFound()
    return conversation


def _started(access: Access, content: str) -> Conversation:
    return Conversation.objects.create(
        tenant_id=access.tenant_id, user_id=access.user_id, title=title_from(content)
    )


def _unfinished(conversation: Conversation) -> Turn | None:
    if conversation.last_turn == 0:
        return None
    return conversation.turns.filter(status__in=UNFINISHED).order_by("number").only("pk").first()


def _queue(access: Access, conversation: Conversation, command: SendMessage, *, busy: bool) -> Turn:
    message = Message.objects.create(
        pk=command.id,
        conversation=conversation,
        sequence=conversation.last_sequence + 1,
        role=MessageRole.USER,
        content=command.content,
        sensitive=contains_secret(command.content),
    )
    turn = _new_turn(access, conversation, message, busy=busy)
    turn.save(force_insert=True)
    _advance(conversation, message.created_at)
    return turn


def _turn_again(access: Access, conversation: Conversation, earlier: Turn, command: RunAgain) -> Turn:
    busy = _unfinished(conversation) is not None
    turn = _new_turn(access, conversation, earlier.user_message, busy=busy)
    turn.pk, turn.retry_of = command.id, earlier
    turn.forced_action = command.action or ""
    turn.save(force_insert=True)
    _advance(conversation, timezone.now())
    return turn


def _new_turn(access: Access, conversation: Conversation, message: Message, *, busy: bool) -> Turn:
    """Return the next turn of a conversation; it runs at once unless another one is `busy`."""
    turn = Turn(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        conversation=conversation,
        user_message=message,
        number=conversation.last_turn + 1,
        answer_sequence=conversation.last_sequence + 2,
    )
    if not busy:
        turn.status, turn.fence, turn.worker = TurnStatus.RUNNING, 1, WORKER
        turn.started_at = timezone.now()
        turn.lease_until = turn.started_at + LEASE
    return turn


def _advance(conversation: Conversation, at: datetime) -> None:
    conversation.last_turn += 1
    conversation.last_sequence += 2
    conversation.updated_at = at
    conversation.save(update_fields=["last_turn", "last_sequence", "updated_at"])


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
        claim=claim_of(turn, access) if runs_here else None,
        repeated=repeated,
        interrupts=interrupts,
    )
