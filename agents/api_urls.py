"""The paths of agents and skills in the API, under /api/v1/; each is named by its name or its id."""

from django.urls import path

from agents.api import AgentRunsView, AgentSkillView, AgentsView, AgentView, SkillsView, SkillView

urlpatterns = [
    path("agents/", AgentsView.as_view(), name="api-agents"),
    path("agents/<str:agent>/", AgentView.as_view(), name="api-agent"),
    path("agents/<str:agent>/runs/", AgentRunsView.as_view(), name="api-agent-runs"),
    path("agents/<str:agent>/skills/<str:skill>/", AgentSkillView.as_view(), name="api-agent-skill"),
    path("skills/", SkillsView.as_view(), name="api-skills"),
    path("skills/<str:skill>/", SkillView.as_view(), name="api-skill"),
]
