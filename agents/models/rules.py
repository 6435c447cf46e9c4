"""What a tenant allows its agents: which tools ask first, and spending limits."""

from django.db import models

from agents.models.definitions import AgentDefinition
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class AskFirst(models.TextChoices):
    """When a person is asked before a tool is called. `once`: until they have approved it once."""

    ALWAYS = "always"
    ONCE = "once"
    NEVER = "never"


class ToolRule(models.Model):
    """A tenant's rule for a tool. Without one, irreversible calls always ask."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="tool_rules")
    tool = models.CharField(max_length=120)
    ask_first = models.CharField(max_length=6, choices=AskFirst.choices, default=AskFirst.ALWAYS)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "tool"], name="one_rule_per_tool")]

    def __str__(self) -> str:
        return f"{self.tool}: {self.ask_first}"


class BudgetPeriod(models.TextChoices):
    """The period of a budget."""

    TURN = "turn"
    DAY = "day"
    MONTH = "month"


class Budget(models.Model):
    """A spending limit for a period: for one agent, for one person, or for the whole tenant if both are null.

    `cost` is in US dollars, `seconds` are wall-clock time. A limit that is null doesn't apply.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="budgets")
    agent = models.ForeignKey(AgentDefinition, models.CASCADE, null=True, blank=True, related_name="budgets")
    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="+")
    period = models.CharField(max_length=5, choices=BudgetPeriod.choices, default=BudgetPeriod.TURN)
    tokens = models.PositiveIntegerField(null=True, blank=True)
    cost = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    calls = models.PositiveIntegerField(null=True, blank=True)
    seconds = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"budget a {self.period}"
