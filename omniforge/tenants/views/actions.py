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
    """A button: calls `service` with access, path and form values, then redirects to `next_page`.

    That page shows the service's error, or on success `done`, else the returned text.
    """

    http_method_names = ["post"]
    service: Any = None  # passed to as_view(), like the rest
    form_class = PageForm
    next_page = ""
    done: "StrOrPromise" = ""

    def post(self, request: HttpRequest, **path: Any) -> HttpResponse:
        form = self.form_class(request.POST)
        if not form.is_valid():  # a button sends only values from the page
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
    """Switch to another workspace, stored in the session."""

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
