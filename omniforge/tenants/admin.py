"""The audit of workspaces: members, keys, model usage, audit entries."""

from collections.abc import Collection
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import Group
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst

from omniforge.tenants.audit_admin import AuditAdmin, TenantFilter
from omniforge.tenants.audit_columns import (
    NOTHING,
    code_in_words,
    find_link,
    format_value,
    milliseconds,
    target_link,
)
from omniforge.tenants.models import (
    ApiKey,
    AuditEntry,
    Invitation,
    Membership,
    ModelConnection,
    Tenant,
    UsageRecord,
    User,
)
from omniforge.tenants.row_names import Target, call_rows, find_rows

admin.site.unregister(Group)  # permissions are roles in a workspace
PERSON = {"tenant": "workspace", "user": "person"}


@admin.register(Tenant)
class TenantAdmin(AuditAdmin):
    """The workspaces."""

    tenant_path = "pk"
    list_display = ("name", "slug", "members", "retention_days", "time_zone", "created_at")
    fields = ("name", "slug", "retention_days", "time_zone", "created_at")
    labels = {"slug": "short name", "retention_days": "days chats are kept"}
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
    """Members and their roles. Their answer preferences are hidden."""

    list_display = fields = ("user", "email", "tenant", "role", "created_at")
    labels = PERSON | {"created_at": "joined"}
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "role")
    search_fields = ("user__email", "user__name")
    ordering = ("-created_at",)

    @admin.display(ordering="user__email")
    def email(self, membership: Membership) -> str:
        return membership.user.email


@admin.register(ApiKey)
class ApiKeyAdmin(AuditAdmin):
    """Current and former keys. Hashes are hidden."""

    list_display = ("name", "prefix", "user", "tenant", "scopes", "expires_at", "revoked_at", "last_used_at")
    fields = (*list_display, "created_at")
    labels = PERSON | {"prefix": "begins with", "scopes": "permissions"}
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
        "dollars",
        "took",
        "error",
    )
    fields = (*list_display, "turn")
    labels = PERSON
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "created_at")
    search_fields = ("model", "user__email", "error")
    ordering = ("-created_at",)

    @admin.display(description="cost", ordering="cost")
    def dollars(self, record: UsageRecord) -> str:
        return f"${record.cost:,.4f}"

    @admin.display(description="duration", ordering="latency_ms")
    def took(self, record: UsageRecord) -> str:
        return milliseconds(record.latency_ms)


class EntryList(ChangeList):
    """A page of entries, each with its target."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        _attach_targets(self.result_list)  # a queryset, which caches its rows


@admin.register(AuditEntry)
class AuditEntryAdmin(AuditAdmin):
    """Audit entries, with their number in the workspace's chain."""

    list_display = ("created_at", "number", "tenant", "user", "what", "target", "details")
    fields = (*list_display, "way", "subject", "hash")
    labels = PERSON | {"subject": "author"}
    list_select_related = ("user", "tenant")
    list_filter = (TenantFilter, "created_at")
    search_fields = ("action", "user__email", "target_id")
    search_help_text = "Search by action, person or ID. Details are encrypted and can't be searched."
    ordering = ("-created_at",)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return EntryList

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        entry = super().get_object(request, object_id, from_field)
        _attach_targets([entry] if entry else [])
        return entry

    @admin.display(description="action", ordering="action")
    def what(self, entry: AuditEntry) -> str:
        return _action_in_words(entry)

    @admin.display
    def target(self, entry: AuditEntry) -> str:
        return target_link(_target_of(entry), entry.target_row)  # type: ignore[attr-defined]  # attached

    @admin.display(description="through")
    def way(self, entry: AuditEntry) -> str:
        """Return whether the person did it by hand or in a turn, with the turn's page."""
        if entry.through in ("", AuditEntry.BY_HAND):
            return "By hand" if entry.through else NOTHING
        return find_link(Target("turn", entry.through, entry.tenant_id))

    @admin.display
    def details(self, entry: AuditEntry) -> str:
        """Return the entry's details, without a tool's name that the target already shows in words."""
        is_said = entry.reason == getattr(entry.target_row, "tool", None)  # type: ignore[attr-defined]
        return NOTHING if is_said else format_value(entry.reason)


def _attach_targets(entries: Collection[AuditEntry]) -> None:
    """Set each entry's `target_row`, None if it was deleted."""
    rows = find_rows(_target_of(entry) for entry in entries)
    for entry in entries:
        entry.target_row = rows.get(_target_of(entry))  # type: ignore[attr-defined]


def _target_of(entry: AuditEntry) -> Target:
    return Target(entry.target_type, entry.target_id, entry.tenant_id)


_ACTIONS = {
    "tool.called": "Agent used a tool",
    "approval.approved": "Approval given",
    "approval.rejected": "Approval refused",
}


def _action_in_words(entry: AuditEntry) -> str:
    return _ACTIONS.get(entry.action) or capfirst(code_in_words(entry.action))


def _person(user: User) -> str:
    return f"{user.name} ({user.email})" if user.name else user.email


def _invitation(invitation: Invitation) -> str:
    return f"Invitation for {invitation.email or 'anyone with the link'}, as {invitation.role}"


PERSON_OF_ROW = ("user__name", "user__email")
call_rows(Tenant, lambda tenant: f"Workspace {tenant.name}", "name", tenant_path="pk")
call_rows(User, lambda user: f"Account of {_person(user)}", "name", "email", tenant_path="")
call_rows(Membership, lambda member: f"Member {_person(member.user)}", *PERSON_OF_ROW)
call_rows(Invitation, _invitation, "email", "role")
call_rows(ApiKey, lambda key: f"API key {key.name}", "name")
call_rows(ModelConnection, lambda connection: f"Model connection {connection.name}", "name")
call_rows(UsageRecord, lambda record: f"Call of {record.model}", "model")
call_rows(AuditEntry, _action_in_words, "action")
