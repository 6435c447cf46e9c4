"""What changes agents, skills and runs. Each change is checked, bound to the tenant, and audited with it."""

from typing import Unpack
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from agents.models import AgentDefinition, AgentRun, AgentStatus, AgentVersion, RunStatus, SkillDefinition
from agents.schedules import describe_cron
from agents.selectors import find_agents, find_runs, find_skills, get_skill, one
from agents.validation import AgentFields, SkillFields, check_agent_fields, check_skill_fields
from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role


def require_writer(access: Access) -> None:
    """Raise NotAllowed for auditors, who read only."""
    if access.role == Role.AUDITOR:
        raise NotAllowed("As an auditor you can read here, not change. A member of the workspace can do it.")


@transaction.atomic
def create_agent(
    *, access: Access, skills: tuple[str, ...] = (), **fields: Unpack[AgentFields]
) -> AgentDefinition:
    """Make an active agent with these fields and the skills of these names.

    Needs `slug` and `description`. Raises InvalidInput, Conflict where the name is taken, NotFound for an
    unknown skill, NotAllowed for auditors.
    """
    require_writer(access)
    checked = check_agent_fields(AgentFields(**{"slug": "", "description": "", **fields}))
    agent = AgentDefinition(tenant_id=access.tenant_id, created_by_id=access.user_id, **checked)
    _save_named(agent)
    agent.skills.set(_skills_named(access, skills))
    _write_version(access, agent, "agent.created")
    return agent


@transaction.atomic
def update_agent(*, access: Access, agent: str, **fields: Unpack[AgentFields]) -> AgentDefinition:
    """Change these fields of an agent (its name or id). Raises as `create_agent`, and NotFound."""
    changed = _lock_agent(access, agent)
    checked = check_agent_fields(fields)
    before = {name: getattr(changed, name) for name in checked}
    if before == checked:
        return changed
    for name, value in checked.items():
        setattr(changed, name, value)
    _save_named(changed)
    _write_version(access, changed, "agent.updated", ", ".join(sorted(checked)))
    return changed


@transaction.atomic
def set_status(*, access: Access, agent: str, status: AgentStatus) -> AgentDefinition:
    """Pause, wake or archive an agent; an archived one can be named by its id or name to bring it back."""
    require_writer(access)
    changed = one(find_agents(access, archived=True).select_for_update(), agent)
    if changed.status != status:
        changed.status = status
        changed.save()
        _write_version(access, changed, f"agent.{status}")
    return changed


def archive_agent(*, access: Access, agent: str) -> AgentDefinition:
    """Take an agent out of all lists and stop its schedule. Its runs and versions are kept."""
    return set_status(access=access, agent=agent, status=AgentStatus.ARCHIVED)


@transaction.atomic
def add_skill(*, access: Access, agent: str, skill: str) -> AgentDefinition:
    """Give an agent a skill. Raises NotFound for either, Conflict where it has the skill."""
    changed, added = _lock_agent(access, agent), get_skill(access, skill)
    if changed.skills.contains(added):
        raise Conflict(f"{changed.slug} has the skill {added.slug} already.")
    changed.skills.add(added)
    _write_version(access, changed, "agent.skill_added", added.slug)
    return changed


@transaction.atomic
def remove_skill(*, access: Access, agent: str, skill: str) -> AgentDefinition:
    """Take a skill from an agent; the skill itself stays. Raises NotFound, also where the agent lacks it."""
    changed = _lock_agent(access, agent)
    removed = one(changed.skills.all(), skill)
    changed.skills.remove(removed)
    _write_version(access, changed, "agent.skill_removed", removed.slug)
    return changed


@transaction.atomic
def create_skill(*, access: Access, **fields: Unpack[SkillFields]) -> SkillDefinition:
    """Make a skill. Needs `slug` and `description`. Raises InvalidInput, Conflict, NotAllowed."""
    require_writer(access)
    checked = check_skill_fields(SkillFields(**{"slug": "", "description": "", **fields}))
    skill = SkillDefinition(tenant_id=access.tenant_id, created_by_id=access.user_id, **checked)
    _save_named(skill)
    audit.record(access=access, action="skill.created", target=skill, reason=skill.slug)
    return skill


