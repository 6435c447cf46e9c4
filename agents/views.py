"""The pages of agents: all of them, and one with its sentence, skills, runs and latest change."""

from typing import Any

from django.views.generic import TemplateView

from agents.changes import latest_change
from agents.selectors import get_agent, list_agents, list_runs
from omniforge.tenants.views.base import WorkspaceView


class AgentListPage(WorkspaceView, TemplateView):
    """All agents of the workspace."""

    template_name = "agents/list.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(agents=list_agents(self.access), **kwargs)


class AgentPage(WorkspaceView, TemplateView):
    """One agent, by its name. A missing one and another workspace's are the same 404."""

    template_name = "agents/detail.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        agent = get_agent(self.access, kwargs["slug"])
        kwargs |= {
            "agent": agent,
            "runs": list_runs(self.access, agent=agent.slug, limit=10),
            "change": latest_change(agent),
        }
        return super().get_context_data(**kwargs)
