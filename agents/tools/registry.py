"""All tools. Executors, models and documentation use this one list, so that what is offered can run."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from django.conf import settings

from agents.tools import builtin, loop
from agents.tools.mcp.selectors import OfferedServer, offered_servers
from agents.tools.tool import Tool
from omniforge.llm.types import ToolSpec
from omniforge.tenants.access import Access

Toolbox = Mapping[str, Tool]


@cache
def our_tools() -> Toolbox:
    """Return the built-in tools by name. Raises ValueError if two share a name."""
    return dict(_tools_in(builtin)) | dict(steering_tools())


def toolbox_of(access: Access) -> Toolbox:
    """Return all tools that agents of a tenant may use: ours and its servers'. One query."""
    return toolbox_with(offered_servers(access))


def toolbox_with(servers: Iterable[OfferedServer]) -> Toolbox:
    """Return our tools and those of `servers`."""
    from agents.tools.mcp.tools import tools_of_servers  # it imports this module

    return tools_of_servers(servers) | dict(our_tools())


@cache
def steering_tools() -> Toolbox:
    """Return the tools that steer a run's own work, available whatever its agent's skills name."""
    return _tools_in(loop)


def chosen(toolbox: Toolbox, names: Iterable[str]) -> Toolbox:
    """Return the tools of these names. A name like 'calendar_*' matches by prefix."""
    patterns = tuple(names)
    return {name: tool for name, tool in toolbox.items() if any(_matches(name, one) for one in patterns)}


def specs(toolbox: Toolbox) -> tuple[ToolSpec, ...]:
    """Return the specs that a model is given, without tools whose setting is missing."""
    return tuple(ToolSpec(tool.name, tool.description, tool.schema) for tool in ready(toolbox).values())


def ready(toolbox: Toolbox) -> Toolbox:
    """Return the tools that may be offered to models and can work here."""
    return {name: tool for name, tool in toolbox.items() if not tool.needs or getattr(settings, tool.needs)}


def _tools_in(package: ModuleType) -> Toolbox:
    found: dict[str, Tool] = {}
    for module in iter_modules(package.__path__, package.__name__ + "."):
        for tool in vars(import_module(module.name)).values():
            if isinstance(tool, Tool) and found.setdefault(tool.name, tool) is not tool:
                raise ValueError(f"Two tools are called {tool.name}.")
    return dict(sorted(found.items()))


def _matches(name: str, pattern: str) -> bool:
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern
