"""The web hooks in a workspace's settings."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy

from agents.models import WebHook
from agents.notifications.selectors import list_web_hooks, masked_address
from agents.notifications.services import LONGEST_NAME, LONGEST_URL, add_web_hook, renew_secret
from omniforge.tenants.forms import PageForm
from omniforge.tenants.selectors import list_owners
from omniforge.tenants.views.base import ServiceFormView
from omniforge.tenants.views.settings import SettingsPage


class WebHookForm(PageForm):
    """A web hook's name and address."""

    slug = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("For example team-channel: agents call it so."),
    )
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput({"autocomplete": "off"}),
        help_text=gettext_lazy(
            "From Slack, Mattermost or others that take the same messages. It is not shown again."
        ),
    )


class WebHookSettings(SettingsPage, ServiceFormView):
    """Where agents may post messages. Owners and admins change that, all others see the names.

    A secret is shown once, in the answer that makes it.
    """

    tab = "web-hooks"
    template_name = "agents/web_hooks.html"
    form_class: type[PageForm] = WebHookForm
    success_url = reverse_lazy("settings-web-hooks")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        hooks = [(hook, masked_address(hook)) for hook in list_web_hooks(self.access)]
        return super().get_context_data(hooks=hooks, owners=list_owners(self.access), **kwargs)

    def act(self, **fields: Any) -> HttpResponse:
        return self.show_secret(add_web_hook(access=self.access, **fields))

    def show_secret(self, hook: WebHook) -> HttpResponse:
        """Return the page with the secret of a web hook."""
        return self.render_to_response(self.get_context_data(form=WebHookForm(), fresh=hook))


class RenewSecret(WebHookSettings):
    """Give a web hook another secret, and show it."""

    http_method_names = ["post"]
    form_class = PageForm

    def act(self, **fields: Any) -> HttpResponse:
        return self.show_secret(renew_secret(access=self.access, web_hook=self.kwargs["web_hook"]))
