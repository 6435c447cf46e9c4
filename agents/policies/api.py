"""`/api/v1/tools/` and `/api/v1/budgets/`: approval rules and spending limits of a workspace's agents."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.models import AskFirst, Budget, BudgetPeriod
from agents.policies.selectors import get_tool, list_budgets, list_tools
from agents.policies.services import (
    MOST,
    MOST_DOLLARS,
    add_budget,
    remove_budget,
    remove_tool_rule,
    set_tool_rule,
)
from agents.tools.tool import Effect
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated
from omniforge.web.strict_fields import StrictCharField, StrictChoiceField, StrictIntegerField


class ToolData(serializers.Serializer[Any]):
    """A tool that agents may be given: what it is for, what a call leaves behind, when it asks first."""

    name = serializers.CharField()
    description = serializers.CharField()
    effect = serializers.ChoiceField([effect.value for effect in Effect])
    ask_first = serializers.ChoiceField(AskFirst.choices)


class ToolRuleData(serializers.Serializer[Any]):
    """When a person is asked before a call: `always`, `once` (until they approved one), `never`."""

    ask_first = StrictChoiceField(AskFirst.choices)


class BudgetData(serializers.ModelSerializer[Budget]):
    """A budget: of an agent, of a member, or of everybody together where both are null."""

    agent = serializers.CharField(source="agent.slug", default=None, allow_null=True)
    user = serializers.EmailField(source="user.email", default=None, allow_null=True)

    class Meta:
        model = Budget
        fields = ("id", "period", "agent", "user", "tokens", "cost", "calls", "seconds")


class NewBudgetData(serializers.Serializer[Any]):
    """At least one limit, and whom it is for: an agent by name, a member by address, or everybody.

    A `day` is the last 24 hours, a `month` the last 30 days. Seconds are limited for one `turn` only.
    """

    period = StrictChoiceField(BudgetPeriod.choices)
    agent = StrictCharField(max_length=64, required=False)
    user = StrictCharField(max_length=254, required=False)
    tokens = StrictIntegerField(min_value=1, max_value=MOST, required=False)
    cost = serializers.DecimalField(
        max_digits=10,
        decimal_places=4,
        min_value=0,
        max_value=MOST_DOLLARS,
        required=False,
        help_text="In US dollars; more than nothing.",
    )
    calls = StrictIntegerField(min_value=1, max_value=MOST, required=False, help_text="Calls of tools.")
    seconds = StrictIntegerField(min_value=1, max_value=MOST, required=False)


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
        """Say when the tool asks a person first, for owners and admins."""
        tool = get_tool(access_for(request), name)
        wanted = validated(ToolRuleData(data=request.data))
        return Response(ToolData(set_tool_rule(access=access_for(request), tool=tool.name, **wanted)).data)

    @extend_schema(responses={200: ToolData})
    def delete(self, request: Request, name: str) -> Response:
        """Let the tool ask as it did before anything was said of it, for owners and admins."""
        return Response(ToolData(remove_tool_rule(access=access_for(request), tool=name)).data)


class BudgetsView(APIView):
    """The budgets of the workspace. Owners and admins make them, they hold for everybody."""

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
    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, budget_id: UUID) -> Response:
        """Remove the budget. It limits nothing any more."""
        remove_budget(access=access_for(request), budget_id=budget_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
