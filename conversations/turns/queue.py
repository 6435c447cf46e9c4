"""Adding a turn to its conversation: always numbered and stored under the conversation's lock."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import DateTimeField, PositiveIntegerField, QuerySet
from django.utils import timezone

from agents.models import RunTrigger
from conversations.models import Conversation, Message, MessageRole, Turn, TurnStatus
from conversations.turns.claims import LEASE_END, this_worker
from conversations.turns.message_ids import id_for
from conversations.turns.steering import STEERS
from conversations.wire.commands import SendMessage
from omniforge.errors import NotFound
from omniforge.files.cards import card_of
from omniforge.files.services import attach_files
from omniforge.llm.tokens import count
from omniforge.redaction import contains_secret
from omniforge.storage.prepared import Given, PreparedRows, PreparedUpdate, Row, insertion
from omniforge.storage.together import Question, ask, write
from omniforge.tenants.access import Access

UNFINISHED = (TurnStatus.QUEUED, TurnStatus.RUNNING)

# Prepared, since these run between a message and its acknowledgement.
_COLUMNS = tuple(field.attname for field in Conversation._meta.concrete_fields)
_locked = PreparedRows(
    lambda: (
        Conversation.objects.select_for_update()
        .filter(
            pk=Given("id"),
            tenant_id=Given("tenant_id"),
            user_id=Given("user_id"),
            deleted_at=None,
        )
        .values_list(*_COLUMNS)
    )
)
_first_unfinished = PreparedRows(
    lambda: (
        Turn.objects.filter(conversation_id=Given("id"), status__in=UNFINISHED)
        .order_by("number")
        .values_list("pk")[:1]
    )
)
_advance = PreparedUpdate(
    lambda: Conversation.objects.filter(pk=Given("id")),
    last_turn=Given("last_turn", PositiveIntegerField()),
    last_sequence=Given("last_sequence", PositiveIntegerField()),
    updated_at=Given("updated_at", DateTimeField()),
)


def lock_conversation(access: Access, conversation_id: UUID) -> Conversation:
    """Return a conversation, locked until this transaction ends. Raises NotFound."""
    return _found(_lock(access, conversation_id).answer)


def lock_with_unfinished(access: Access, conversation_id: UUID) -> tuple[Conversation, UUID | None]:
    """Like `lock_conversation`, with its running or else first queued turn, in one message."""
    lock, unfinished = _lock(access, conversation_id), _which_unfinished(conversation_id)
    ask(lock, unfinished)
    return _found(lock.answer), unfinished.answer


def _lock(access: Access, conversation_id: UUID) -> Question[Conversation | None]:
    own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    return Question(_locked, _conversation_in, id=conversation_id, **own)


def _conversation_in(rows: Sequence[Row]) -> Conversation | None:
    return Conversation.from_db(connection.alias, _COLUMNS, rows[0]) if rows else None


def _found(conversation: Conversation | None) -> Conversation:
    if conversation is None:
        raise NotFound()
    return conversation


def _which_unfinished(conversation_id: UUID) -> Question[UUID | None]:
    return Question(_first_unfinished, lambda rows: rows[0][0] if rows else None, id=conversation_id)


def unfinished_turns(conversation: Conversation) -> QuerySet[Turn]:
    """Return the conversation's running and queued turns, in order."""
    unfinished = Turn.objects.filter(conversation_id=conversation.pk, status__in=UNFINISHED)
    return unfinished.order_by("number")


def first_unfinished(conversation: Conversation) -> UUID | None:
    """Return the conversation's running turn, else the first queued one, or None."""
    return _which_unfinished(conversation.pk).answer if conversation.last_turn else None


def queue_message(
    access: Access, conversation: Conversation, command: SendMessage, *, starts: bool, steers: bool = False
) -> Turn:
    """Store a message and its turn in a locked conversation. If it `starts`, the turn is claimed here.

    Otherwise a web process adopts it within seconds. One that `steers` may be answered by the
    running turn. Raises NotFound for a missing file.
    """
    origin = {STEERS: True} if steers else _origin(command)
    message = new_message(conversation, command.id, command.content, metadata=origin)
    turn = new_turn(access, conversation, message, starts=starts)
    turn.pk, turn.answer_id = id_for(access, command.id, "turn"), id_for(access, command.id, "answer")
    add_turn(conversation, turn, message)
    if command.attachments:
        _attach(access, turn, command.attachments)
    return turn


def new_message(
    conversation: Conversation,
    id: UUID,
    content: str,
    *,
    metadata: dict[str, Any],
    parent: Message | None = None,
) -> Message:
    """Return a person's new message for the end of a locked conversation, optionally replacing `parent`,
    unsaved.
    """
    return Message(
        pk=id,
        conversation=conversation,
        parent=parent,
        sequence=conversation.last_sequence + 1,
        role=MessageRole.USER,
        content=content,
        metadata=metadata,
        token_count=count(content),
        sensitive=contains_secret(content),
    )


def new_turn(access: Access, conversation: Conversation, message: Message, *, starts: bool) -> Turn:
    """Return the next turn of a locked conversation, unsaved."""
    turn = Turn(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        conversation=conversation,
        user_message=message,
        number=conversation.last_turn + 1,
        answer_sequence=conversation.last_sequence + 2,
        picked=conversation.model,
        scopes=None if access.scopes is None else sorted(access.scopes),
    )
    if starts:
        turn.status, turn.fence, turn.worker = TurnStatus.RUNNING, 1, this_worker()
        turn.started_at = timezone.now()
    return turn


def add_turn(conversation: Conversation, turn: Turn, message: Message | None = None) -> None:
    """Store a new turn, which takes two sequence numbers, and its message if that is new."""
    said = [insertion(message)] if message else []
    turned = insertion(turn, **({"lease_until": LEASE_END} if turn.status == TurnStatus.RUNNING else {}))
    conversation.last_turn += 1
    conversation.last_sequence += 2
    conversation.updated_at = message.created_at if message else timezone.now()
    advanced = {name: getattr(conversation, name) for name in ("last_turn", "last_sequence", "updated_at")}
    write(*said, turned, _advance.bound({"id": conversation.pk, **advanced}))


def _attach(access: Access, turn: Turn, file_ids: Sequence[UUID]) -> None:
    """Attach files to a turn, and list them in its message, so that the transcript shows them."""
    given = {"turn_id": turn.pk, "conversation_id": turn.conversation_id}
    files = attach_files(access=access, file_ids=file_ids, **given)
    message = turn.user_message
    message.metadata["attachments"] = [asdict(card_of(file)) for file in files]
    message.save(update_fields=["metadata"])


def _origin(command: SendMessage) -> dict[str, Any]:
    """Return the metadata of a message that no person typed into the chat: the agent, and the trigger.

    For a question to the documents: the answer options.
    """
    if command.ask:
        return {"ask": command.ask.to_json()}
    if command.agent_id is None:
        return {}
    return {"agent_id": str(command.agent_id), "trigger": RunTrigger(command.trigger)}
