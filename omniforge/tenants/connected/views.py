"""The pages on which models are connected: the tab of the settings, and the step after sign-up."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext

from omniforge.llm.models import Models
from omniforge.llm.vendors import VENDORS
from omniforge.tenants.access import Access
from omniforge.tenants.connected.cards import cards_of, role_menus
from omniforge.tenants.connected.choice import has_model
from omniforge.tenants.connected.discovery import FoundServer, find_local_servers
from omniforge.tenants.connected.forms import ConnectForm
from omniforge.tenants.connected.roles import list_roles
from omniforge.tenants.connected.services import connect_models
from omniforge.tenants.selectors import list_owners
from omniforge.tenants.views.base import ServiceFormView, WorkspaceView, at_top
from omniforge.tenants.views.settings import SettingsPage

_FIRST = next(iter(VENDORS))


class _Connecting(WorkspaceView, ServiceFormView):
    """Base: a page with the form of the vendor `?vendor=`."""

    form_class = ConnectForm

    @property
    def vendor(self) -> str:
        """The vendor of the form."""
        asked = self.request.POST.get("vendor") or self.request.GET.get("vendor")
        return asked if asked in VENDORS else _FIRST

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"vendor": self.vendor}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs |= {"vendors": VENDORS.items(), "vendor": self.vendor, "row": VENDORS[self.vendor]}
        return super().get_context_data(**kwargs)

    def act(self, **fields: Any) -> None:
        self.connection = connect_models(access=self.access, **fields)


class ModelSettings(SettingsPage, _Connecting):
    """The connections as cards, a form for a new one, and the roles."""

    tab = "models"
    template_name = "tenants/models.html"
    success_url = reverse_lazy("settings-models")

    def get_success_url(self) -> str:
        return at_top(super().get_success_url())

    def act(self, **fields: Any) -> None:
        super().act(**fields)
        self.done = gettext("Connected %(name)s. %(model)s answered.") % {
            "name": self.connection.name,
            "model": self.connection.model,
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        may_change = self.access.is_administrator and not settings.LOCK_MODELS
        kwargs |= {
            "may_change": may_change,
            "is_locked": settings.LOCK_MODELS,
            "cards": cards_of(self.access) if may_change else (),
            "roles": list_roles(self.access),
            "menus": role_menus(self.access) if may_change else (),
            "site_has_models": Models.from_settings().plays("reply"),
            "looks_here": may_change and settings.LOCAL_MODELS,
            "looked": "look" in self.request.GET,
            "found": self._found() if may_change and "look" in self.request.GET else (),
            "owners": list_owners(self.access),
        }
        return super().get_context_data(**kwargs)

    def _found(self) -> list[FoundServer]:
        return find_local_servers(self.access) if settings.LOCAL_MODELS else []


class FirstModel(_Connecting):
    """After sign-up: connect a model, or skip it. Servers on this machine are searched for at once."""

    template_name = "tenants/first_model.html"
    success_url = "/"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_connect_first(self.access):
            return redirect("/")
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = find_local_servers(self.access) if settings.LOCAL_MODELS else []
        return super().get_context_data(found=found, **kwargs)


def may_connect_first(access: Access) -> bool:
    """Return whether to offer connecting a model: there is none, and the person may connect one."""
    return access.is_administrator and not settings.LOCK_MODELS and not has_model(access)
