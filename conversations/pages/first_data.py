"""Initial data of the chat page, so that it needs no request when it opens."""

from typing import Any
from uuid import UUID

from conversations.api.focus import FocusData
from conversations.api.serializers import ConversationData, ConversationPage, MessagePage
from conversations.record.lists import Page, list_conversations, list_messages, one_conversation
from conversations.turns.focus import conversation_focus, name_focus
from omniforge.llm.roles import RULES
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import choice_of


def first_data(access: Access, conversation_id: UUID | None, focus: Focus = EVERYTHING) -> dict[str, Any]:
    """Return the open conversation and its focus, the newest conversations and messages, in the API's form.

    A new chat has no conversation, and `focus` is what it will be about. Raises NotFound if the conversation
    or its focus is missing or belongs to somebody else.
    """
    conversations = ConversationPage(list_conversations(access)).data
    if conversation_id is None:
        messages, conversation = Page((), None), None
        named = name_focus(access, focus)
    else:
        messages = list_messages(access, conversation_id)
        conversation = ConversationData(one_conversation(access, conversation_id)).data
        named = conversation_focus(access, conversation_id)
    return {
        "models": _models(access, conversation["model"] if conversation else ""),
        "conversation": conversation,
        "focus": FocusData(named).data,
        "conversations": conversations,
        "messages": MessagePage(messages).data,
    }


def _models(access: Access, picked: str) -> dict[str, Any]:
    """Return the workspace's reply model, the picked one if it still exists, and the number of choices."""
    choice = choice_of(access.tenant_id)
    own = choice.models().name("reply")
    return {
        "own": "" if own == RULES else own,
        "picked": picked if choice.offer(picked) else "",
        "count": len(choice.offers),
    }
