"""The buttons of the settings, and the switch between workspaces."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from omniforge.errors import NotFound, OmniForgeError
from omniforge.tenants.forms import PageForm, SwitchForm
from omniforge.tenants.selectors import list_workspaces
from omniforge.tenants.views.base import WorkspaceView

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ServiceAction(WorkspaceView):
    """A button: calls `service` with the access, the path's and the form's values; then back to `next_page`.

    What the service refuses is told on that page, what it did too: `done`, else what it returns.
    """

    http_method_names = ["post"]
    service: Any = None  # given to as_view(), as the rest
    form_class = PageForm
    next_page = ""
    done: "StrOrPromise" = ""

    def post(self, request: HttpRequest, **path: Any) -> HttpResponse:
        form = self.form_class(request.POST)
        if not form.is_valid():  # a button sends only what the page gave it
            raise NotFound
        try:
            said = self.service(access=self.access, **path, **form.cleaned_data)
        except NotFound:
            raise
        except OmniForgeError as refusal:
            messages.error(request, gettext(refusal.message))
        else:
            messages.success(request, str(self.done or said))
        return redirect(self.next_page)


class SwitchWorkspace(WorkspaceView):
    """Go to another of one's workspaces; the session remembers it."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        form = SwitchForm(request.POST)
        if not form.is_valid():
            raise NotFound
        tenant_id = form.cleaned_data["tenant"]
        if all(one.tenant_id != tenant_id for one in list_workspaces(self.person)):
            raise NotFound
        request.session["tenant"] = str(tenant_id)
        return redirect("/")
