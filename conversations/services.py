"""What a user does to their own conversations. None of it counts as activity: the order of the list stays."""

from uuid import UUID

from django.utils import timezone

from conversations.django_repository import DjangoConversationRepository
from conversations.models import TitleSource, Turn, TurnStatus
from conversations.selectors import conversations_of
from omniforge.errors import InvalidInput, NotFound
from omniforge.tenants.access import Access

LONGEST_TITLE = 200  # characters


def rename_conversation(access: Access, conversation_id: UUID, *, title: str) -> None:
    """Give a conversation the user's own title, which nothing replaces. Raises InvalidInput and NotFound."""
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE:
        raise InvalidInput(f"A title has 1 to {LONGEST_TITLE} characters.")
    _change(access, conversation_id, title=title, title_source=TitleSource.USER)


def pin_conversation(access: Access, conversation_id: UUID, *, pinned: bool) -> None:
    """Keep a conversation at the top, or no longer. Raises NotFound."""
    _change(access, conversation_id, pinned=pinned)


def archive_conversation(access: Access, conversation_id: UUID, *, archived: bool) -> None:
    """Take a conversation out of the list, or bring it back. Raises NotFound."""
    _change(access, conversation_id, archived_at=timezone.now() if archived else None)


def delete_conversation(access: Access, conversation_id: UUID) -> list[UUID]:
    """Hide a conversation, to be purged later; returns its unfinished turns, which are to be stopped."""
    DjangoConversationRepository(access).delete_conversation(conversation_id)
    unfinished = Turn.objects.filter(
        conversation_id=conversation_id, status__in=(TurnStatus.QUEUED, TurnStatus.RUNNING)
    )
    return list(unfinished.values_list("pk", flat=True))


def restore_conversation(access: Access, conversation_id: UUID) -> None:
    """Take a deletion back. Raises NotFound."""
    DjangoConversationRepository(access).restore_conversation(conversation_id)


def _change(access: Access, conversation_id: UUID, **columns: object) -> None:
    changed: int = conversations_of(access).filter(pk=conversation_id).update(**columns)
    if not changed:
        raise NotFound()
