"""Which tools a model is told of as a run goes on: those that work in a project only once one is at hand.

Their schemas are half of all, and each call of a model pays for them. Whatever is not told of can still run.
"""

from collections.abc import Collection

from agents.runs.context import RunContext
from agents.tools.registry import Toolbox
from agents.tools.tool import Tool
from agents.workspace.naming import is_named_in
from agents.workspace.reading import read_wish

OPENING = frozenset(("list_projects", "search_workspace", "create_project"))
_ITS_PROJECT = {"project", "project_id"}


def offered(run: RunContext, used: Collection[str]) -> Toolbox:
    """Return the tools that a model is told of, having `used` some; an agent is told of all of its own."""
    if run.agent or OPENING & set(used) or _is_project_at_hand(run):
        return run.tools
    return {name: tool for name, tool in run.tools.items() if not _works_in_project(tool)}


def _is_project_at_hand(run: RunContext) -> bool:
    """Return whether the talk is about a project, or has come to one: by what was done, or by its words."""
    pack = run.pack
    if pack.focus.project_id or pack.dialogue.touched or pack.dialogue.listed:
        return True
    wish = read_wish(pack.message, pack.now.date())
    if wish.operations or wish.look:
        return True
    return any(is_named_in(project.name, pack.message) for project in pack.catalogue.projects)


def _works_in_project(tool: Tool) -> bool:
    return tool.arguments is not None and not _ITS_PROJECT.isdisjoint(tool.arguments.model_fields)
