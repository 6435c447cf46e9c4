"""Reading an earlier conversation of a person in parts, for agents."""

from uuid import UUID

from django.urls import reverse

from agents.context.recall import PastConversation, PastMessage
from conversations.models import Message, MessageRole, MessageStatus
from conversations.record.selectors import conversations_of, messages_of
from omniforge.redaction import redact
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_LONGEST = 1_500  # characters per message


async def read_past(access: Access, conversation_id: UUID, start: int, limit: int) -> PastConversation | None:
    """Return `limit` messages from number `start` on, counted from 1, or None if it is not the person's."""
    return await in_database(_read, access, conversation_id, start, limit)


def _read(access: Access, conversation_id: UUID, start: int, limit: int) -> PastConversation | None:
    found = conversations_of(access).filter(pk=conversation_id).first()
    if found is None:
        return None
    messages = messages_of(
        access,
        conversation_id,
        status__in=(MessageStatus.COMPLETE, MessageStatus.PARTIAL),
        role__in=(MessageRole.USER, MessageRole.ASSISTANT),
    ).order_by("sequence")
    page = messages[start - 1 : start - 1 + limit]
    link = reverse("conversation-page", args=[conversation_id])
    return PastConversation(found.title, link, tuple(map(_said, page)), messages.count())


def _said(message: Message) -> PastMessage:
    text = message.content if len(message.content) <= _LONGEST else f"{message.content[:_LONGEST]}…"
    by = "you" if message.role == MessageRole.USER else "OmniForge"
    return PastMessage(by, redact(text), message.created_at)
