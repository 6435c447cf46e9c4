"""Agents, skills and runs in the audit site: read-only, without texts, for the workspaces one oversees."""

from django.contrib import admin

from agents.models import (
    AgentDefinition,
    AgentHook,
    AgentRun,
    AgentVersion,
    Approval,
    Budget,
    McpServer,
    SkillDefinition,
    SkillVersion,
    Source,
    ToolCallRecord,
    WebHook,
)
from agents.policies.purposes import tool_in_words
from omniforge.calendar.models import Calendar
from omniforge.tenants.admin import PERSON, PERSON_OF_ROW
from omniforge.tenants.audit_admin import AuditAdmin, TenantFilter
from omniforge.tenants.row_names import call_rows


@admin.register(AgentDefinition)
class AgentAdmin(AuditAdmin):
    list_display = ("slug", "tenant", "status", "schedule_words", "version", "updated_at")
    list_filter = ("status", TenantFilter)
    list_select_related = ("tenant",)
    search_fields = ("slug",)
    fields = (
        *("slug", "tenant", "status", "schedule_words", "version", "created_by"),
        *("created_at", "updated_at"),
    )
    labels = PERSON | {"slug": "name", "schedule_words": "schedule"}


@admin.register(AgentVersion)
class AgentVersionAdmin(AuditAdmin):
    """The history of agents: who changed which one, and when."""

    tenant_path = "agent__tenant"
    list_display = fields = ("agent", "number", "changed_by", "created_at")
    labels = {"created_at": "changed"}
    list_select_related = ("agent", "changed_by")
    search_fields = ("agent__slug",)


@admin.register(SkillDefinition)
class SkillAdmin(AuditAdmin):
    list_display = ("slug", "tenant", "created_by", "updated_at")
    list_filter = (TenantFilter,)
    list_select_related = ("tenant", "created_by")
    search_fields = ("slug",)
    fields = ("slug", "tenant", "allowed_tools", "created_by", "created_at", "updated_at")
    labels = PERSON | {"slug": "name"}


@admin.register(SkillVersion)
class SkillVersionAdmin(AuditAdmin):
    """The history of skills: who changed which one, and when."""

    tenant_path = "skill__tenant"
    list_display = fields = ("skill", "number", "changed_by", "created_at")
    labels = {"created_at": "changed"}
    list_select_related = ("skill", "changed_by")
    search_fields = ("skill__slug",)


@admin.register(AgentRun)
class AgentRunAdmin(AuditAdmin):
    """Runs: their agent, person, and result."""

    list_display = ("started_at", "worker", "tenant", "user", "status", "method", "error")
    list_filter = ("status", "method", TenantFilter)
    list_select_related = ("agent", "tenant", "user")
    search_fields = ("agent__slug",)
    fields = ("worker", "tenant", "user", "turn", "status", "method", "error", "started_at", "finished_at")
    labels = PERSON | {"method": "carried out by"}

    @admin.display(description="agent", ordering="agent__slug")
    def worker(self, run: AgentRun) -> str:
        return run.worker_name


call_rows(AgentDefinition, lambda agent: f"Agent {agent.slug}", "slug")
call_rows(
    AgentVersion,
    lambda version: f"Version {version.number} of agent {version.agent.slug}",
    *("number", "agent__slug"),
    tenant_path="agent__tenant",
)
call_rows(SkillDefinition, lambda skill: f"Skill {skill.slug}", "slug")
call_rows(
    SkillVersion,
    lambda version: f"Version {version.number} of skill {version.skill.slug}",
    *("number", "skill__slug"),
    tenant_path="skill__tenant",
)
call_rows(AgentRun, lambda run: f"Run of {run.worker_name}", "agent__slug")
call_rows(ToolCallRecord, lambda call: tool_in_words(call.tool), "tool")
call_rows(Approval, lambda approval: f"Approval: {tool_in_words(approval.tool)}", "tool")
call_rows(Budget, lambda budget: f"Limit per {budget.period}", "period")
call_rows(McpServer, lambda server: f"MCP server {server.slug}", "slug")
call_rows(WebHook, lambda hook: f"Web hook {hook.slug}", "slug")
call_rows(Source, lambda source: f"Source {source.slug}", "slug")
call_rows(AgentHook, lambda hook: f"Incoming web hook of {hook.agent.slug}", "agent__slug")
call_rows(Calendar, lambda calendar: f"Calendar of {calendar.user}", *PERSON_OF_ROW)
