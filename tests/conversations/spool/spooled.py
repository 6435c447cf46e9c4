"""Helpers for spooled turns in tests."""

from decimal import Decimal
from uuid import uuid4

from django.utils import timezone

from conversations.models import MessageRole
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.values import NewMessage
from conversations.turns.spool.files import files
from conversations.turns.spool.values import SpooledTurn
from omniforge.storage.ids import new_id

USER, ASSISTANT = MessageRole.USER, MessageRole.ASSISTANT


def pending(conversation_id=None) -> list[SpooledTurn]:
    """Return the spooled turns, of one conversation or of all, in order."""
    return [SpooledTurn.opened(file.path.read_text()) for file in files(conversation_id=conversation_id)]


def turn_of(access, question="What is due?", answer="Nothing.", **fields):
    values = {
        "tenant_id": access.tenant_id,
        "user_id": access.user_id,
        "conversation_id": uuid4(),
        "turn_id": new_id(),
        "user_message": NewMessage(USER, question),
        "answer": NewMessage(ASSISTANT, answer, metadata={"intent": {"action_type": "query_info"}}),
        "turn_fields": {"status": "completed", "cost": Decimal("0.00123"), "finished_at": timezone.now()},
    }
    return SpooledTurn(**(values | fields))


def said(access, conversation_id):
    return [m.content for m in DjangoConversationRepository(access).get_messages(conversation_id)]
