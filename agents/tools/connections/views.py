"""Connections in a workspace's settings: its servers, and the viewer's own calendar."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext, gettext_lazy

from agents.models import SignIn
from agents.tools.connections.cards import cards_of
from agents.tools.connections.forms import AccountForm, FilesForm, MailboxForm, ServerForm, SourceForm
from agents.tools.connections.sign_in import redirect_to_sign_in
from agents.tools.mcp.directory import KnownServer, known_servers
from agents.tools.mcp.services import Client
from agents.tools.mcp.setup import connect_server, connection_of, resolve_names
from agents.tools.mcp.sign_in import return_path
from agents.tools.sources.kinds.files import FILES
from agents.tools.sources.kinds.mailbox import MAILBOX
from agents.tools.sources.selectors import shown_sources
from agents.tools.sources.services import add_source
from omniforge.calendar.accounts import connect_account
from omniforge.calendar.feed import make_feed
from omniforge.calendar.selectors import account_host, calendar_of
from omniforge.tenants.forms import PageForm
from omniforge.tenants.mail import site_address
from omniforge.tenants.selectors import list_owners
from omniforge.tenants.views.base import ServiceFormView, at_top
from omniforge.tenants.views.settings import SettingsPage


class _Connections(SettingsPage, ServiceFormView):
    """The page with its forms, of which a view takes one: `form_name` in the template."""

    tab = "connections"
    template_name = "agents/connections.html"
    success_url = reverse_lazy("settings-connections")
    form_name = ""

    def get_success_url(self) -> str:
        return at_top(super().get_success_url())

    @property
    def chosen(self) -> KnownServer | None:
        """The server of the directory whose form is shown."""
        return known_servers().get(self.request.GET.get("server", ""))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        calendar, chosen = calendar_of(self.access), self.chosen
        cards = cards_of(self.access)
        is_shown_again = self.request.method == "POST" and self.form_name == "server_form"
        context = super().get_context_data(
            cards=cards,
            taken={card.server.known for card in cards},
            known=known_servers().values(),
            chosen=chosen,
            asked="server" in self.request.GET or is_shown_again,
            return_address=f"{site_address(self.request)}{return_path(chosen.url)}" if chosen else "",
            owners=list_owners(self.access),
            sources=shown_sources(self.access),
            account=account_host(calendar),
            has_feed=bool(calendar.feed_hash),
            **kwargs,
        )
        forms = {
            "server_form": ServerForm(known=self.chosen),
            "source_form": SourceForm(),
            "mailbox_form": MailboxForm(),
            "files_form": FilesForm(),
            "account_form": AccountForm(),
            "feed_form": PageForm(),
        }
        return forms | context | {self.form_name: context["form"]}


class ServerSettings(_Connections):
    """The page. Its form connects a server, of the directory (`?server=`) or another one."""

    form_class = ServerForm
    form_name = "server_form"

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"known": self.chosen}

    def act(self, **fields: Any) -> HttpResponse | None:
        known = self.chosen.slug if self.chosen else ""
        named = {name: fields.pop(name) for name in ("name", "slug") if name in fields}
        client = Client(fields.pop("client_id"), fields.pop("client_secret"))
        server, leaving = connect_server(
            access=self.access,
            site=site_address(self.request),
            naming=resolve_names(known=known, **named),
            sign_in=SignIn(fields.pop("sign_in") or SignIn.WORKSPACE),
            client=client,
            connection=connection_of(known, **fields),
        )
        if leaving:
            return redirect_to_sign_in(self.request, leaving)
        self.done = gettext("Connected %(title)s. What its tools change asks a person first.") % {
            "title": server.title
        }
        return None


class SourceSettings(_Connections):
    """Add a source. It is looked at first."""

    http_method_names = ["post"]
    form_class = SourceForm
    form_name = "source_form"
    done = gettext_lazy("Source added. Agents can read it from now on.")

    def act(self, **fields: Any) -> None:
        add_source(access=self.access, **fields)


class MailboxSettings(_Connections):
    """Connect a mailbox. It is read first."""

    http_method_names = ["post"]
    form_class = MailboxForm
    form_name = "mailbox_form"
    done = gettext_lazy("Mailbox connected. Agents can read it from now on, and change nothing in it.")

    def act(self, **fields: Any) -> None:
        add_source(access=self.access, kind=MAILBOX.name, **fields)


class FilesSettings(_Connections):
    """Let agents read uploaded files, or the documents of a project."""

    http_method_names = ["post"]
    form_class = FilesForm
    form_name = "files_form"
    done = gettext_lazy("Source added. Agents can read it from now on.")

    def act(self, **fields: Any) -> None:
        add_source(access=self.access, kind=FILES.name, **fields)


class AccountSettings(_Connections):
    """Keep one's calendar at a CalDAV server."""

    http_method_names = ["post"]
    form_class = AccountForm
    form_name = "account_form"
    done = gettext_lazy("Your calendar is kept there from now on.")

    def act(self, **fields: Any) -> None:
        connect_account(access=self.access, **fields)


class FeedSettings(_Connections):
    """Make the feed of one's calendar. Its address is shown once, in the answer that makes it."""

    http_method_names = ["post"]
    form_class = PageForm
    form_name = "feed_form"

    def act(self, **fields: Any) -> HttpResponse:
        path = reverse("calendar-feed", args=[make_feed(self.access)])
        feed = self.request.build_absolute_uri(path)
        return self.render_to_response(self.get_context_data(feed=feed))
