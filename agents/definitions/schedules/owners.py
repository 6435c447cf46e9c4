"""The person in whose name a standing agent runs: its creator while they may, then whoever resumes it."""

from django.utils.translation import gettext

from agents.models import AgentDefinition
from omniforge.errors import NotAllowed
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role


def access_of_owner(agent: AgentDefinition) -> Access | None:
    """Return the current access of the person in whose name the agent runs.

    None if they have left the workspace, were deactivated, or are only auditors.
    """
    if agent.created_by_id is None:
        return None
    member = Membership.objects.filter(tenant_id=agent.tenant_id, user_id=agent.created_by_id)
    writer = member.filter(user__is_active=True).exclude(role=Role.AUDITOR).first()
    return Access(agent.tenant_id, writer.user_id, Role(writer.role)) if writer else None


def reassign_owner(agent: AgentDefinition, access: Access) -> None:
    """Let an agent about to be saved run in the name of `access`, if its creator no longer may."""
    if access_of_owner(agent) is None:
        agent.created_by_id = access.user_id


def may_change(access: Access, agent: AgentDefinition) -> bool:
    """Return whether a person with write access may change an agent: not if it runs by itself for another.

    The agent's work uses that person's rights, so only they, or an owner or admin, may change it.
    """
    if agent.created_by_id == access.user_id or access.is_administrator or access_of_owner(agent) is None:
        return True
    return not agent.schedule and not agent.hooks.exists()


def require_may_change(access: Access, agent: AgentDefinition) -> None:
    """Raise NotAllowed if an agent runs by itself in another person's name."""
    if not may_change(access, agent):
        said = gettext(
            "%(agent)s runs by itself in the name of %(person)s. Only they, an owner or an admin can change "
            "it. Duplicate it to change a copy of your own."
        )
        raise NotAllowed(said % {"agent": agent.slug, "person": agent.created_by})
