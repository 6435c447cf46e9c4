"""Services that create, change and copy agents, and assign their skills."""

from collections.abc import Iterable
from typing import Unpack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from agents.definitions.schedules.due import reschedule
from agents.definitions.schedules.owners import reassign_owner, require_may_change
from agents.definitions.selectors import find_agents, find_skills, get_agent, get_row, get_skill
from agents.definitions.services.records import record_change, save_named, set_values
from agents.definitions.services.versions import AGENT_CONTENT, write_agent_version
from agents.definitions.validation import LONGEST_NAME, AgentFields, check_agent_fields, check_name
from agents.models import AgentDefinition, AgentStatus, SkillDefinition
from omniforge.errors import Conflict, NotFound
from omniforge.projects.changes import require_version
from omniforge.tenants.access import Access


@transaction.atomic
def create_agent(
    *,
    access: Access,
    skills: tuple[str, ...] = (),
    status: AgentStatus = AgentStatus.ACTIVE,
    **fields: Unpack[AgentFields],
) -> AgentDefinition:
    """Create an agent with these fields and the skills of these names.

    Needs `slug` and `description`. Raises InvalidInput, Conflict if the name is taken, NotFound for an
    unknown skill, NotAllowed for auditors.
    """
    access.require_writer()
    checked = check_agent_fields(
        AgentFields(**{"slug": "", "description": "", **fields}), tenant_id=access.tenant_id
    )
    agent = AgentDefinition(
        tenant_id=access.tenant_id, created_by_id=access.user_id, status=status, **checked
    )
    reschedule(agent, timezone.now())
    save_named(agent)
    agent.skills.set(skills_named(access, skills))
    write_agent_version(access, agent, "agent.created")
    return agent


@transaction.atomic
def update_agent(*, access: Access, agent: str, **fields: Unpack[AgentFields]) -> AgentDefinition:
    """Change these fields of an agent (its name or id). Raises what `create_agent` raises, and NotFound."""
    changed = lock_agent(access, agent)
    checked = check_agent_fields(fields, tenant_id=access.tenant_id)
    if not (before := set_values(changed, checked)):
        return changed
    require_may_change(access, changed)
    if changed.schedule != before.get("schedule", changed.schedule):
        reschedule(changed, timezone.now())
    save_named(changed)
    write_agent_version(access, changed, "agent.updated", ", ".join(sorted(checked)))
    return changed


@transaction.atomic
def set_status(*, access: Access, agent: str, status: AgentStatus) -> AgentDefinition:
    """Pause, resume or archive an agent. An archived one is restored by its id or name.

    If its creator has left, it runs in the name of whoever resumes it.
    """
    access.require_writer()
    changed = get_row(find_agents(access, archived=True).select_for_update(), agent)
    if changed.status != status:
        changed.status = status
        if status == AgentStatus.ACTIVE:
            reassign_owner(changed, access)
        reschedule(changed, timezone.now())
        changed.save()
        write_agent_version(access, changed, f"agent.{status}")
    return changed


def archive_agent(*, access: Access, agent: str) -> AgentDefinition:
    """Remove an agent from all lists and stop its schedule. Its runs and versions are kept."""
    return set_status(access=access, agent=agent, status=AgentStatus.ARCHIVED)


def lock_agent(access: Access, agent: str) -> AgentDefinition:
    """Return an agent, locked until this transaction ends. Raises NotFound and NotAllowed."""
    access.require_writer()
    locked = get_row(find_agents(access).select_for_update(), agent)
    require_may_change(access, locked)
    return locked


def skills_named(access: Access, names: tuple[str, ...]) -> QuerySet[SkillDefinition]:
    """Return the skills of these names. Raises NotFound, which lists the missing ones."""
    found = find_skills(access).filter(slug__in=names)
    missing = sorted(set(names) - {skill.slug for skill in found})
    if missing:
        raise NotFound(f"There is no skill {', '.join(missing)} here. Make it first, or leave it out.")
    return found


