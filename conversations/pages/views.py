"""The chat page with its initial data, the page of archived chats, and their buttons."""

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, override
from django.views.decorators.gzip import gzip_page
from django.views.generic import TemplateView

from agents.models import RunTrigger
from conversations.api.conversations import announced_data
from conversations.pages.first_data import first_data
from conversations.pages.starters import greet, list_starters
from conversations.record.lists import list_conversations
from conversations.record.services import change_conversation
from conversations.schedules.start import order_run
from conversations.turns.engine import engine
from omniforge.errors import Conflict, InvalidInput, NotFound, TooManyRequests
from omniforge.files.types import TYPES
from omniforge.projects.focus import Focus, read_focus
from omniforge.storage.ids import new_id
from omniforge.tenants.limits import count_message
from omniforge.tenants.views.base import WorkspaceView

_FOCUS = {"project_id": "project", "type": "type", "id": "id"}  # and their names in links


# Its secret, the CSRF token, is masked differently in each response, so sizes reveal nothing.
@method_decorator(gzip_page, name="dispatch")
class ChatPage(WorkspaceView, TemplateView):
    """A conversation by its id, else a new chat, about what `?project=`, `&type=` and `&id=` name.

    Missing and other people's objects give the same 404.
    """

    template_name = "conversations/chat.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        first = first_data(self.access, kwargs.get("conversation_id"), self._focus())
        kwargs |= {
            "first": first,
            "greeting": greet(self.access, self.person),
            "starters": list_starters(self.access),
            "file_types": ",".join(TYPES),
            "max_file_mb": settings.MAX_FILE_MB,
            "has_model": bool(first["models"]["own"]),
            "may_connect": self.access.is_administrator and not settings.LOCK_MODELS,
        }
        return super().get_context_data(**kwargs)

    def _focus(self) -> Focus:
        named = {name: self.request.GET.get(key) for name, key in _FOCUS.items()}
        try:
            return read_focus(named)
        except InvalidInput as error:
            raise NotFound() from error


class ArchivePage(WorkspaceView, TemplateView):
    """The person's archived chats, newest first. `?cursor=` selects a further page."""

    template_name = "conversations/archive.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        try:
            page = list_conversations(self.access, cursor=self.request.GET.get("cursor"), archived=True)
        except InvalidInput as error:
            raise NotFound() from error
        return super().get_context_data(chats=page.results, next=page.next, **kwargs)


class BringBack(WorkspaceView):
    """Unarchives a chat."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, conversation_id: UUID) -> HttpResponse:
        change_conversation(self.access, conversation_id, archived=False)
        title = announced_data(self.access, conversation_id)["title"]
        messages.success(request, gettext("“{title}” is in your list again.").format(title=title))
        return redirect("archive")


class RunAgentNow(WorkspaceView):
    """Runs an agent, and redirects to its conversation."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, agent: str) -> HttpResponse:
        try:
            count_message(self.access).require()
            order = order_run(
                access=self.access, agent=agent, task="", trigger=RunTrigger.CHAT, message_id=new_id()
            )
        except (Conflict, TooManyRequests) as refusal:
            messages.error(request, gettext(refusal.message))
            return redirect("schedules")
        with override(settings.LANGUAGE_CODE):  # texts in a chat are English, whoever pressed the button
            accepted = async_to_sync(engine.accept)(self.access, order)
        return redirect("conversation-page", accepted.conversation_id)
