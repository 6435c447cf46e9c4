"""The settings of a workspace: name and retention, people, API keys, usage."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.generic import TemplateView

from omniforge.background.heartbeat import is_beating
from omniforge.tenants.forms import InviteForm, KeyForm, PageForm, WorkspaceForm
from omniforge.tenants.invitations import invite, link_of, list_invitations, mail_invitation
from omniforge.tenants.keys import create_api_key, list_api_keys
from omniforge.tenants.mail import is_mail_set_up, site_address
from omniforge.tenants.models import Role
from omniforge.tenants.second_factor.selectors import with_second_factor
from omniforge.tenants.selectors import get_tenant, list_members, list_owners
from omniforge.tenants.services import change_settings
from omniforge.tenants.usage import month_totals, sum_totals
from omniforge.tenants.views.base import ServiceFormView, WorkspaceView


class SettingsPage(WorkspaceView):
    """Base of a settings tab. `tab` is its name."""

    tab = ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs |= {"tab": self.tab, "access": self.access, "tenant": get_tenant(self.access)}
        kwargs["is_worker_away"] = self.access.is_administrator and not is_beating()
        return super().get_context_data(**kwargs)  # type: ignore[misc, no-any-return]


class WorkspaceSettings(SettingsPage, ServiceFormView):
    """Name, retention, time zone. Members see them read-only, with the owners' names."""

    tab = "workspace"
    template_name = "tenants/workspace.html"
    form_class = WorkspaceForm
    success_url = reverse_lazy("settings")
    done = gettext_lazy("Saved.")

    def get_initial(self) -> dict[str, Any]:
        tenant = get_tenant(self.access)
        fields = ("name", "retention_days", "time_zone", "documents_only", "requires_second_factor")
        return {field: getattr(tenant, field) for field in fields}

    def get_form(self, form_class: type[PageForm] | None = None) -> PageForm:
        form: PageForm = super().get_form(form_class)
        form.fields["requires_second_factor"].disabled = self.access.role != Role.OWNER
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(owners=list_owners(self.access), **kwargs)

    def act(self, **fields: Any) -> None:
        change_settings(access=self.access, **fields)


class PeopleSettings(SettingsPage, ServiceFormView):
    """Members and their roles. An invitation is mailed, else its link is shown once, in the response."""

    tab = "people"
    template_name = "tenants/people.html"
    form_class = InviteForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs["has_mail"] = is_mail_set_up()
        kwargs |= self.page_of(with_second_factor(list_members(self.access))) | {
            "invitations": list_invitations(self.access)
        }
        return super().get_context_data(roles=Role.choices, **kwargs)

    def act(self, **fields: Any) -> HttpResponse:
        invitation, token = invite(access=self.access, **fields)
        site = site_address(self.request)
        link = link_of(token, site)
        if mail_invitation(invitation, link=link, site=site):
            messages.success(
                self.request, gettext("Invitation sent to %(email)s.") % {"email": invitation.email}
            )
            return redirect("settings-people")
        shown = {"link": link, "invited": invitation, "has_failed": invitation.email and is_mail_set_up()}
        return self.render_to_response(self.get_context_data(form=self.form_class(), **shown))


class KeySettings(SettingsPage, ServiceFormView):
    """API keys. A new one is shown once, in the response that creates it."""

    tab = "keys"
    template_name = "tenants/keys.html"
    form_class = KeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs |= self.page_of(list_api_keys(self.access), newest=True)
        return super().get_context_data(now=timezone.now(), **kwargs)

    def act(self, **fields: Any) -> HttpResponse:
        _, key = create_api_key(access=self.access, **fields)
        fresh = self.form_class()
        return self.render_to_response(self.get_context_data(form=fresh, key=key))


class UsageSettings(SettingsPage, TemplateView):
    """Usage of this month's model calls. Members see their own."""

    tab = "usage"
    template_name = "tenants/usage.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        totals = list(month_totals(self.access))
        return super().get_context_data(totals=totals, sums=sum_totals(totals), **kwargs)
