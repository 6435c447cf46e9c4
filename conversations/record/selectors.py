"""Queries for pages and the API: only displayed columns, in a fixed number of queries."""

from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import PositiveIntegerField, QuerySet

from conversations.models import Conversation, Message, MessageStatus, Turn
from conversations.record.values import Cursor
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.tenants.access import Access


def conversations_of(access: Access) -> QuerySet[Conversation]:
    """Return the person's conversations in their tenant, without deleted ones. All reads start from this."""
    return conversations_by(access.tenant_id, access.user_id)


def conversations_by(tenant_id: UUID | Given, user_id: UUID | Given) -> QuerySet[Conversation]:
    """The same for parameters of a prepared query."""
    return Conversation.objects.filter(tenant_id=tenant_id, user_id=user_id, deleted_at=None)


def turns_of(access: Access) -> QuerySet[Turn]:
    """Return the person's turns in their tenant, without those of deleted conversations."""
    own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    return Turn.objects.filter(**own, conversation__deleted_at=None)


def messages_of(access: Access, conversation_id: UUID, **narrower: Any) -> QuerySet[Message]:
    """Return the messages of a conversation, none if it is missing, deleted or somebody else's.

    `narrower` is merged into the same filter: a second one costs as much as reading ten rows.
    """
    return _messages_of(access.tenant_id, access.user_id, conversation_id, **narrower)


def _messages_of(
    tenant_id: UUID | Given, user_id: UUID | Given, conversation_id: UUID | Given, **narrower: Any
) -> QuerySet[Message]:
    return Message.objects.filter(
        **narrower,
        conversation_id=conversation_id,
        conversation__tenant_id=tenant_id,
        conversation__user_id=user_id,
        conversation__deleted_at=None,
    )


@lru_cache(maxsize=128)
def newest_messages(limit: int, columns: tuple[str, ...]) -> PreparedRows:
    """Prepare the newest messages before `before`, for pages, parameters as in `current_messages`."""
    return _newest(limit, columns)


@lru_cache(maxsize=8)
def current_messages(limit: int, columns: tuple[str, ...]) -> PreparedRows:
    """Prepare the newest messages before `before` that aren't superseded, which every turn reads,
    parameters: `tenant_id`, `user_id`, `conversation_id` and `before`.
    """
    return _newest(limit, columns, status__in=(MessageStatus.COMPLETE, MessageStatus.PARTIAL))


def _newest(limit: int, columns: tuple[str, ...], **narrower: Any) -> PreparedRows:
    return PreparedRows(
        lambda: (
            _messages_of(
                Given("tenant_id"),
                Given("user_id"),
                Given("conversation_id"),
                **narrower,
                sequence__lt=Given("before", PositiveIntegerField()),
            )
            .order_by("-sequence")
            .values_list(*columns)[:limit]
        )
    )


def newest_first(conversations: QuerySet[Conversation], before: Cursor | None) -> QuerySet[Conversation]:
    """Return conversations in list order after the cursor `before`. Uses only the index."""
    if before:
        conversations = conversations.filter(updated_at__lte=before.updated_at).exclude(
            updated_at=before.updated_at, id__gte=before.id
        )
    return conversations.order_by("-updated_at", "-id")
