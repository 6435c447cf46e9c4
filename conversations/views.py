"""The page of the chat, whose first data comes with it; and the button that runs an agent in a chat."""

from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.generic import TemplateView

from agents.files.types import TYPES
from agents.models import RunTrigger
from agents.selectors import find_agents
from conversations.first_data import first_data
from conversations.starters import greet, list_starters
from conversations.starting import order_run
from conversations.turns.engine import engine
from omniforge.errors import Conflict, InvalidInput, NotFound, TooManyRequests
from omniforge.ids import new_id
from omniforge.projects.focus import Focus, read_focus
from omniforge.tenants.limits import count_message
from omniforge.tenants.views.base import WorkspaceView

_FOCUS = {"project_id": "project", "type": "type", "id": "id"}  # and what each is called in a link


class ChatPage(WorkspaceView, TemplateView):
    """A conversation by its id, else a new chat, about what `?project=`, `&type=` and `&id=` name.

    What is missing and what is somebody else's are the same 404.
    """

    template_name = "conversations/chat.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs |= {
            "first": first_data(self.access, kwargs.get("conversation_id"), self._focus()),
            "agent_count": find_agents(self.access).count(),
            "greeting": greet(self.access, self.person),
            "starters": list_starters(self.access),
            "file_types": ",".join(TYPES),
            "max_file_mb": settings.MAX_FILE_MB,
        }
        return super().get_context_data(**kwargs)

    def _focus(self) -> Focus:
        named = {name: self.request.GET.get(key) for name, key in _FOCUS.items()}
        try:
            return read_focus(named)
        except InvalidInput as error:
            raise NotFound() from error


class RunAgentNow(WorkspaceView):
    """The button that runs an agent: goes on to the conversation in which it runs."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, agent: str) -> HttpResponse:
        try:
            count_message(self.access).require()
            order = order_run(
                access=self.access, agent=agent, task="", trigger=RunTrigger.CHAT, message_id=new_id()
            )
        except (Conflict, TooManyRequests) as refusal:
            messages.error(request, refusal.message)
            return redirect("schedules")
        accepted = async_to_sync(engine.accept)(self.access, order)
        return redirect("conversation-page", accepted.conversation_id)
