"""Which tools an agent may use: those that its skills name, and no others."""

from agents.models import AgentDefinition
from agents.tools.registry import Toolbox, chosen, our_tools
from agents.tools.tool import Effect


def allowed_tools(agent: AgentDefinition) -> frozenset[str]:
    """Return the names and patterns (`calendar_*`) of the tools that an agent may use.

    They are those of all its skills together. An agent whose skills name none may use the harmless ones:
    the tools of ours that only read. Queries the skills unless they are prefetched.
    """
    named = frozenset(name for skill in agent.skills.all() for name in skill.allowed_tools)
    return named or _harmless()


def tools_for_agent(agent: AgentDefinition, toolbox: Toolbox) -> Toolbox:
    """Return those tools of `toolbox` that the agent may use (`allowed_tools`)."""
    return chosen(toolbox, allowed_tools(agent))


def _harmless() -> frozenset[str]:
    return frozenset(name for name, tool in our_tools().items() if tool.effect == Effect.READ)
