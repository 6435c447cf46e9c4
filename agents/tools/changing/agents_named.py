"""Which agents a deleted project leaves without their work: those whose own words name it."""

from collections.abc import Iterable

from agents.definitions.selectors import find_agents
from agents.models import AgentDefinition, AgentStatus
from omniforge.english import join_words
from omniforge.tenants.access import Access


def agents_naming(access: Access, projects: Iterable[str]) -> str:
    """Return a sentence on the agents that name one of these projects, empty if none does."""
    names = [_in_words(one) for one in projects]
    agents = find_agents(access) if names else ()
    naming = [_told(one) for one in agents if any(name in _in_words(_texts(one)) for name in names)]
    return f"Named by {join_words(naming)}." if naming else ""


def _told(agent: AgentDefinition) -> str:
    is_at_work = agent.status == AgentStatus.ACTIVE
    return f"the agent {agent.slug} ({agent.schedule_words or 'on demand' if is_at_work else agent.status})"


def _texts(agent: AgentDefinition) -> str:
    parts = (agent.description, agent.instructions, agent.source, agent.subject, agent.destination)
    return "\n".join(parts)


def _in_words(text: str) -> str:
    """Return a text as words, a space on each side. Their case counts: 'orders' isn't the project Orders."""
    return f" {' '.join(''.join(sign if sign.isalnum() else ' ' for sign in text).split())} "
