"""Agents, skills and runs in the audit site: read-only, in the workspaces one oversees, without texts."""

from django.contrib import admin

from agents.models import AgentDefinition, AgentRun, AgentVersion, SkillDefinition, SkillVersion
from omniforge.tenants.admin import AuditAdmin, TenantFilter


@admin.register(AgentDefinition)
class AgentAdmin(AuditAdmin):
    """Which agents there are."""

    list_display = ("slug", "tenant", "status", "schedule_words", "version", "updated_at")
    list_filter = ("status", TenantFilter)
    list_select_related = ("tenant",)
    search_fields = ("slug",)
    fields = (
        "tenant",
        "slug",
        "status",
        "schedule",
        "schedule_words",
        "version",
        "created_by",
        "created_at",
        "updated_at",
    )


@admin.register(AgentVersion)
class AgentVersionAdmin(AuditAdmin):
    """Who changed which agent when."""

    tenant_path = "agent__tenant"
    list_display = ("agent", "number", "changed_by", "created_at")
    list_select_related = ("agent", "changed_by")
    search_fields = ("agent__slug",)
    fields = ("agent", "number", "changed_by", "created_at")


@admin.register(SkillDefinition)
class SkillAdmin(AuditAdmin):
    """Which skills there are."""

    list_display = ("slug", "tenant", "created_by", "updated_at")
    list_filter = (TenantFilter,)
    list_select_related = ("tenant", "created_by")
    search_fields = ("slug",)
    fields = ("tenant", "slug", "allowed_tools", "created_by", "created_at", "updated_at")


@admin.register(SkillVersion)
class SkillVersionAdmin(AuditAdmin):
    """Who changed which skill when."""

    tenant_path = "skill__tenant"
    list_display = ("skill", "number", "changed_by", "created_at")
    list_select_related = ("skill", "changed_by")
    search_fields = ("skill__slug",)
    fields = ("skill", "number", "changed_by", "created_at")


@admin.register(AgentRun)
class AgentRunAdmin(AuditAdmin):
    """What ran, for whom, and how it ended."""

    list_display = ("started_at", "agent", "tenant", "user", "status", "method", "error")
    list_filter = ("status", "method", TenantFilter)
    list_select_related = ("agent", "tenant", "user")
    search_fields = ("agent__slug",)
    fields = (
        "tenant",
        "agent",
        "user",
        "turn_id",
        "status",
        "method",
        "error",
        "started_at",
        "finished_at",
    )
