"""Words to people that answer nothing they have said: they stand in a conversation, for when they come."""

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
    """Begin a conversation with a person by `text` (Markdown); their open tabs list it."""
    repository = DjangoConversationRepository(access)
    conversation = repository.create_conversation(title=title)
    repository.add_message(conversation.id, MessageRole.ASSISTANT, text)
    transaction.on_commit(lambda: async_to_sync(announce)(access, "conversation", id=conversation.id))


def tell_owners(tenant_id: UUID, title: str, text: str) -> None:
    """Tell the same to all owners of a workspace."""
    owners = Membership.objects.filter(tenant_id=tenant_id, role=Role.OWNER).values_list("user_id", flat=True)
    for user_id in owners:
        tell(Access(tenant_id, user_id, Role.OWNER), title, text)
