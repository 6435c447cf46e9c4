"""What the API of tools and budgets takes and gives."""

from typing import Any

from rest_framework import serializers

from agents.models import AskFirst, Budget, BudgetPeriod
from agents.policies.services import MOST, MOST_DOLLARS
from agents.tools.tool import Effect
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
    """At least one limit, and whom it is for: an agent by its name, a member by their address, or everybody.

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
