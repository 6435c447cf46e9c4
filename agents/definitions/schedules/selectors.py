"""Queries for standing agents: next run, and the status of the last one."""

from django.db.models import F, Q, QuerySet

from agents.definitions.selectors import find_agents, of_last_run
from agents.models import AgentDefinition
from omniforge.tenants.access import Access


def find_standing(access: Access) -> QuerySet[AgentDefinition]:
    """Return the tenant's agents with a schedule, each with `last_status`, that of its latest run."""
    return find_agents(access).exclude(schedule="").annotate(last_status=of_last_run(access, "status"))


def list_standing(access: Access, after: str, limit: int) -> list[AgentDefinition]:
    """Return them in order of their next run, starting after the agent named `after`, if given.

    Paused ones come last.
    """
    standing = find_standing(access)
    last = standing.filter(slug=after).first()
    if last is not None:
        standing = standing.filter(_is_after(last))
    return list(standing.order_by(F("next_run_at").asc(nulls_last=True), "slug")[:limit])


def _is_after(last: AgentDefinition) -> Q:
    if last.next_run_at is None:
        return Q(next_run_at=None, slug__gt=last.slug)
    same_time = Q(next_run_at=last.next_run_at, slug__gt=last.slug)
    return Q(next_run_at__gt=last.next_run_at) | same_time | Q(next_run_at=None)
