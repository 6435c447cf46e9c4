"""Changing one's own conversations. It doesn't count as activity: the order of the list stays."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from conversations.models import TitleSource, Turn, TurnStatus
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.search.indexing import renew_title
from conversations.record.selectors import conversations_of
from omniforge.errors import InvalidInput, NotFound
from omniforge.tenants.access import Access

LONGEST_TITLE = 200  # characters


def change_conversation(
    access: Access,
    conversation_id: UUID,
    *,
    title: str | None = None,
    pinned: bool | None = None,
    archived: bool | None = None,
    model: str | None = None,
) -> None:
    """Rename, pin or archive a conversation, or pick another `model`. None leaves a value unchanged.

    A user's own title is never replaced. Raises InvalidInput for a title that is empty or too long, and
    NotFound. The caller checks whether the model may be picked.
    """
    columns: dict[str, object] = {}
    if title is not None:
        columns |= {"title": _checked(title), "title_source": TitleSource.USER}
    if pinned is not None:
        columns["pinned"] = pinned
    if archived is not None:
        columns["archived_at"] = timezone.now() if archived else None
    if model is not None:
        columns["model"] = model
    own = conversations_of(access).filter(pk=conversation_id)
    with transaction.atomic():
        if not (own.update(**columns) if columns else own.exists()):
            raise NotFound()
        if title is not None:
            renew_title(conversation_id)


def delete_conversation(access: Access, conversation_id: UUID) -> list[UUID]:
    """Hide a conversation, to be purged later. Returns its unfinished turns for cancelling."""
    DjangoConversationRepository(access).delete_conversation(conversation_id)
    unfinished = Turn.objects.filter(
        conversation_id=conversation_id, status__in=(TurnStatus.QUEUED, TurnStatus.RUNNING)
    )
    return list(unfinished.values_list("pk", flat=True))


def restore_conversation(access: Access, conversation_id: UUID) -> None:
    """Undo a deletion. Raises NotFound."""
    DjangoConversationRepository(access).restore_conversation(conversation_id)


def _checked(title: str) -> str:
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE:
        raise InvalidInput(gettext("A title has 1 to {most} characters.").format(most=LONGEST_TITLE))
    return title
