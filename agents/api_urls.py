"""API paths of agents and what belongs to them, under /api/v1/. Each accepts a name or an id."""

from django.urls import path

from agents.api.agents import (
    AgentCardView,
    AgentDuplicateView,
    AgentRunsView,
    AgentSkillView,
    AgentsView,
    AgentView,
)
from agents.api.hooks import AgentHookDeliveriesView, AgentHookRotateView, AgentHooksView, AgentHookView
from agents.api.project_files import ProjectExportView, ProjectImportView
from agents.api.readiness import MissingConnectionsView
from agents.api.schedules import SchedulesView
from agents.api.skill_files import LibraryInstallView, LibraryView, SkillExportView, SkillImportView
from agents.api.skills import SkillsView, SkillView
from agents.api.trials import AgentTrialView
from agents.api.versions import (
    AgentDiffView,
    AgentRestoreView,
    AgentVersionsView,
    SkillDiffView,
    SkillRestoreView,
    SkillVersionsView,
)
from agents.notifications.api import WebHookSecretView, WebHooksView, WebHookTestView, WebHookView
from agents.policies.api import BudgetsView, BudgetView, ToolRuleView, ToolsView
from agents.tools.mcp.api import DirectoryView, ServerRefreshView, ServerSignInView, ServersView, ServerView
from agents.tools.sources.api import SourceCheckView, SourcesView, SourceView

urlpatterns = [
    path("agents/", AgentsView.as_view(), name="api-agents"),
    path("agents/<str:agent>/", AgentView.as_view(), name="api-agent"),
    path("agents/<str:agent>/runs/", AgentRunsView.as_view(), name="api-agent-runs"),
    path("agents/<str:agent>/card/", AgentCardView.as_view(), name="api-agent-card"),
    path("agents/<str:agent>/duplicate/", AgentDuplicateView.as_view(), name="api-agent-duplicate"),
    path("agents/<str:agent>/hooks/", AgentHooksView.as_view(), name="api-agent-hooks"),
    path("agents/<str:agent>/hooks/<uuid:hook_id>/", AgentHookView.as_view(), name="api-agent-hook"),
    path(
        "agents/<str:agent>/hooks/<uuid:hook_id>/rotate/",
        AgentHookRotateView.as_view(),
        name="api-agent-hook-rotate",
    ),
    path(
        "agents/<str:agent>/hooks/<uuid:hook_id>/deliveries/",
        AgentHookDeliveriesView.as_view(),
        name="api-agent-hook-deliveries",
    ),
    path("agents/<str:agent>/trial/", AgentTrialView.as_view(), name="api-agent-trial"),
    path("agents/<str:agent>/versions/", AgentVersionsView.as_view(), name="api-agent-versions"),
    path("agents/<str:agent>/versions/<int:number>/diff/", AgentDiffView.as_view(), name="api-agent-diff"),
    path(
        "agents/<str:agent>/versions/<int:number>/restore/",
        AgentRestoreView.as_view(),
        name="api-agent-restore",
    ),
    path("agents/<str:agent>/skills/<str:skill>/", AgentSkillView.as_view(), name="api-agent-skill"),
    path("projects/<uuid:project_id>/import/", ProjectImportView.as_view(), name="api-project-import"),
    path("projects/<uuid:project_id>/export/", ProjectExportView.as_view(), name="api-project-export"),
    path("missing-connections/", MissingConnectionsView.as_view(), name="api-missing-connections"),
    path("schedules/", SchedulesView.as_view(), name="api-schedules"),
    path("mcp-directory/", DirectoryView.as_view(), name="api-mcp-directory"),
    path("mcp-servers/", ServersView.as_view(), name="api-mcp-servers"),
    path("mcp-servers/<str:server>/", ServerView.as_view(), name="api-mcp-server"),
    path("mcp-servers/<str:server>/sign-in/", ServerSignInView.as_view(), name="api-mcp-server-sign-in"),
    path("mcp-servers/<str:server>/refresh/", ServerRefreshView.as_view(), name="api-mcp-server-refresh"),
    path("skills/", SkillsView.as_view(), name="api-skills"),
    path("skills/import/", SkillImportView.as_view(), name="api-skill-import"),
    path("skills/library/", LibraryView.as_view(), name="api-skill-library"),
    path("skills/library/<str:name>/install/", LibraryInstallView.as_view(), name="api-skill-install"),
    path("skills/<str:skill>/", SkillView.as_view(), name="api-skill"),
    path("skills/<str:skill>/export/", SkillExportView.as_view(), name="api-skill-export"),
    path("skills/<str:skill>/versions/", SkillVersionsView.as_view(), name="api-skill-versions"),
    path("skills/<str:skill>/versions/<int:number>/diff/", SkillDiffView.as_view(), name="api-skill-diff"),
    path(
        "skills/<str:skill>/versions/<int:number>/restore/",
        SkillRestoreView.as_view(),
        name="api-skill-restore",
    ),
    path("sources/", SourcesView.as_view(), name="api-sources"),
    path("sources/<str:source>/", SourceView.as_view(), name="api-source"),
    path("sources/<str:source>/check/", SourceCheckView.as_view(), name="api-source-check"),
    path("web-hooks/", WebHooksView.as_view(), name="api-web-hooks"),
    path("web-hooks/<str:web_hook>/", WebHookView.as_view(), name="api-web-hook"),
    path("web-hooks/<str:web_hook>/secret/", WebHookSecretView.as_view(), name="api-web-hook-secret"),
    path("web-hooks/<str:web_hook>/test/", WebHookTestView.as_view(), name="api-web-hook-test"),
    path("tools/", ToolsView.as_view(), name="api-tools"),
    path("tools/<str:name>/rule/", ToolRuleView.as_view(), name="api-tool-rule"),
    path("budgets/", BudgetsView.as_view(), name="api-budgets"),
    path("budgets/<uuid:budget_id>/", BudgetView.as_view(), name="api-budget"),
]
