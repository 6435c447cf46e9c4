"""In whose name a standing agent runs: its maker's, while they may; else that of who wakes it."""

from django.utils.translation import gettext

from agents.models import AgentDefinition
from omniforge.errors import NotAllowed
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role


def access_of_owner(agent: AgentDefinition) -> Access | None:
    """Return the access of the person in whose name the agent runs, as it is today.

    None where they have left the workspace, were deactivated, or only read as auditors.
    """
    if agent.created_by_id is None:
        return None
    member = Membership.objects.filter(tenant_id=agent.tenant_id, user_id=agent.created_by_id)
    writer = member.filter(user__is_active=True).exclude(role=Role.AUDITOR).first()
    return Access(agent.tenant_id, writer.user_id, Role(writer.role)) if writer else None


def take_over(agent: AgentDefinition, access: Access) -> None:
    """Let an agent that is about to be saved run in the name of `access`, if its maker no longer may."""
    if access_of_owner(agent) is None:
        agent.created_by_id = access.user_id


def may_change(access: Access, agent: AgentDefinition) -> bool:
    """Return whether who may write at all may change an agent: not one that runs by itself for another.

    What it is told to do is done with their rights, so they say what that is, or an owner or admin.
    """
    if agent.created_by_id == access.user_id or access.is_administrator or access_of_owner(agent) is None:
        return True
    return not agent.schedule and not agent.hooks.exists()


def require_may_change(access: Access, agent: AgentDefinition) -> None:
    """Raise NotAllowed where an agent runs by itself in another person's name."""
    if not may_change(access, agent):
        said = gettext(
            "%(agent)s runs by itself in the name of %(person)s. Only they, an owner or an admin can change "
            "it. Duplicate it to change a copy of your own."
        )
        raise NotAllowed(said % {"agent": agent.slug, "person": agent.created_by})
