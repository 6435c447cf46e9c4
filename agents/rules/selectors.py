"""The tools of a workspace with its word on each, and its budgets."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from agents.models import AskFirst, Budget, ToolRule
from agents.tools.ledger import default_ask
from agents.tools.registry import toolbox_of
from agents.tools.tool import Effect, Tool
from omniforge.errors import NotFound
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class ToolSetting:
    """A tool as people set it: `description` is its first line, `default` holds where there is no rule.

    Nobody is asked before a tool that only reads, whatever was set.
    """

    name: str
    description: str
    effect: Effect
    ask_first: AskFirst
    default: AskFirst


def list_tools(access: Access) -> list[ToolSetting]:
    """Return all tools that the workspace's agents may be given, by name: 2 queries."""
    set_rules = ToolRule.objects.filter(tenant_id=access.tenant_id).values_list("tool", "ask_first")
    rules = {tool: AskFirst(ask_first) for tool, ask_first in set_rules}
    return [_setting(tool, rules) for _, tool in sorted(toolbox_of(access).items())]


def get_tool(access: Access, name: str) -> ToolSetting:
    """Return the tool of this name. Raises NotFound."""
    found = [tool for tool in list_tools(access) if tool.name == name]
    if not found:
        raise NotFound("There is no such tool here. The list of tools has the names of those there are.")
    return found[0]


def list_budgets(access: Access) -> QuerySet[Budget]:
    """Return the workspace's budgets, oldest first, each with its agent and its person."""
    budgets = Budget.objects.filter(tenant_id=access.tenant_id)
    return budgets.select_related("agent", "user").order_by("pk")  # ids are in the order of time


def get_budget(access: Access, budget_id: UUID) -> Budget:
    """Return a budget. Raises NotFound."""
    budget = list_budgets(access).filter(pk=budget_id).first()
    if budget is None:
        raise NotFound()
    return budget


def _setting(tool: Tool, rules: dict[str, AskFirst]) -> ToolSetting:
    default = default_ask(tool)
    ask_first = default if tool.effect == Effect.READ else rules.get(tool.name, default)
    first_line = tool.description.strip().partition("\n")[0]
    return ToolSetting(tool.name, first_line, tool.effect, ask_first, default)
