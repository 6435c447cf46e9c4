"""Which new agents are offered a dry run: those that run on schedule, send, or work in other systems."""

from agents.events import DryRunOffered
from agents.models import AgentDefinition

_HERE = ("", "chat", "this chat")


def dry_run_of(agent: AgentDefinition) -> DryRunOffered | None:
    """Return the offer of a dry run, or None for an agent that runs on demand and only answers in the chat.

    A pattern among its tools (`notes_*`) means a whole system that it works in.
    """
    works_elsewhere = any(tool.endswith("_*") for tool in agent.tools or ())
    if not (agent.schedule or works_elsewhere) and agent.destination.casefold() in _HERE:
        return None
    return DryRunOffered(agent.slug, f"Do a dry run of {agent.slug}")
