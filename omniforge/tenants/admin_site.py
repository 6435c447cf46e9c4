"""The audit site for the workspaces that one oversees. It is read-only."""

from functools import update_wrapper
from typing import Any, cast

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from omniforge.storage.workspace_scope import enter_all_workspaces


class AuditSite(AdminSite):
    """Django admin, read-only, behind the site's own sign-in, which is rate-limited."""

    site_title = site_header = "OmniForge audit"
    index_title = "Audit log"
    enable_nav_sidebar = False  # the lists need the room

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if request.user.is_authenticated:
            raise PermissionDenied("Only owners, admins and auditors of a workspace enter the audit.")
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"), reverse("sign-in"))

    def password_change(  # type: ignore[override]  # a redirect; Django's renders a template
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("settings-password")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Allow its lists all workspaces. Each list filters by who oversees what."""

        def overseeing(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            enter_all_workspaces()  # until the page is rendered, which happens after the view
            return cast(HttpResponse, view(request, *args, **kwargs))

        return super().admin_view(update_wrapper(overseeing, view), cacheable)

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        """Disabled: no form of the audit chooses rows."""
        raise Http404
