"""What changes agents."""

from typing import Unpack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from agents.definitions.schedules.due import reschedule
from agents.definitions.schedules.owners import require_may_change, take_over
from agents.definitions.selectors import find_agents, find_skills, one
from agents.definitions.services.records import note_change, save_named
from agents.definitions.services.versions import write_agent_version
from agents.definitions.validation import AgentFields, check_agent_fields
from agents.models import AgentDefinition, AgentStatus, SkillDefinition
from omniforge.errors import NotFound
from omniforge.tenants.access import Access


@transaction.atomic
def create_agent(
    *, access: Access, skills: tuple[str, ...] = (), **fields: Unpack[AgentFields]
) -> AgentDefinition:
    """Make an active agent with these fields and the skills of these names.

    Needs `slug` and `description`. Raises InvalidInput, Conflict where the name is taken, NotFound for an
    unknown skill, NotAllowed for auditors.
    """
    access.require_writer()
    checked = check_agent_fields(
        AgentFields(**{"slug": "", "description": "", **fields}), tenant_id=access.tenant_id
    )
    agent = AgentDefinition(tenant_id=access.tenant_id, created_by_id=access.user_id, **checked)
    reschedule(agent, timezone.now())
    save_named(agent)
    agent.skills.set(skills_named(access, skills))
    write_agent_version(access, agent, "agent.created")
    return agent


@transaction.atomic
def update_agent(*, access: Access, agent: str, **fields: Unpack[AgentFields]) -> AgentDefinition:
    """Change these fields of an agent (its name or id). Raises as `create_agent`, and NotFound."""
    changed = lock_agent(access, agent)
    checked = check_agent_fields(fields, tenant_id=access.tenant_id)
    before = {name: getattr(changed, name) for name in checked}
    if before == checked:
        return changed
    for name, value in checked.items():
        setattr(changed, name, value)
    require_may_change(access, changed)
    if changed.schedule != before.get("schedule", changed.schedule):
        reschedule(changed, timezone.now())
    save_named(changed)
    write_agent_version(access, changed, "agent.updated", ", ".join(sorted(checked)))
    return changed


@transaction.atomic
def set_status(*, access: Access, agent: str, status: AgentStatus) -> AgentDefinition:
    """Pause, wake or archive an agent; an archived one can be named by its id or name to bring it back.

    Where its maker has left, it runs from then on in the name of who wakes it.
    """
    access.require_writer()
    changed = one(find_agents(access, archived=True).select_for_update(), agent)
    if changed.status != status:
        changed.status = status
        if status == AgentStatus.ACTIVE:
            take_over(changed, access)
        reschedule(changed, timezone.now())
        changed.save()
        write_agent_version(access, changed, f"agent.{status}")
    return changed


def archive_agent(*, access: Access, agent: str) -> AgentDefinition:
    """Take an agent out of all lists and stop its schedule. Its runs and versions are kept."""
    return set_status(access=access, agent=agent, status=AgentStatus.ARCHIVED)


def lock_agent(access: Access, agent: str) -> AgentDefinition:
    """Return an agent that nobody else changes until this transaction ends. Raises NotFound, NotAllowed."""
    access.require_writer()
    locked = one(find_agents(access).select_for_update(), agent)
    require_may_change(access, locked)
    return locked


def skills_named(access: Access, names: tuple[str, ...]) -> QuerySet[SkillDefinition]:
    """Return the skills of these names. Raises NotFound with those that are not there."""
    found = find_skills(access).filter(slug__in=names)
    missing = sorted(set(names) - {skill.slug for skill in found})
    if missing:
        raise NotFound(f"There is no skill {', '.join(missing)} here. Make it first, or leave it out.")
    return found


@transaction.atomic
def set_published(*, access: Access, agent: str, published: bool) -> AgentDefinition:
    """Publish an agent's card, or take it back. Raises NotFound, NotAllowed for all but owners and admins."""
    access.require_administrator()
    changed = lock_agent(access, agent)
    if changed.published != published:
        changed.published = published
        changed.save()
        note_change(access, "agent.published" if published else "agent.unpublished", changed, changed.slug)
    return changed
