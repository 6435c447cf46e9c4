"""An agent as a model reads it, and what a change made of each of its fields."""

from datetime import datetime

from agents.models import AgentDefinition
from agents.tools.listers.around import agent_row
from agents.tools.rows import Row, shorten

_TOLD = ("name", "state", "purpose", "instructions", "schedule", "sources", "channels", "skills")
_SHORT = 120  # characters of a value


def described(agent: AgentDefinition, now: datetime) -> Row:
    """Return an agent's row with its whole instructions."""
    return {**agent_row(agent, now), "instructions": agent.instructions}


def differences(before: Row, after: Row) -> dict[str, str]:
    """Return the fields that a person sets and that differ, each as 'before → after'."""
    changed = (name for name in _TOLD if before.get(name) != after.get(name))
    return {
        name: " → ".join(shorten(str(row.get(name) or "none"), _SHORT) for row in (before, after))
        for name in changed
    }
