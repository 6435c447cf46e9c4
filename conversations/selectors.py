"""Reads for pages and the API: only what a list or a page of messages shows, in a fixed number of queries."""

from uuid import UUID

from django.db.models import QuerySet

from conversations.models import Conversation, Message
from conversations.records import Cursor
from omniforge.tenants.access import Access


def conversations_of(access: Access) -> QuerySet[Conversation]:
    """Return the person's conversations in their tenant, without deleted ones. Every read begins here."""
    return Conversation.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id, deleted_at=None)


def messages_of(access: Access, conversation_id: UUID) -> QuerySet[Message]:
    """Return the messages of a conversation; none where it is missing, deleted or somebody else's."""
    return Message.objects.filter(
        conversation_id=conversation_id,
        conversation__tenant_id=access.tenant_id,
        conversation__user_id=access.user_id,
        conversation__deleted_at=None,
    )


def newest_first(conversations: QuerySet[Conversation], before: Cursor | None) -> QuerySet[Conversation]:
    """Return conversations in the order of the list, those after the cursor `before`; by index alone."""
    if before:
        conversations = conversations.filter(updated_at__lte=before.updated_at).exclude(
            updated_at=before.updated_at, id__gte=before.id
        )
    return conversations.order_by("-updated_at", "-id")
