"""The versions of agents and skills: each change writes what the thing is from then on."""

from typing import Any

from agents.definitions.services.records import note_change
from agents.definitions.skills.versions import SKILL_FIELDS
from agents.models import AgentDefinition, AgentVersion, SkillDefinition, SkillVersion
from omniforge.tenants.access import Access

# What an agent is, but for its name, status and skills.
AGENT_CONTENT = (
    "description",
    "instructions",
    "source",
    "subject",
    "destination",
    "schedule",
    "missed_runs",
    "overlap",
    "retries",
    "examples",
    "tools",
)


def write_agent_version(access: Access, agent: AgentDefinition, action: str, what: str = "") -> None:
    """Add the row of what the agent is now, and the audit entry of who made it so."""
    number = _count_up(agent)
    AgentVersion.objects.create(
        agent=agent, number=number, snapshot=_agent_snapshot(agent), changed_by_id=access.user_id
    )
    note_change(access, action, agent, f"{agent.slug}: {what}".rstrip(": "))


def write_skill_version(access: Access, skill: SkillDefinition, action: str, what: str = "") -> None:
    """Add the row of what the skill is now, and the audit entry of who made it so."""
    number = _count_up(skill)
    SkillVersion.objects.create(
        skill=skill, number=number, snapshot=_skill_snapshot(skill), changed_by_id=access.user_id
    )
    note_change(access, action, skill, f"{skill.slug}: {what}".rstrip(": "))


def begin_history(skill: SkillDefinition) -> None:
    """Write the first version of a skill that is older than its table of versions, before it changes."""
    if not skill.versions.exists():
        SkillVersion.objects.create(skill=skill, number=1, snapshot=_skill_snapshot(skill))


def _count_up(changed: AgentDefinition | SkillDefinition) -> int:
    """Return the number of the version that is about to be written, which is the current one from now on."""
    changed.version = changed.versions.count() + 1
    type(changed).objects.filter(pk=changed.pk).update(version=changed.version)
    return changed.version


def _agent_snapshot(agent: AgentDefinition) -> dict[str, Any]:
    content = {name: getattr(agent, name) for name in AGENT_CONTENT}
    skills = sorted(agent.skills.values_list("slug", flat=True))
    return {"slug": agent.slug, **content, "status": str(agent.status), "skills": skills}


def _skill_snapshot(skill: SkillDefinition) -> dict[str, Any]:
    return {name: getattr(skill, name) for name in SKILL_FIELDS}