@transaction.atomic
def update_skill(*, access: Access, skill: str, **fields: Unpack[SkillFields]) -> SkillDefinition:
    """Change these fields of a skill (its name or id). Raises as `create_skill`, and NotFound."""
    require_writer(access)
    changed = one(find_skills(access).select_for_update(), skill)
    for name, value in check_skill_fields(fields).items():
        setattr(changed, name, value)
    _save_named(changed)
    audit.record(access=access, action="skill.updated", target=changed, reason=", ".join(sorted(fields)))
    return changed


@transaction.atomic
def delete_skill(*, access: Access, skill: str) -> None:
    """Delete a skill for good. Raises NotFound, and Conflict while an agent uses it."""
    require_writer(access)
    deleted = one(find_skills(access).select_for_update(), skill)
    users = [agent.slug for agent in deleted.agents.exclude(status=AgentStatus.ARCHIVED)]
    if users:
        raise Conflict(f"{deleted.slug} is used by {', '.join(users)}. Take it from them first.")
    audit.record(access=access, action="skill.deleted", target=deleted, reason=deleted.slug)
    deleted.delete()


def start_run(*, access: Access, agent: str, task: str, turn_id: UUID | None = None) -> AgentRun:
    """Write down that an agent begins `task`. Raises NotFound, and Conflict for a paused agent."""
    require_writer(access)
    runner = one(find_agents(access), agent)
    if runner.status == AgentStatus.PAUSED:
        raise Conflict(f"{runner.slug} is paused. Say 'resume {runner.slug}' first.")
    return AgentRun.objects.create(
        tenant_id=access.tenant_id, user_id=access.user_id, agent=runner, task=task, turn_id=turn_id
    )


@transaction.atomic
def finish_run(
    *, access: Access, run_id: UUID, status: RunStatus, method: str, output: str = "", error: str = ""
) -> AgentRun:
    """Write down how a running run ended; `method` is 'model' or 'rules', `error` one short line.

    Raises NotFound, and Conflict for a run that has ended.
    """
    run = one(find_runs(access).select_for_update(of=("self",)), str(run_id))
    if run.status != RunStatus.RUNNING:
        raise Conflict("This run has ended already.")
    run.status, run.method, run.output, run.error = status, method, output, error[:200]
    run.finished_at = timezone.now()
    run.save()
    return run


def _lock_agent(access: Access, agent: str) -> AgentDefinition:
    require_writer(access)
    return one(find_agents(access).select_for_update(), agent)


def _skills_named(access: Access, names: tuple[str, ...]) -> QuerySet[SkillDefinition]:
    found = find_skills(access).filter(slug__in=names)
    missing = sorted(set(names) - {skill.slug for skill in found})
    if missing:
        raise NotFound(f"There is no skill {', '.join(missing)} here. Make it first, or leave it out.")
    return found


def _save_named(row: AgentDefinition | SkillDefinition) -> None:
    """Save a row whose name must be free, with the schedule in words. Raises Conflict, or InvalidInput."""
    if isinstance(row, AgentDefinition):
        row.schedule_words = describe_cron(row.schedule)
    if not row.slug:
        raise InvalidInput("It needs a name.", fields={"slug": ["It needs a name."]})
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise Conflict(
            f"The name {row.slug} is taken, perhaps by an archived one. Choose another."
        ) from error


def _write_version(access: Access, agent: AgentDefinition, action: str, what: str = "") -> None:
    """Add the row of what the agent is now, and the audit entry of who made it so."""
    number = agent.versions.count() + 1
    AgentDefinition.objects.filter(pk=agent.pk).update(version=number)
    agent.version = number
    AgentVersion.objects.create(
        agent=agent, number=number, snapshot=_snapshot(agent), changed_by_id=access.user_id
    )
    audit.record(access=access, action=action, target=agent, reason=f"{agent.slug}: {what}".rstrip(": "))


def _snapshot(agent: AgentDefinition) -> dict[str, object]:
    fields = ("slug", "description", "instructions", "source", "subject", "destination", "schedule", "status")
    skills = sorted(agent.skills.values_list("slug", flat=True))
    return {**{name: str(getattr(agent, name)) for name in fields}, "skills": skills}
