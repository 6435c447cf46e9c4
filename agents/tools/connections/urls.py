"""URLs of the settings tab on which outside systems are connected."""

from functools import partial

from django.urls import path
from django.utils.translation import gettext_lazy

from agents.tools.connections.forms import ToolsForm
from agents.tools.connections.sign_in import SignInReturn, SignInToServer, client_document
from agents.tools.connections.views import (
    AccountSettings,
    FeedSettings,
    FilesSettings,
    MailboxSettings,
    ServerSettings,
    SourceSettings,
)
from agents.tools.mcp.listed_tools import check_server
from agents.tools.mcp.services import change_server, remove_server
from agents.tools.mcp.sign_in import sign_out
from agents.tools.sources.checks import check_source
from agents.tools.sources.services import remove_source
from omniforge.calendar.accounts import disconnect_account
from omniforge.tenants.views.actions import ServiceAction

_button = partial(ServiceAction.as_view, next_page="settings-connections")

urlpatterns = [
    path("", ServerSettings.as_view(), name="settings-connections"),
    path("calendar/account/", AccountSettings.as_view(), name="connect-calendar"),
    path(
        "calendar/account/remove/",
        _button(service=disconnect_account, done=gettext_lazy("Your calendar is kept here again.")),
        name="disconnect-calendar",
    ),
    path("calendar/feed/", FeedSettings.as_view(), name="make-calendar-feed"),
    path("callback/<slug:door>/", SignInReturn.as_view(), name="mcp-callback"),
    path("client/<slug:door>.json", client_document, name="mcp-client"),
    path("servers/<str:server>/sign-in/", SignInToServer.as_view(), name="sign-in-to-server"),
    path(
        "servers/<str:server>/sign-out/",
        _button(service=sign_out, done=gettext_lazy("Signed out.")),
        name="sign-out-of-server",
    ),
    path(
        "servers/<str:server>/tools/",
        _button(service=change_server, form_class=ToolsForm, done=gettext_lazy("Saved.")),
        name="set-server-tools",
    ),
    path(
        "servers/<str:server>/refresh/",
        _button(service=check_server),
        name="refresh-server",
    ),
    path(
        "servers/<str:server>/enable/",
        _button(
            service=partial(change_server, enabled=True),
            done=gettext_lazy("Agents may be given its tools again."),
        ),
        name="enable-server",
    ),
    path(
        "servers/<str:server>/disable/",
        _button(
            service=partial(change_server, enabled=False),
            done=gettext_lazy("Nobody is given its tools any more."),
        ),
        name="disable-server",
    ),
    path(
        "servers/<str:server>/remove/",
        _button(service=remove_server, done=gettext_lazy("The server is forgotten.")),
        name="remove-server",
    ),
    path("sources/", SourceSettings.as_view(), name="add-source"),
    path("sources/mailbox/", MailboxSettings.as_view(), name="connect-mailbox"),
    path("sources/files/", FilesSettings.as_view(), name="add-files"),
    path(
        "sources/<str:source>/check/",
        _button(service=check_source, done=gettext_lazy("It can be read.")),
        name="check-source",
    ),
    path(
        "sources/<str:source>/remove/",
        _button(service=remove_source, done=gettext_lazy("Source removed.")),
        name="remove-source",
    ),
]
