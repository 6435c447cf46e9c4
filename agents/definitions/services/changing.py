"""What changes all that an agent is in one go: its fields, its status and its skills."""

from collections.abc import Iterable
from typing import Unpack

from django.db import transaction

from agents.definitions.selectors import find_agents, one
from agents.definitions.services.agent_skills import add_skill, remove_skill
from agents.definitions.services.agents import archive_agent, set_status, update_agent
from agents.definitions.validation import AgentFields
from agents.models import AgentDefinition, AgentStatus
from omniforge.tenants.access import Access


@transaction.atomic
def change_agent(
    *,
    access: Access,
    agent: str,
    status: AgentStatus | None = None,
    add_skills: Iterable[str] = (),
    remove_skills: Iterable[str] = (),
    **fields: Unpack[AgentFields],
) -> AgentDefinition:
    """Make all of these changes of an agent (its name or id), or none; each kind of them is a version.

    An archived agent is brought back by its status. Raises what each change raises.
    """
    access.require_writer()
    key = str(one(find_agents(access, archived=True), agent).pk)  # its name may be what changes
    if status and status != AgentStatus.ARCHIVED:
        set_status(access=access, agent=key, status=status)
    changed = update_agent(access=access, agent=key, **fields)
    for skill in add_skills:
        changed = add_skill(access=access, agent=key, skill=skill)
    for skill in remove_skills:
        changed = remove_skill(access=access, agent=key, skill=skill)
    return archive_agent(access=access, agent=key) if status == AgentStatus.ARCHIVED else changed
