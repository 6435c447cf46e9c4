"""Incoming web hooks on an agent's page. Addresses and secrets are shown once, in the response."""

from abc import ABC, abstractmethod
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext, gettext_lazy

from agents.definitions.hooks.services import (
    FreshHook,
    create_hook,
    delete_hook,
    rotate_hook,
    set_hook_enabled,
)
from agents.definitions.selectors import get_agent
from agents.pages.agents import AgentAction, AgentPage
from agents.pages.forms import HookForm
from omniforge.errors import Conflict, InvalidInput


class _FreshHookPage(AgentPage, ABC):
    """The agent's page with the address of a web hook that was made for it now."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, slug: str, **path: Any) -> HttpResponse:
        try:
            fresh = self.make(slug, **path)
        except (Conflict, InvalidInput) as refusal:
            messages.error(request, refusal.message)
            return redirect("agent", slug=slug)
        address = request.build_absolute_uri(reverse("hook", args=[fresh.address]))
        return self.render_to_response(self.get_context_data(slug=slug, fresh=fresh, address=address))

    @abstractmethod
    def make(self, slug: str, **path: Any) -> FreshHook:
        """Return the web hook. Raises what its service raises."""


class NewHook(_FreshHookPage):
    """The form that creates a web hook."""

    def make(self, slug: str, **path: Any) -> FreshHook:
        get_agent(self.access, slug)
        form = HookForm(self.request.POST)
        if not form.is_valid():
            raise InvalidInput(gettext("Name the web hook, with at most 60 characters."))
        return create_hook(access=self.access, agent=slug, **form.cleaned_data)


class RotateHook(_FreshHookPage):
    """The button that gives a web hook another address."""

    def make(self, slug: str, **path: Any) -> FreshHook:
        return rotate_hook(access=self.access, agent=slug, **path)


_enable, _disable = (partial(set_hook_enabled, enabled=one) for one in (True, False))

urlpatterns = [
    path("agents/<slug:slug>/hooks/", NewHook.as_view(), name="new-hook"),
    path("agents/<slug:slug>/hooks/<uuid:hook_id>/rotate/", RotateHook.as_view(), name="rotate-hook"),
    path(
        "agents/<slug:agent>/hooks/<uuid:hook_id>/enable/",
        AgentAction.as_view(service=_enable, done=gettext_lazy("The web hook takes deliveries again.")),
        name="enable-hook",
    ),
    path(
        "agents/<slug:agent>/hooks/<uuid:hook_id>/disable/",
        AgentAction.as_view(service=_disable, done=gettext_lazy("The web hook takes no deliveries now.")),
        name="disable-hook",
    ),
    path(
        "agents/<slug:agent>/hooks/<uuid:hook_id>/delete/",
        AgentAction.as_view(service=delete_hook, done=gettext_lazy("The web hook is deleted.")),
        name="delete-hook",
    ),
]
