"""Notices to people, stored in a new conversation until they read them."""

from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import transaction

from conversations.models import MessageRole
from conversations.record.django_repository import DjangoConversationRepository
from conversations.wire.announcements import announce
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role


@transaction.atomic
def tell(access: Access, title: str, text: str) -> None:
    """Start a conversation with a person with `text` (Markdown). It appears in their open tabs."""
    repository = DjangoConversationRepository(access)
    conversation = repository.create_conversation(title=title)
    repository.add_message(conversation.id, MessageRole.ASSISTANT, text)
    transaction.on_commit(lambda: async_to_sync(announce)(access, "conversation", id=conversation.id))


def notify_owners(tenant_id: UUID, title: str, text: str) -> None:
    """Send a notice to all owners of a workspace."""
    owners = Membership.objects.filter(tenant_id=tenant_id, role=Role.OWNER).values_list("user_id", flat=True)
    for user_id in owners:
        tell(Access(tenant_id, user_id, Role.OWNER), title, text)
