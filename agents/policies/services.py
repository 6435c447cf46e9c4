"""Changes to a workspace's rules and budgets, by owners and admins. Each is audited in its transaction."""

from decimal import Decimal
from typing import TypedDict, Unpack
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext, override

from agents.definitions.selectors import get_agent
from agents.models import AgentDefinition, AskFirst, Budget, BudgetPeriod, ToolRule
from agents.policies.descriptions import describe_budget
from agents.policies.selectors import ToolSetting, get_budget, get_tool
from agents.tools.tool import Effect
from omniforge.errors import InvalidInput, NotFound
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.models import User
from omniforge.tenants.selectors import list_members

MOST = 2_000_000_000  # of tokens, calls, seconds
MOST_DOLLARS = Decimal(999_999)


class BudgetLimits(TypedDict, total=False):
    """The most that may be spent. `cost` is in US dollars, `seconds` are wall-clock time per answer."""

    tokens: int
    cost: Decimal
    calls: int
    seconds: int


@transaction.atomic
def set_tool_rule(*, access: Access, tool: str, ask_first: AskFirst) -> ToolSetting:
    """Set when a person is asked before this tool is called.

    The rule also applies after a run has read text by others, when the default would ask.
    """
    setting = get_tool(access, tool)
    tool = setting.name
    access.require_administrator()
    if setting.effect == Effect.READ and ask_first != setting.default:
        raise InvalidInput.of("ask_first", gettext("%(tool)s only reads, so it never asks.") % {"tool": tool})
    if setting.effect != Effect.READ:
        ToolRule.objects.update_or_create(
            tenant_id=access.tenant_id, tool=tool, defaults={"ask_first": ask_first}
        )
    audit.record(access=access, action="tool_rule.set", reason=f"{tool}: asks first {ask_first}")
    return get_tool(access, tool)


@transaction.atomic
def remove_tool_rule(*, access: Access, tool: str) -> ToolSetting:
    """Remove a tool's rule, so that the default applies. Raises NotFound and NotAllowed."""
    tool = get_tool(access, tool).name
    access.require_administrator()
    ToolRule.objects.filter(tenant_id=access.tenant_id, tool=tool).delete()
    audit.record(access=access, action="tool_rule.remove", reason=tool)
    return get_tool(access, tool)


@transaction.atomic
def add_budget(
    *, access: Access, period: BudgetPeriod, agent: str = "", user: str = "", **limits: Unpack[BudgetLimits]
) -> Budget:
    """Limit spending in a period for an agent (its name or id), a member (their address), or everybody.

    Raises NotAllowed, and InvalidInput by field.
    """
    access.require_administrator()
    _check_limits(period, limits)
    if agent and user:
        raise InvalidInput.of("user", gettext("A budget is for an agent or for a member, not for both."))
    budget = Budget.objects.create(
        tenant_id=access.tenant_id,
        period=period,
        agent=_agent(access, agent) if agent else None,
        user=_member(access, user) if user else None,
        **limits,
    )
    audit.record(access=access, action="budget.added", target=budget, reason=_for_audit(budget))
    return budget


@transaction.atomic
def remove_budget(*, access: Access, budget_id: UUID) -> None:
    """Remove a budget. Raises NotFound and NotAllowed."""
    budget = get_budget(access, budget_id)
    access.require_administrator()
    audit.record(access=access, action="budget.removed", target=budget, reason=_for_audit(budget))
    budget.delete()


def _for_audit(budget: Budget) -> str:
    """Return a budget in the audit's language, whoever changes it."""
    with override(settings.LANGUAGE_CODE):
        return describe_budget(budget)


def _check_limits(period: BudgetPeriod, limits: BudgetLimits) -> None:
    if not limits:
        raise InvalidInput(gettext("Say what is limited: tokens, cost, calls or seconds."))
    most = {"cost": MOST_DOLLARS}
    for name, limit in limits.items():
        if not 0 < Decimal(str(limit)) <= most.get(name, MOST):
            raise InvalidInput.of(
                name,
                gettext("This must be more than nothing and at most %(name)s.")
                % {"name": f"{most.get(name, MOST):,}"},
            )
    if "seconds" in limits and period != BudgetPeriod.TURN:
        raise InvalidInput.of(
            "seconds", gettext("Seconds are limited for one answer only: the period 'turn'.")
        )


def _agent(access: Access, agent: str) -> AgentDefinition:
    try:
        return get_agent(access, agent)
    except NotFound as error:
        raise InvalidInput.of(
            "agent", gettext("There is no agent %(agent)s here.") % {"agent": agent}
        ) from error


def _member(access: Access, email: str) -> User:
    member = list_members(access).filter(user__email__iexact=email).first()
    if member is None:
        raise InvalidInput.of(
            "user", gettext("%(email)s is the address of no member of this workspace.") % {"email": email}
        )
    return member.user
