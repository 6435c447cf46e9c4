"""A workspace's tools with their rules, and its budgets."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext

from agents.models import AskFirst, Budget, ToolRule
from agents.policies.purposes import PURPOSES
from agents.tools.approvals import default_ask, usual_ask
from agents.tools.former import act_of
from agents.tools.registry import toolbox_of
from agents.tools.tool import Effect, Tool
from omniforge.errors import NotFound
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class ToolSetting:
    """A tool as people configure it: `description` is its first line. `default` applies without a rule.

    A tool that only reads never asks, whatever its rule.
    """

    name: str
    description: str
    effect: Effect
    ask_first: AskFirst
    default: AskFirst


def list_tools(access: Access) -> list[ToolSetting]:
    """Return all tools that the workspace's agents may use, by name, in 2 queries."""
    set_rules = ToolRule.objects.filter(tenant_id=access.tenant_id).values_list("tool", "ask_first")
    rules = {tool: AskFirst(ask_first) for tool, ask_first in set_rules}
    return [one for _, tool in sorted(toolbox_of(access).items()) for one in _settings(tool, rules)]


def get_tool(access: Access, name: str) -> ToolSetting:
    """Return the tool, or act of a tool, of this current or former name. Raises NotFound."""
    found = next((tool for tool in list_tools(access) if tool.name in (name, act_of(name))), None)
    if found is None:
        raise NotFound(
            gettext("There is no such tool here. The list of tools has the names of those there are.")
        )
    return found


def list_budgets(access: Access) -> QuerySet[Budget]:
    """Return the workspace's budgets, oldest first, with agent and person."""
    budgets = Budget.objects.filter(tenant_id=access.tenant_id)
    return budgets.select_related("agent", "user").order_by("pk")  # ids are in chronological order


def get_budget(access: Access, budget_id: UUID) -> Budget:
    """Return a budget. Raises NotFound."""
    budget = list_budgets(access).filter(pk=budget_id).first()
    if budget is None:
        raise NotFound()
    return budget


def _settings(tool: Tool, rules: dict[str, AskFirst]) -> Iterator[ToolSetting]:
    """Yield the setting of a tool, and of those of its acts that change something."""
    whole = _setting(tool, rules)
    yield whole
    for name, risk in tool.acts.items():
        if risk.effect != Effect.READ:
            named = f"{tool.name}.{name}"
            default = rules.get(tool.name) or usual_ask(risk)
            yield ToolSetting(named, PURPOSES[named], risk.effect, rules.get(named, default), default)


def _setting(tool: Tool, rules: dict[str, AskFirst]) -> ToolSetting:
    default = default_ask(tool)
    ask_first = default if tool.effect == Effect.READ else rules.get(tool.name, default)
    first_line = tool.description.strip().partition("\n")[0]
    return ToolSetting(tool.name, first_line, tool.effect, ask_first, default)
