"""`/api/v1/tools/` and `/api/v1/budgets/`: what agents of the workspace may do without asking, and spend."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.policies.selectors import get_tool, list_budgets, list_tools
from agents.policies.serializers import BudgetData, NewBudgetData, ToolData, ToolRuleData
from agents.policies.services import add_budget, remove_budget, remove_tool_rule, set_tool_rule
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated


class ToolsView(APIView):
    """The tools that agents of the workspace may be given."""

    @extend_schema(responses=ToolData(many=True))
    def get(self, request: Request) -> Response:
        """Return all tools by name, with when each asks a person first."""
        return Response(ToolData(list_tools(access_for(request)), many=True).data)


class ToolRuleView(APIView):
    """The workspace's word on one tool, by the tool's name."""

    required_scope = "admin"

    @extend_schema(request=ToolRuleData, responses=ToolData)
    def put(self, request: Request, name: str) -> Response:
        """Say when the tool asks a person first; for owners and admins."""
        tool = get_tool(access_for(request), name)
        wanted = validated(ToolRuleData(data=request.data))
        return Response(ToolData(set_tool_rule(access=access_for(request), tool=tool.name, **wanted)).data)

    @extend_schema(responses=ToolData)
    def delete(self, request: Request, name: str) -> Response:
        """Let the tool ask as it did before anything was said of it; for owners and admins."""
        return Response(ToolData(remove_tool_rule(access=access_for(request), tool=name)).data)


class BudgetsView(APIView):
    """The budgets of the workspace; owners and admins make them, they hold for everybody."""

    required_scope = "admin"

    @extend_schema(responses=BudgetData(many=True))
    def get(self, request: Request) -> Response:
        """Return the budgets, oldest first."""
        return Response(BudgetData(list_budgets(access_for(request)), many=True).data)

    @extend_schema(request=NewBudgetData, responses={201: BudgetData})
    def post(self, request: Request) -> Response:
        """Add a budget. Where several hold for a turn, the least that is left counts."""
        wanted = validated(NewBudgetData(data=request.data))
        budget = add_budget(access=access_for(request), **wanted)
        return Response(BudgetData(budget).data, status.HTTP_201_CREATED)


class BudgetView(APIView):
    """One budget."""

    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, budget_id: UUID) -> Response:
        """Remove the budget; it limits nothing any more."""
        remove_budget(access=access_for(request), budget_id=budget_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
