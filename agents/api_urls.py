"""The paths of agents and skills in the API, under /api/v1/; each is named by its name or its id."""

from django.urls import include, path

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
from agents.tools.mcp.api import DirectoryView

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
    path("mcp-servers/", include("agents.tools.mcp.api_urls")),
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
    path("sources/", include("agents.tools.sources.api_urls")),
    path("web-hooks/", include("agents.notifications.api_urls")),
    path("", include("agents.policies.api_urls")),
]
