"""All tools. Executors, model and documentation read this one list: what is advertised can run."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from django.conf import settings

from agents.tools import builtin, loop
from agents.tools.former import successors_of
from agents.tools.mcp.selectors import OfferedServer, offered_servers
from agents.tools.tool import Tool
from omniforge.llm.types import ToolSpec
from omniforge.tenants.access import Access

Toolbox = Mapping[str, Tool]


@cache
def our_tools() -> Toolbox:
    """Return the tools that come with the site, by name. Raises ValueError where two have one name."""
    return dict(_tools_in(builtin)) | dict(steering_tools())


def toolbox_of(access: Access) -> Toolbox:
    """Return all that agents of a tenant may be given: our tools, and those of its servers. One query."""
    return toolbox_with(offered_servers(access))


def toolbox_with(servers: Iterable[OfferedServer]) -> Toolbox:
    """Return our tools, and those of servers."""
    from agents.tools.mcp.tools import tools_of_servers  # it knows ours

    return tools_of_servers(servers) | dict(our_tools())


@cache
def steering_tools() -> Toolbox:
    """Return the tools by which any run steers its own work, whatever its agent's skills name."""
    return _tools_in(loop)


def chosen(toolbox: Toolbox, names: Iterable[str]) -> Toolbox:
    """Return the tools of these names; a name like 'calendar_*' stands for all that begin so.

    A name that a tool of ours had formerly means what does its work now.
    """
    given = tuple(names)
    patterns = (*given, *successors_of(given))
    return {name: tool for name, tool in toolbox.items() if any(_matches(name, one) for one in patterns)}


def specs(toolbox: Toolbox) -> tuple[ToolSpec, ...]:
    """Return the tools as a model is told of them, without those for which a setting is missing."""
    return tuple(ToolSpec(tool.name, tool.description, tool.schema) for tool in ready(toolbox).values())


def ready(toolbox: Toolbox) -> Toolbox:
    """Return the tools that models may be told of, and that can work here."""
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