@transaction.atomic
def set_published(*, access: Access, agent: str, published: bool) -> AgentDefinition:
    """Publish or unpublish an agent's card. Raises NotFound, and NotAllowed except for owners and admins."""
    access.require_administrator()
    changed = lock_agent(access, agent)
    if changed.published != published:
        changed.published = published
        changed.save()
        record_change(access, "agent.published" if published else "agent.unpublished", changed, changed.slug)
    return changed


@transaction.atomic
def add_skill(*, access: Access, agent: str, skill: str) -> AgentDefinition:
    """Give an agent a skill. Raises NotFound for either, Conflict if it already has the skill."""
    changed, added = lock_agent(access, agent), get_skill(access, skill)
    if changed.skills.contains(added):
        raise Conflict(f"{changed.slug} has the skill {added.slug} already.")
    changed.skills.add(added)
    write_agent_version(access, changed, "agent.skill_added", added.slug)
    return changed


@transaction.atomic
def remove_skill(*, access: Access, agent: str, skill: str) -> AgentDefinition:
    """Remove a skill from an agent, without deleting it. Raises NotFound, also if the agent lacks it."""
    changed = lock_agent(access, agent)
    removed = get_row(changed.skills.all(), skill)
    changed.skills.remove(removed)
    write_agent_version(access, changed, "agent.skill_removed", removed.slug)
    return changed


@transaction.atomic
def change_agent(
    *,
    access: Access,
    agent: str,
    version: int | None = None,
    status: AgentStatus | None = None,
    add_skills: Iterable[str] = (),
    remove_skills: Iterable[str] = (),
    **fields: Unpack[AgentFields],
) -> AgentDefinition:
    """Make all of these changes to an agent (its name or id), or none. Each sort of change is one version.

    Setting a status restores an archived agent. Raises what each change raises, and Conflict if `version`
    isn't the current one.
    """
    access.require_writer()
    locked = get_row(find_agents(access, archived=True).select_for_update(), agent)
    require_version(locked.slug, locked.version, version)
    key = str(locked.pk)  # its name may be one of the changes
    if status and status != AgentStatus.ARCHIVED:
        set_status(access=access, agent=key, status=status)
    changed = update_agent(access=access, agent=key, **fields)
    for skill in add_skills:
        changed = add_skill(access=access, agent=key, skill=skill)
    for skill in remove_skills:
        changed = remove_skill(access=access, agent=key, skill=skill)
    return archive_agent(access=access, agent=key) if status == AgentStatus.ARCHIVED else changed


@transaction.atomic
def duplicate_agent(*, access: Access, agent: str, slug: str = "") -> AgentDefinition:
    """Copy an agent with its skills, under this name, or a free one like 'weekly-report-copy'.

    The copy is paused and unpublished, so that nothing happens or appears twice. Raises NotFound,
    NotAllowed, Conflict if the name is taken, and InvalidInput if it is invalid.
    """
    access.require_writer()
    original = get_agent(access, agent)
    copied = AgentDefinition(
        tenant_id=access.tenant_id,
        created_by_id=access.user_id,
        slug=check_name(slug) if slug else _free_name(access, original.slug),
        status=AgentStatus.PAUSED,
        **{name: getattr(original, name) for name in AGENT_CONTENT},
    )
    save_named(copied)
    copied.skills.set(original.skills.all())
    write_agent_version(access, copied, "agent.duplicated", f"from {original.slug}")
    return copied


def _free_name(access: Access, name: str) -> str:
    taken = set(find_agents(access, archived=True).values_list("slug", flat=True))
    endings = ("-copy", *(f"-copy-{number}" for number in range(2, len(taken) + 2)))
    names = (name[: LONGEST_NAME - len(ending)].rstrip("-") + ending for ending in endings)
    return next(free for free in names if free not in taken)
