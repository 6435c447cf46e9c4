"""The page of runs: what ran, why it began, and how it ended."""

from typing import Any

from django.views.generic import TemplateView

from agents.definitions.selectors import list_runs
from omniforge.tenants.views.base import WorkspaceView

_PAGE_SIZE = 50


class RunListPage(WorkspaceView, TemplateView):
    """The runs of the workspace's agents, newest first; `?before=` a run shows older ones.

    `?agent=` shows those of one agent, `?chats=1` also what was done in chats without one.
    """

    template_name = "agents/runs.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        agent, before = self.request.GET.get("agent"), self.request.GET.get("before")
        chats = "chats" in self.request.GET
        runs = list_runs(self.access, agent=agent, before=before, limit=_PAGE_SIZE + 1, chats=chats)
        older = runs[_PAGE_SIZE - 1] if len(runs) > _PAGE_SIZE else None
        return super().get_context_data(
            runs=runs[:_PAGE_SIZE], older=older, agent=agent, chats=chats, access=self.access, **kwargs
        )
