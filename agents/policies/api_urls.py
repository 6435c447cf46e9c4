"""The paths of tools and budgets in the API, under /api/v1/."""

from django.urls import path

from agents.policies.api import BudgetsView, BudgetView, ToolRuleView, ToolsView

urlpatterns = [
    path("tools/", ToolsView.as_view(), name="api-tools"),
    path("tools/<str:name>/rule/", ToolRuleView.as_view(), name="api-tool-rule"),
    path("budgets/", BudgetsView.as_view(), name="api-budgets"),
    path("budgets/<uuid:budget_id>/", BudgetView.as_view(), name="api-budget"),
]
