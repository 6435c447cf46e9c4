"""What is read of standing agents: when each runs next, and how its last run went."""

from django.db.models import F, QuerySet

from agents.definitions.selectors import find_agents, of_last_run
from agents.models import AgentDefinition
from omniforge.tenants.access import Access


def find_standing(access: Access) -> QuerySet[AgentDefinition]:
    """Return the tenant's agents that have a schedule, each with `last_status`, that of its latest run."""
    return find_agents(access).exclude(schedule="").annotate(last_status=of_last_run(access, "status"))


def list_standing(access: Access) -> list[AgentDefinition]:
    """Return them in the order in which they run next; those that are paused come last."""
    return list(find_standing(access).order_by(F("next_run_at").asc(nulls_last=True), "slug"))
