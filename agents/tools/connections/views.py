"""Connections among the settings of a workspace: its servers, and the calendar of the person who looks."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse, reverse_lazy

from agents.tools.connections.forms import AccountForm, ServerForm, SourceForm
from agents.tools.mcp.connecting import connect_server
from agents.tools.mcp.selectors import list_servers
from agents.tools.sources.pages import shown_sources
from agents.tools.sources.services import add_source
from omniforge.calendar.accounts import connect_account
from omniforge.calendar.feed import make_feed
from omniforge.calendar.selectors import account_host, calendar_of
from omniforge.tenants.forms import PageForm
from omniforge.tenants.selectors import list_owners
from omniforge.tenants.views.base import ServiceFormView
from omniforge.tenants.views.settings import SettingsPage


class _Connections(SettingsPage, ServiceFormView):
    """The page with its forms, of which a view takes one: `form_name` in the template."""

    tab = "connections"
    template_name = "agents/connections.html"
    success_url = reverse_lazy("settings-connections")
    form_name = ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        calendar = calendar_of(self.access)
        context = super().get_context_data(
            servers=list_servers(self.access),
            owners=list_owners(self.access),
            sources=shown_sources(self.access),
            account=account_host(calendar),
            has_feed=bool(calendar.feed_hash),
            **kwargs,
        )
        forms = {
            "server_form": ServerForm(),
            "source_form": SourceForm(),
            "account_form": AccountForm(),
            "feed_form": PageForm(),
        }
        return forms | context | {self.form_name: context["form"]}


class ServerSettings(_Connections):
    """The page; its form connects a server."""

    form_class = ServerForm
    form_name = "server_form"
    done = "It is connected. What its tools change asks a person first."

    def act(self, **fields: Any) -> None:
        connect_server(access=self.access, **fields)


class SourceSettings(_Connections):
    """Add a source; it is looked at first."""

    http_method_names = ["post"]
    form_class = SourceForm
    form_name = "source_form"
    done = "Source added. Agents can read it from now on."

    def act(self, **fields: Any) -> None:
        add_source(access=self.access, **fields)


class AccountSettings(_Connections):
    """Keep one's calendar at a CalDAV server."""

    http_method_names = ["post"]
    form_class = AccountForm
    form_name = "account_form"
    done = "Your calendar is kept there from now on."

    def act(self, **fields: Any) -> None:
        connect_account(access=self.access, **fields)


class FeedSettings(_Connections):
    """Make the feed of one's calendar; its address is shown once, in the answer that makes it."""

    http_method_names = ["post"]
    form_class = PageForm
    form_name = "feed_form"

    def act(self, **fields: Any) -> HttpResponse:
        path = reverse("calendar-feed", args=[make_feed(self.access)])
        feed = self.request.build_absolute_uri(path)
        return self.render_to_response(self.get_context_data(feed=feed))
