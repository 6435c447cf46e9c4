"""What is read of standing agents: when each runs next, and how its last run went."""

from django.db.models import F, OuterRef, QuerySet, Subquery

from agents.models import AgentDefinition, AgentRun
from agents.selectors import find_agents
from omniforge.tenants.access import Access


def find_standing(access: Access) -> QuerySet[AgentDefinition]:
    """Return the tenant's agents that have a schedule, each with `last_status`, that of its latest run."""
    runs = AgentRun.objects.filter(tenant_id=access.tenant_id, agent=OuterRef("pk"))
    last = Subquery(runs.order_by("-started_at").values("status")[:1])
    return find_agents(access).exclude(schedule="").annotate(last_status=last)


def list_standing(access: Access) -> list[AgentDefinition]:
    """Return them in the order in which they run next; those that are paused come last."""
    return list(find_standing(access).order_by(F("next_run_at").asc(nulls_last=True), "slug"))
