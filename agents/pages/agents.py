"""The pages of agents: the list, and one agent with its sentence, skills, runs and versions."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.generic import TemplateView

from agents.definitions.changes import change_in_agent
from agents.definitions.hooks.selectors import deliveries_of, list_hooks
from agents.definitions.hooks.services import may_change_hooks
from agents.definitions.schedules.owners import may_change, require_may_change
from agents.definitions.selectors import find_agents, get_agent, list_runs, of_last_run
from agents.definitions.services import duplicate_agent
from agents.definitions.validation import MOST_EXAMPLES
from agents.definitions.versions import list_versions
from agents.pages.forms import HookForm
from agents.tools.readiness import gaps_of
from omniforge.tenants.models import Role
from omniforge.tenants.selectors import get_tenant
from omniforge.tenants.views.actions import ServiceAction
from omniforge.tenants.views.base import WorkspaceView

_PAGE_SIZE = 50


class AgentListPage(WorkspaceView, TemplateView):
    """The agents of the workspace, oldest first."""

    template_name = "agents/list.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        last_run = of_last_run(self.access, "started_at")
        agents = find_agents(self.access)
        kwargs |= self.page_of(agents.annotate(last_run=last_run))
        return super().get_context_data(total=agents.count(), **kwargs)


class AgentPage(WorkspaceView, TemplateView):
    """One agent, by its name. A missing one and another workspace's are the same 404."""

    template_name = "agents/detail.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        agent = get_agent(self.access, kwargs["slug"])
        kwargs |= {
            "access": self.access,
            "agent": agent,
            "runs": list_runs(self.access, agent=agent.slug, limit=10),
            "versions": list_versions(agent.versions.all()),
            "change": change_in_agent(agent, shown_version(self.request, agent.version)),
            "may_write": (may_write := self.access.role != Role.AUDITOR),
            "may_change": may_write and may_change(self.access, agent),
            "may_publish": self.access.is_administrator,
            "tenant": get_tenant(self.access),
            "hooks": [(hook, deliveries_of(hook)) for hook in list_hooks(self.access, agent.slug)],
            "gaps": gaps_of(self.access, agent),
            "hook_form": HookForm(),
            "may_change_hooks": may_change_hooks(self.access, agent),
        }
        return super().get_context_data(**kwargs)


class TrialPage(WorkspaceView, TemplateView):
    """An agent's words to change and prompts to try them on. For those who may change it."""

    template_name = "agents/trial.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        agent = get_agent(self.access, kwargs["slug"])
        self.access.require_writer()
        require_may_change(self.access, agent)
        prompts = "\n".join(agent.examples)
        kwargs |= {"agent": agent, "prompts": prompts, "most": MOST_EXAMPLES}
        return super().get_context_data(**kwargs)


class AgentAction(ServiceAction):
    """A button on an agent's page."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.next_page = reverse("agent", args=[kwargs["agent"]])


class DuplicateAgent(WorkspaceView):
    """Copies an agent and shows the copy."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, agent: str) -> HttpResponse:
        copied = duplicate_agent(access=self.access, agent=agent)
        copied_from = gettext("This is the copy of {agent}. It is paused until you resume it.")
        messages.success(request, copied_from.format(agent=agent))
        return redirect("agent", slug=copied.slug)


def shown_version(request: HttpRequest, current: int) -> int:
    """Return the number of the version whose change a page shows: from the query, or the current one."""
    wanted = request.GET.get("version", "")
    return int(wanted) if wanted.isdecimal() and wanted.isascii() and len(wanted) <= 6 else current


class RunListPage(WorkspaceView, TemplateView):
    """The runs of the workspace's agents, newest first. `?before=` a run shows older ones.

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
