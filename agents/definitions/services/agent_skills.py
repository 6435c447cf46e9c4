"""What gives skills to agents, and takes them."""

from django.db import transaction

from agents.definitions.selectors import get_skill, one
from agents.definitions.services.agents import lock_agent
from agents.definitions.services.versions import write_agent_version
from agents.models import AgentDefinition
from omniforge.errors import Conflict
from omniforge.tenants.access import Access


@transaction.atomic
def add_skill(*, access: Access, agent: str, skill: str) -> AgentDefinition:
    """Give an agent a skill. Raises NotFound for either, Conflict where it has the skill."""
    changed, added = lock_agent(access, agent), get_skill(access, skill)
    if changed.skills.contains(added):
        raise Conflict(f"{changed.slug} has the skill {added.slug} already.")
    changed.skills.add(added)
    write_agent_version(access, changed, "agent.skill_added", added.slug)
    return changed


@transaction.atomic
def remove_skill(*, access: Access, agent: str, skill: str) -> AgentDefinition:
    """Take a skill from an agent; the skill itself stays. Raises NotFound, also where the agent lacks it."""
    changed = lock_agent(access, agent)
    removed = one(changed.skills.all(), skill)
    changed.skills.remove(removed)
    write_agent_version(access, changed, "agent.skill_removed", removed.slug)
    return changed
