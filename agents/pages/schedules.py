"""The page of schedules: next runs, last results, and buttons to run, pause and resume."""

from functools import partial
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.generic import TemplateView

from agents.definitions.schedules.due import say_time
from agents.definitions.schedules.selectors import list_standing
from agents.definitions.services import set_status
from agents.models import AgentDefinition, AgentStatus
from omniforge.background.heartbeat import is_beating
from omniforge.tenants.selectors import zone_of
from omniforge.tenants.views.actions import ServiceAction
from omniforge.tenants.views.base import WorkspaceView
from omniforge.web.paging import PAGE_SIZE, cut_page


class _Row(NamedTuple):
    """An agent with its times in words."""

    agent: AgentDefinition
    next: str
    last: str


class SchedulesPage(WorkspaceView, TemplateView):
    """The agents that run by themselves."""

    template_name = "agents/schedules.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        zone = zone_of(self.access.tenant_id)
        now = timezone.now().astimezone(zone)
        found = list_standing(self.access, self.request.GET.get("cursor", ""), PAGE_SIZE + 1)
        agents, following = cut_page(found, lambda agent: agent.slug)
        rows = [
            _Row(
                agent,
                say_time(agent.next_run_at, now) if agent.next_run_at else "",
                say_time(agent.last_run_at, now) if agent.last_run_at else "",
            )
            for agent in agents
        ]
        kwargs |= {"rows": rows, "next": following}
        kwargs["is_worker_away"] = self.access.is_administrator and not is_beating()
        return super().get_context_data(zone=zone, access=self.access, **kwargs)


pause = ServiceAction.as_view(
    service=partial(set_status, status=AgentStatus.PAUSED),
    next_page="schedules",
    done=gettext_lazy("Paused. It doesn't run until somebody resumes it."),
)
resume = ServiceAction.as_view(
    service=partial(set_status, status=AgentStatus.ACTIVE),
    next_page="schedules",
    done=gettext_lazy("Resumed. Its next run is below."),
)
