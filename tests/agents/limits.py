"""What may be spent now by a person, or by an agent for them."""

from agents.models import AgentDefinition
from agents.runs.budgets import limits_of, query_budgets
from agents.tools.run_limits import Limits
from omniforge.tenants.access import Access


def limits_for(access: Access, agent: AgentDefinition | None) -> Limits:
    return limits_of(query_budgets(access, agent).answer)
