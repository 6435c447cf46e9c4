"""Which tools an agent may use: its own, and those that its skills name."""

from collections.abc import Iterable

from agents.models import AgentDefinition
from agents.tools.registry import Toolbox, chosen, our_tools, toolbox_of
from agents.tools.tool import Effect, Tool
from omniforge.tenants.access import Access

WORKSPACE = "workspace"  # means all our tools that change nothing permanently
_USUAL = "all of the workspace's; what cannot be undone asks first"
OF_PERSONS = frozenset(("save_agent", "save_skill", "remember"))  # their changes outlast the work


def allowed_tools(agent: AgentDefinition) -> frozenset[str]:
    """Return the names and patterns (`calendar_*`) of the tools that an agent may use.

    The union of its own and its skills' tools. If none of them names any, it may use those of ours that do
    no lasting harm. Queries the skills unless they are prefetched.
    """
    return _meant(agent.tools or () if named_tools(agent) else (WORKSPACE,)) | _of_skills(agent)


def named_tools(agent: AgentDefinition) -> frozenset[str]:
    """Return the names and patterns that the agent and its skills name themselves."""
    return frozenset(agent.tools or ()) | _of_skills(agent)


def tools_in_short(agent: AgentDefinition) -> list[str]:
    """Return an agent's tools as a model reads them. The common ones are summed up in one phrase."""
    allowed, usual = allowed_tools(agent), _of_workspace()
    return [_USUAL, *sorted(allowed - usual)] if usual <= allowed else sorted(allowed)


def unknown_tools(access: Access, names: Iterable[str]) -> list[str]:
    """Return the names and patterns that match no tool of ours or of the workspace's servers."""
    toolbox = toolbox_of(access)
    return sorted({name for name in names if name != WORKSPACE and not chosen(toolbox, (name,))})


def tools_for_agent(agent: AgentDefinition, toolbox: Toolbox) -> Toolbox:
    """Return those tools of `toolbox` that the agent may use (`allowed_tools`)."""
    return chosen(toolbox, allowed_tools(agent))


def _of_skills(agent: AgentDefinition) -> frozenset[str]:
    return frozenset(name for skill in agent.skills.all() for name in skill.allowed_tools)


def _meant(names: Iterable[str]) -> frozenset[str]:
    named = frozenset(names)
    return named - {WORKSPACE} | _of_workspace() if WORKSPACE in named else named


def _of_workspace() -> frozenset[str]:
    return frozenset(name for name, tool in our_tools().items() if _is_harmless(tool))


def _is_harmless(tool: Tool) -> bool:
    """Return whether a tool reads, or its changes can be undone. Other changes ask a person anyway."""
    kept_to_persons = tool.name in OF_PERSONS
    return not kept_to_persons and (
        tool.effect != Effect.IRREVERSIBLE or tool.risk is not None or bool(tool.acts)
    )
