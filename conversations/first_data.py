"""What the chat page is sent with, so that nothing has to be fetched when it opens."""

from typing import Any
from uuid import UUID

from conversations.api.serializers import ConversationData, ConversationPage, MessagePage
from conversations.lists import Page, list_conversations, list_messages, one_conversation
from omniforge.tenants.access import Access


def first_data(access: Access, conversation_id: UUID | None) -> dict[str, Any]:
    """Return the open conversation, the newest conversations and messages, shaped as the API gives them.

    Raises NotFound where the conversation is missing or somebody else's.
    """
    conversations = ConversationPage(list_conversations(access)).data
    if conversation_id is None:
        messages, conversation = Page((), None), None
    else:
        messages = list_messages(access, conversation_id)
        conversation = ConversationData(one_conversation(access, conversation_id)).data
    return {
        "conversation": conversation,
        "conversations": conversations,
        "messages": MessagePage(messages).data,
    }
