"""The audit of workspaces: who is in them, which keys, what models used, who did what."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest

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


class AuditAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows of the workspaces that one oversees, to look at only."""

    tenant_path = "tenant"
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        overseen = tenants_overseen_by(request.user)
        return super().get_queryset(request).filter(**{f"{self.tenant_path}__in": overseen})

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
    """Which keys there are and were; no hash is shown, nor can be guessed by filters."""

    exclude = ("key_hash",)
    list_display = ("name", "prefix", "user", "tenant", "scopes", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "revoked_at")
    search_fields = ("name", "prefix", "user__email")
    ordering = ("-created_at",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not lookup.startswith("key_hash") and super().lookup_allowed(lookup, value, request)


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
    """Who did what, and why."""

    list_display = ("created_at", "tenant", "user", "action", "target_type", "target_id", "reason")
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "created_at")
    search_fields = ("action", "user__email", "target_id")
    search_help_text = "Action, person, id of the target. Reasons are encrypted and cannot be searched."
    ordering = ("-created_at",)
