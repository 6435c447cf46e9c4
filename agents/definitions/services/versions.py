"""Versions of agents and skills: each change stores a snapshot of the new state."""

from typing import Any

from agents.definitions.services.records import record_change
from agents.definitions.skills.versions import SKILL_FIELDS
from agents.models import AgentDefinition, AgentVersion, SkillDefinition, SkillVersion
from omniforge.tenants.access import Access

# An agent's content, without its name, status and skills.
AGENT_CONTENT = (
    *("description", "instructions", "source", "subject", "destination", "schedule", "missed_runs"),
    *("overlap", "retries", "examples", "tools"),
)


def write_agent_version(access: Access, agent: AgentDefinition, action: str, what: str = "") -> None:
    """Store a snapshot of the agent, and the audit entry of its author."""
    number = _count_up(agent)
    AgentVersion.objects.create(
        agent=agent, number=number, snapshot=_agent_snapshot(agent), changed_by_id=access.user_id
    )
    record_change(access, action, agent, f"{agent.slug}: {what}".rstrip(": "))


def write_skill_version(access: Access, skill: SkillDefinition, action: str, what: str = "") -> None:
    """Store a snapshot of the skill, and the audit entry of its author."""
    number = _count_up(skill)
    SkillVersion.objects.create(
        skill=skill, number=number, snapshot=_skill_snapshot(skill), changed_by_id=access.user_id
    )
    record_change(access, action, skill, f"{skill.slug}: {what}".rstrip(": "))


def _count_up(changed: AgentDefinition | SkillDefinition) -> int:
    """Increment and return the number of the current version."""
    changed.version = changed.versions.count() + 1
    type(changed).objects.filter(pk=changed.pk).update(version=changed.version)
    return changed.version


def _agent_snapshot(agent: AgentDefinition) -> dict[str, Any]:
    content = {name: getattr(agent, name) for name in AGENT_CONTENT}
    skills = sorted(agent.skills.values_list("slug", flat=True))
    return {"slug": agent.slug, **content, "status": str(agent.status), "skills": skills}


def _skill_snapshot(skill: SkillDefinition) -> dict[str, Any]:
    return {name: getattr(skill, name) for name in SKILL_FIELDS}
