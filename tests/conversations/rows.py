"""Stored turns that tests start from."""

from uuid import UUID

from conversations.models import MessageRole, Turn, TurnStatus
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.values import MessageRecord, NewMessage
from omniforge.tenants.access import Access


def save_turn(
    repository: DjangoConversationRepository,
    conversation_id: UUID,
    question: NewMessage,
    answer: NewMessage | None = None,
) -> tuple[MessageRecord, ...]:
    """Store a question and its answer, as the spool does."""
    with repository.open_thread(conversation_id) as thread:
        return thread.add_turn(question, answer)


def make_turn(
    access: Access,
    question: str = "What is due?",
    answer: str = "Nothing.",
    *,
    conversation_id: object = None,
    metadata: dict[str, object] | None = None,
    **fields: object,
) -> Turn:
    """Store a finished turn with its two messages, by default in a new conversation."""
    repository = DjangoConversationRepository(access)
    conversation_id = conversation_id or repository.create_conversation().id
    asked, answered = save_turn(
        repository,
        conversation_id,
        NewMessage(MessageRole.USER, question),
        NewMessage(MessageRole.ASSISTANT, answer, metadata=metadata or {}),
    )
    return Turn.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        conversation_id=conversation_id,
        number=asked.sequence // 2 + 1,
        user_message_id=asked.id,
        answer_id=answered.id,
        answer_sequence=answered.sequence,
        **{"status": TurnStatus.COMPLETED, **fields},
    )
