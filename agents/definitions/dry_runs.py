"""Which agents are offered a dry run once they are created: those that work or send by themselves."""

from agents.events import DryRunOffered
from agents.models import AgentDefinition

_HERE = ("", "chat", "this chat")


def dry_run_of(agent: AgentDefinition) -> DryRunOffered | None:
    """Return the offer of a dry run; None for an agent that runs on demand and only answers in the chat."""
    if not agent.schedule and agent.destination.casefold() in _HERE:
        return None
    return DryRunOffered(agent.slug, f"Do a dry run of {agent.slug}")
