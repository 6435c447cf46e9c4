"""How much a run may spend: the smallest remainder of its agent's, person's and tenant's budgets."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import F, Q, Sum
from django.utils import timezone

from agents.models import AgentDefinition, AgentRun, Budget, BudgetPeriod, ToolCallRecord
from agents.tools.run_limits import Limits
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.storage.together import Question
from omniforge.tenants.access import Access
from omniforge.tenants.models import UsageRecord

_COLUMNS = tuple(field.attname for field in Budget._meta.concrete_fields)
_budgets = PreparedRows(
    lambda: Budget.objects.filter(
        Q(agent_id=None) | Q(agent_id=Given("agent_id")),
        Q(user_id=None) | Q(user_id=Given("user_id")),
        tenant_id=Given("tenant_id"),
    ).values_list(*_COLUMNS)
)
_CALLS, _SECONDS = 40, 600.0  # of one turn, regardless of budgets


def query_budgets(access: Access, agent: AgentDefinition | None) -> Question[list[Budget]]:
    """Ask for the budgets that limit a run."""
    return Question(
        _budgets,
        lambda rows: [Budget.from_db(connection.alias, _COLUMNS, row) for row in rows],
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        agent_id=agent.pk if agent else None,
    )


def limits_of(budgets: Iterable[Budget]) -> Limits:
    """Return what may be spent now: at most two queries for each daily or monthly budget."""
    left = [_left(budget) for budget in budgets]
    return Limits(
        tokens=_least(one.tokens for one in left),
        cost=_least(one.cost for one in left),
        calls=_least([_CALLS, *(one.calls for one in left)]),
        seconds=_least([_SECONDS, *(one.seconds for one in left)]),
    )


def _least(values: Iterable[Any]) -> Any:
    """Return the smallest of the limits that are set, at least zero, or None if none is set."""
    limits = [value for value in values if value is not None]
    return max(min(limits), type(limits[0])(0)) if limits else None


def _left(budget: Budget) -> Limits:
    if budget.period == BudgetPeriod.TURN:
        return Limits(budget.tokens, budget.cost, budget.calls, budget.seconds)
    since = timezone.now() - timedelta(days=1 if budget.period == BudgetPeriod.DAY else 30)
    spends = budget.tokens is not None or budget.cost is not None
    tokens, cost = _used(budget, since) if spends else (0, Decimal(0))
    return Limits(
        tokens=None if budget.tokens is None else budget.tokens - tokens,
        cost=None if budget.cost is None else budget.cost - cost,
        calls=None if budget.calls is None else budget.calls - _calls(budget, since),
        seconds=budget.seconds,
    )


def _used(budget: Budget, since: datetime) -> tuple[int, Decimal]:
    """Return the tokens and US dollars spent under a budget since then."""
    records = UsageRecord.objects.filter(tenant_id=budget.tenant_id, created_at__gte=since)
    if budget.user_id:
        records = records.filter(user_id=budget.user_id)
    if budget.agent_id:
        runs = AgentRun.objects.filter(agent_id=budget.agent_id, started_at__gte=since)
        records = records.filter(turn_id__in=runs.values("turn_id"))
    used = records.aggregate(tokens=Sum(F("input_tokens") + F("output_tokens")), cost=Sum("cost"))
    return used["tokens"] or 0, used["cost"] or Decimal(0)


def _calls(budget: Budget, since: datetime) -> int:
    records = ToolCallRecord.objects.filter(tenant_id=budget.tenant_id, created_at__gte=since)
    if budget.user_id:
        records = records.filter(user_id=budget.user_id)
    if budget.agent_id:
        records = records.filter(run__agent_id=budget.agent_id)
    return records.count()
