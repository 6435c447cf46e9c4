"""The web hooks among the settings of a workspace."""

from typing import Any

from django.urls import reverse_lazy

from agents.notifications.forms import WebHookForm
from agents.notifications.selectors import list_web_hooks, masked
from agents.notifications.services import add_web_hook
from omniforge.tenants.selectors import list_owners
from omniforge.tenants.views.base import ServiceFormView
from omniforge.tenants.views.settings import SettingsPage


class WebHookSettings(SettingsPage, ServiceFormView):
    """Where agents may post messages; owners and admins add and remove, all others see the names."""

    tab = "web-hooks"
    template_name = "agents/web_hooks.html"
    form_class = WebHookForm
    success_url = reverse_lazy("settings-web-hooks")
    done = "Agents can post there from now on, each time with a person's word."

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        hooks = [(hook.slug, masked(hook)) for hook in list_web_hooks(self.access)]
        return super().get_context_data(hooks=hooks, owners=list_owners(self.access), **kwargs)

    def act(self, **fields: Any) -> None:
        add_web_hook(access=self.access, **fields)
