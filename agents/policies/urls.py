"""The settings tabs for tool rules and budgets."""

from django.urls import path
from django.utils.translation import gettext_lazy

from agents.policies.forms import ToolRuleForm
from agents.policies.services import remove_budget, set_tool_rule
from agents.policies.views import LimitSettings, ToolSettings
from omniforge.tenants.views.actions import ServiceAction

urlpatterns = [
    path("tools/", ToolSettings.as_view(), name="settings-tools"),
    path(
        "tools/<str:tool>/rule/",
        ServiceAction.as_view(
            service=set_tool_rule,
            form_class=ToolRuleForm,
            next_page="settings-tools",
            done=gettext_lazy("Saved."),
        ),
        name="set-tool-rule",
    ),
    path("limits/", LimitSettings.as_view(), name="settings-limits"),
    path(
        "limits/<uuid:budget_id>/remove/",
        ServiceAction.as_view(
            service=remove_budget,
            next_page="settings-limits",
            done=gettext_lazy("It limits nothing any more."),
        ),
        name="remove-budget",
    ),
]
