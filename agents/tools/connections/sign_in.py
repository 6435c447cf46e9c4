"""Signing in to a server: the page that sends the browser there, and the one it returns to."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView

from agents.tools.mcp.listed_tools import check_server
from agents.tools.mcp.selectors import usable_server
from agents.tools.mcp.sign_in import Leaving, begin_sign_in, finish_sign_in
from omniforge.errors import NotFound, OmniForgeError
from omniforge.tenants.mail import site_address
from omniforge.tenants.selectors import list_owners
from omniforge.tenants.views.base import WorkspaceView
from omniforge.tenants.views.settings import SettingsPage

_MARKS = "mcp_sign_ins"
_MOST = 5  # pending sign-ins per browser


def redirect_to_sign_in(request: HttpRequest, leaving: Leaving) -> HttpResponse:
    """Send the browser to a sign-in. Its session keeps the state that identifies it on return.

    It is a page and not a redirect: the content security policy lets forms lead only here, and a person
    sees where they go.
    """
    request.session[_MARKS] = [*request.session.get(_MARKS, ()), leaving.mark][-_MOST:]
    answer = render(request, "agents/leaving.html", {"leaving": leaving})
    answer["Refresh"] = f"0;url={leaving.address}"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


class SignInToServer(SettingsPage, TemplateView):
    """Whoever was told to sign in does it here. POST leaves for the server."""

    tab = "connections"
    template_name = "agents/sign_in.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs["server"] = usable_server(self.access, self.kwargs["server"])
        return super().get_context_data(owners=list_owners(self.access), **kwargs)

    def post(self, request: HttpRequest, server: str) -> HttpResponse:
        try:
            leaving = begin_sign_in(access=self.access, server=server, site=site_address(request))
            if leaving:
                return redirect_to_sign_in(request, leaving)
            check_server(access=self.access, server=server)
            messages.success(request, gettext("Connected."))
        except NotFound:
            raise
        except OmniForgeError as refusal:
            messages.error(request, refusal.message)
        return redirect("settings-connections")


class SignInReturn(WorkspaceView):
    """Where the browser comes back to. What it brings is redeemed once, and the address is left at once."""

    http_method_names = ["get"]

    def get(self, request: HttpRequest, door: str) -> HttpResponse:
        given = request.GET.get
        try:
            server = finish_sign_in(
                access=self.access,
                marks=request.session.get(_MARKS, ()),
                path=request.path,
                state=given("state", ""),
                code=given("code", ""),
                issuer=given("iss"),
                error=given("error", ""),
            )
            messages.success(request, gettext("Signed in to %(title)s.") % {"title": server.title})
        except OmniForgeError as refusal:
            messages.error(request, refusal.message)
        return redirect("settings-connections")


@require_safe
def client_document(request: HttpRequest, door: str) -> HttpResponse:
    """Describe us to authorization servers that identify clients by the address of such a document.

    Each server has its own document, with its one redirect address.
    """
    site = site_address(request)
    if not site.startswith("https:"):
        raise Http404
    return JsonResponse(
        {
            "client_id": f"{site}{reverse('mcp-client', args=[door])}",
            "client_name": "OmniForge",
            "redirect_uris": [f"{site}{reverse('mcp-callback', args=[door])}"],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
        }
    )
