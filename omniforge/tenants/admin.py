"""The audit of workspaces: who is in them, which keys, what models used, who did what."""

from functools import cache
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.exceptions import BadRequest
from django.db import DataError
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest, HttpResponse

from omniforge.tenants.models import ApiKey, AuditEntry, Membership, Tenant, UsageRecord
from omniforge.tenants.oversight import tenants_overseen_by

admin.site.unregister(Group)  # what people may do is their role in a workspace


class ReasonForm(forms.Form):
    """Why somebody wants to read what another person wrote."""

    reason = forms.CharField(label="Reason", widget=forms.Textarea({"rows": 3, "cols": 60}))


class TenantFilter(admin.SimpleListFilter):
    """By workspace, of those that one oversees: Django's own filter would name them all."""

    title = "workspace"
    parameter_name = "workspace"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            (tenant.slug, tenant.name) for tenant in tenants_overseen_by(request.user).order_by("name")[:100]
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(tenant__slug=self.value()) if self.value() else queryset


LONGEST_SEARCH = 200  # characters; each word of it is a condition, and databases take only so many
_LOOKUPS = ("exact", "isnull", "gte", "lt")  # what Django's own filters write into the address


class AuditAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows of the workspaces that one oversees, to look at only, by the filters that the page has."""

    tenant_path = "tenant"
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        overseen = tenants_overseen_by(request.user)
        return super().get_queryset(request).filter(**{f"{self.tenant_path}__in": overseen})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Take what the page's filters ask for and nothing else: most other look-ups fit no column."""
        return lookup in {name for one in self.get_list_filter(request) for name in _parameters(one)}

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().changelist_view(request, extra_context)
        except (OverflowError, DataError) as error:
            raise BadRequest("A date or number that the database does not know.") from error

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return super().get_search_results(request, queryset, search_term[:LONGEST_SEARCH])

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_staff

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _parameters(list_filter: Any) -> set[str]:
    """Return the names that a filter reads from the address."""
    if isinstance(list_filter, str):
        return {f"{list_filter}__{lookup}" for lookup in _LOOKUPS}
    return {list_filter.parameter_name}


@admin.register(Tenant)
class TenantAdmin(AuditAdmin):
    """The workspaces."""

    tenant_path = "pk"
    list_display = ("slug", "name", "members", "retention_days", "time_zone", "created_at")
    search_fields = ("slug", "name")
    ordering = ("slug",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tenant]:
        tenants: QuerySet[Tenant] = super().get_queryset(request)
        return tenants.annotate(member_count=Count("memberships"))

    @admin.display(ordering="member_count")
    def members(self, tenant: Tenant) -> int:
        return int(tenant.member_count)  # type: ignore[attr-defined]  # annotated above


@admin.register(Membership)
class MembershipAdmin(AuditAdmin):
    """Who is in which workspace, as what; how they like answers is for them alone."""

    exclude = ("preferences",)
    list_display = ("user", "email", "tenant", "role", "created_at")
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "role")
    search_fields = ("user__email", "user__name")
    ordering = ("-created_at",)

    @admin.display(ordering="user__email")
    def email(self, membership: Membership) -> str:
        return membership.user.email


@admin.register(ApiKey)
class ApiKeyAdmin(AuditAdmin):
    """Which keys there are and were; no hash is shown."""

    exclude = ("key_hash",)
    list_display = ("name", "prefix", "user", "tenant", "scopes", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "revoked_at")
    search_fields = ("name", "prefix", "user__email")
    ordering = ("-created_at",)


@admin.register(UsageRecord)
class UsageRecordAdmin(AuditAdmin):
    """Every call of a model."""

    list_display = (
        "created_at",
        "tenant",
        "user",
        "purpose",
        "provider",
        "model",
        "input_tokens",
        "output_tokens",
        "cost",
        "latency_ms",
        "error",
    )
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "created_at")
    search_fields = ("model", "user__email", "error")
    ordering = ("-created_at",)


@admin.register(AuditEntry)
class AuditEntryAdmin(AuditAdmin):
    """Who did what, and why, with the entry's number in its workspace's chain."""

    list_display = ("created_at", "number", "tenant", "user", "action", "target", "reason")
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "created_at")
    search_fields = ("action", "user__email", "target_id")
    search_help_text = "Action, person, id of the target. Reasons are encrypted and cannot be searched."
    ordering = ("-created_at",)

    @admin.display
    def target(self, entry: AuditEntry) -> str:
        return f"{_kinds().get(entry.target_type, entry.target_type)} {entry.target_id}".strip()


@cache
def _kinds() -> dict[str, str]:
    """Return what a model is called in words, by its name in the audit."""
    return {model._meta.model_name or "": str(model._meta.verbose_name) for model in apps.get_models()}
