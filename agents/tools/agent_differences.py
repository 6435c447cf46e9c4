"""An agent as a model reads it, and what a change made of each of its fields."""

from datetime import datetime

from agents.models import AgentDefinition
from agents.tools.differing import before_and_after
from agents.tools.listers.around import agent_row
from agents.tools.rows import Row

_TOLD = ("name", "state", "purpose", "instructions", "schedule", "sources", "channels", "skills")


def described(agent: AgentDefinition, now: datetime) -> Row:
    """Return an agent's row with its whole purpose and instructions."""
    return {**agent_row(agent, now), "purpose": agent.description, "instructions": agent.instructions}


def differences(before: Row, after: Row) -> dict[str, str]:
    """Return the fields that a person sets and that differ, each as 'before → after'."""
    changed = (name for name in _TOLD if before.get(name) != after.get(name))
    return {name: before_and_after(before.get(name), after.get(name)) for name in changed}
