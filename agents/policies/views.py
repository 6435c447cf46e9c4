"""Tool rules and limits in a workspace's settings."""

from typing import Any

from django.urls import reverse_lazy
from django.utils.translation import gettext, gettext_lazy
from django.views.generic import TemplateView

from agents.definitions.selectors import find_agents
from agents.models import AskFirst
from agents.policies.descriptions import ASKS, EFFECTS, describe_budget
from agents.policies.forms import BudgetForm
from agents.policies.purposes import purpose_of
from agents.policies.selectors import list_budgets, list_tools
from agents.policies.services import add_budget
from omniforge.tenants.selectors import list_members, list_owners
from omniforge.tenants.views.base import ServiceFormView
from omniforge.tenants.views.settings import SettingsPage


class ToolSettings(SettingsPage, TemplateView):
    """What agents can do, and when they ask first. Owners and admins change that."""

    tab = "tools"
    template_name = "agents/tools.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tools = [
            (
                tool,
                purpose_of(tool.name, tool.description),
                gettext(EFFECTS[tool.effect]),
                gettext(ASKS[tool.ask_first]),
            )
            for tool in list_tools(self.access)
        ]
        choices = [(ask.value, gettext(ASKS[ask])) for ask in AskFirst]
        owners = list_owners(self.access)
        return super().get_context_data(tools=tools, choices=choices, owners=owners, **kwargs)


class LimitSettings(SettingsPage, ServiceFormView):
    """How much may be spent. Owners and admins add and remove budgets."""

    tab = "limits"
    template_name = "agents/limits.html"
    form_class = BudgetForm
    success_url = reverse_lazy("settings-limits")
    done = gettext_lazy("It holds from the next answer on.")

    def get_form_kwargs(self) -> dict[str, Any]:
        agents = find_agents(self.access).values_list("slug", flat=True)
        people = list_members(self.access).values_list("user__email", flat=True)
        return super().get_form_kwargs() | {"agents": agents, "people": people}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        budgets = [(budget.pk, describe_budget(budget)) for budget in list_budgets(self.access)]
        return super().get_context_data(budgets=budgets, owners=list_owners(self.access), **kwargs)

    def act(self, **fields: Any) -> None:
        add_budget(access=self.access, **fields)
