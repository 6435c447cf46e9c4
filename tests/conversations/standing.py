"""Agents due on a Monday in June at nine, long after today, for tests of scheduling."""

from datetime import UTC, datetime, timedelta

from agents.definitions.services import create_agent
from agents.models import AgentDefinition
from conversations.turns.claims import Claim, claim_next
from omniforge.tenants.access import Access

NINE = datetime(2094, 6, 7, 9, 0, tzinfo=UTC)
SOON = NINE + timedelta(seconds=12)


def make_due(access: Access, slug: str = "weekly-report", **fields: object) -> AgentDefinition:
    """Make an agent of a person's that runs each day at nine, next on that Monday."""
    fields = {"description": "Reports", "schedule": "0 9 * * *", **fields}
    agent = create_agent(access=access, slug=slug, **fields)
    AgentDefinition.objects.filter(pk=agent.pk).update(next_run_at=NINE)
    return agent


def agent_now() -> AgentDefinition:
    """Return the only agent as it is stored."""
    return AgentDefinition.objects.get()


def claimed() -> Claim:
    """Take the queued turn of the only agent, as a web process does."""
    claim = claim_next(agent_now().conversation_id)
    assert claim is not None
    return claim
