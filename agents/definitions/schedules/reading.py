"""When an agent runs, as it is stored."""

from agents.models import AgentDefinition
from intent.schedules import Schedule


def schedule_of(agent: AgentDefinition) -> Schedule:
    """Return when an agent runs."""
    return Schedule.parse(agent.schedule)
