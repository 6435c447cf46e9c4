"""What shows agents to the outside: a published one has a card that anybody may read."""

from django.db import transaction

from agents.definitions.services.agents import lock_agent
from agents.definitions.services.records import note_change
from agents.models import AgentDefinition
from omniforge.tenants.access import Access


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
