"""The page of the chat. Its first data comes with it, so that it asks for nothing on load."""

from typing import Any

from django.views.generic import TemplateView

from agents.selectors import find_agents
from conversations.first_data import first_data
from conversations.starters import greet, list_starters
from omniforge.tenants.views.base import WorkspaceView


class ChatPage(WorkspaceView, TemplateView):
    """A conversation by its id, else a new chat. A missing one and somebody else's are the same 404."""

    template_name = "conversations/chat.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs |= {
            "first": first_data(self.access, kwargs.get("conversation_id")),
            "agent_count": find_agents(self.access).count(),
            "greeting": greet(self.access, self.person),
            "starters": list_starters(self.access),
        }
        return super().get_context_data(**kwargs)
