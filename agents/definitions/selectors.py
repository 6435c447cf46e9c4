"""Queries for agents, skills and runs, always within one tenant, another tenant's rows look missing."""

from collections import defaultdict
from functools import lru_cache
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, OuterRef, Prefetch, Q, QuerySet, Subquery

from agents.models import AgentDefinition, AgentRun, AgentStatus, RunTrigger, SkillDefinition, Source
from intent.types import PAUSED, AgentCard, Catalogue, SourceCard
from omniforge.errors import NotFound
from omniforge.projects.bundle import card_of
from omniforge.projects.models import Project
from omniforge.storage.ids import as_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant

Row = TypeVar("Row", bound=Model)
_PROJECTS = 50
_INSTRUCTIONS = 600  # characters by which an agent is recognised


def find_agents(access: Access, *, archived: bool = False) -> QuerySet[AgentDefinition]:
    """Return the tenant's agents by name, archived ones only if asked for."""
    agents = AgentDefinition.objects.filter(tenant_id=access.tenant_id).order_by("slug")
    return agents if archived else agents.exclude(status=AgentStatus.ARCHIVED)


def list_agents(access: Access) -> list[AgentDefinition]:
    """Return the tenant's agents, oldest first, with their skills, in 2 queries."""
    return list(find_agents(access).order_by("id").prefetch_related("skills"))


def get_agent(access: Access, agent: str) -> AgentDefinition:
    """Return an agent by its name or id, with its skills. Raises NotFound."""
    return get_row(find_agents(access).select_related("created_by").prefetch_related("skills"), agent)


def find_skills(access: Access) -> QuerySet[SkillDefinition]:
    """Return the tenant's skills by name."""
    return SkillDefinition.objects.filter(tenant_id=access.tenant_id).order_by("slug")


def list_skills(access: Access) -> list[SkillDefinition]:
    """Return the tenant's skills by name, each with its agents, in 2 queries."""
    return list(with_agents(access, find_skills(access)))


def with_agents(access: Access, skills: QuerySet[SkillDefinition]) -> QuerySet[SkillDefinition]:
    """Return the skills, each with its agents prefetched."""
    return skills.prefetch_related(Prefetch("agents", find_agents(access)))


def get_skill(access: Access, skill: str) -> SkillDefinition:
    """Return a skill by its name or id. Raises NotFound."""
    return get_row(find_skills(access), skill)


def find_runs(access: Access) -> QuerySet[AgentRun]:
    """Return the tenant's runs, newest first, with their agents and the people who started them."""
    runs = AgentRun.objects.filter(tenant_id=access.tenant_id)
    return runs.select_related("agent", "user").order_by("-started_at", "-id")


def find_apart_runs(access: Access) -> QuerySet[AgentRun]:
    """Return the runs without what the master agent did in conversations, which is told there."""
    return find_runs(access).exclude(agent=None, conversation_id__isnull=False)


def list_runs(
    access: Access,
    *,
    agent: str | None = None,
    before: str | None = None,
    limit: int = 20,
    chats: bool = True,
) -> list[AgentRun]:
    """Return the newest runs, of one agent (name or id) or of all, older than the run `before`.

    Without `chats` the master agent's own runs are left out. Raises NotFound if the agent or run doesn't
    exist.
    """
    runs = find_runs(access) if chats else find_runs(access).filter(agent__isnull=False)
    if before:
        last = get_row(runs, before)
        earlier = Q(started_at__lt=last.started_at) | Q(pk__lt=last.pk)
        runs = runs.filter(earlier, started_at__lte=last.started_at)
    if agent is not None:
        runs = runs.filter(agent=get_row(find_agents(access, archived=True), agent))
    return list(runs[:limit])


def of_last_run(access: Access, column: str) -> Subquery:
    """Return a column of each agent's latest real run, as an annotation for a query of agents."""
    runs = AgentRun.objects.filter(tenant_id=access.tenant_id, agent=OuterRef("pk"))
    in_earnest = runs.exclude(trigger__in=(RunTrigger.TRIAL, RunTrigger.DRY_RUN))
    return Subquery(in_earnest.order_by("-started_at", "-id").values(column)[:1])


def catalogue(access: Access) -> Catalogue:
    """Return what exists in the tenant, for the classifier."""
    version = Tenant.objects.values_list("catalogue_version", flat=True).get(pk=access.tenant_id)
    return catalogue_at(access.tenant_id, version)


@lru_cache(maxsize=256)
def catalogue_at(tenant_id: UUID, version: int) -> Catalogue:
    """Return a tenant's catalogue as of its `catalogue_version`, in at most 4 queries."""
    skills: dict[str, list[UUID]] = defaultdict(list)
    own_skills = SkillDefinition.objects.filter(tenant_id=tenant_id).order_by("slug")
    for skill, agent_id in own_skills.values_list("slug", "agents"):
        skills[skill].append(agent_id)
    own_agents = AgentDefinition.objects.filter(tenant_id=tenant_id).exclude(status=AgentStatus.ARCHIVED)
    agents = own_agents.order_by("id").only("slug", "description", "instructions", "schedule_words", "status")
    cards = (
        AgentCard(
            one.slug,
            one.description,
            tuple(skill for skill, having in skills.items() if one.pk in having),
            PAUSED if one.status == AgentStatus.PAUSED else one.schedule_words or "on demand",
            one.instructions[:_INSTRUCTIONS],
        )
        for one in agents
    )
    projects = Project.objects.filter(tenant_id=tenant_id, deleted_at=None).order_by("-updated_at", "-id")
    sources = Source.objects.filter(tenant_id=tenant_id).order_by("slug").only("slug", "kind", "settings")
    return Catalogue(
        tuple(cards),
        tuple(skills),
        tuple(card_of(one) for one in projects[:_PROJECTS]),
        tuple(SourceCard(one.slug, one.kind, place_of(one)) for one in sources),
    )


def place_of(source: Source) -> str:
    """Return a source's address, else its mailbox's host, empty if it is stored here."""
    return str(source.settings.get("url") or source.settings.get("host") or "")


def get_row(rows: QuerySet[Row], key: str) -> Row:
    """Return the row with `key` as its id or name. Raises NotFound."""
    identifier = as_id(key)
    by = {"pk": identifier} if identifier else {"slug": key.strip().lower()}
    named = identifier or hasattr(rows.model, "slug")
    row = rows.filter(**by).first() if named else None
    if row is None:
        raise NotFound()
    return row
