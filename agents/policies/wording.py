"""Tools' purposes, effects, rules and budgets in the words in which people read them."""

import re
from decimal import Decimal

from django.utils.text import get_text_list
from django.utils.translation import gettext_noop

from agents.models import AskFirst, Budget, BudgetPeriod
from agents.tools.counting import counted
from agents.tools.tool import Effect

EFFECTS = {
    Effect.READ: gettext_noop("Only reads"),
    Effect.WRITE: gettext_noop("Changes things here"),
    Effect.IRREVERSIBLE: gettext_noop("Cannot be undone"),
}
ASKS = {
    AskFirst.ALWAYS: gettext_noop("Each time"),
    AskFirst.ONCE: gettext_noop("The first time"),
    AskFirst.NEVER: gettext_noop("Never"),
}
_PURPOSE_ENDS = re.compile(r"[.;](?:\s|$)")
PERIODS = {
    BudgetPeriod.TURN: gettext_noop("For each answer"),
    BudgetPeriod.DAY: gettext_noop("Each day"),
    BudgetPeriod.MONTH: gettext_noop("Each month"),
}


def purpose_of(description: str) -> str:
    """Return what a tool is for: its description up to where it goes on with advice to a model."""
    return _PURPOSE_ENDS.split(description, maxsplit=1)[0]


def describe_budget(budget: Budget) -> str:
    """Say a budget as a sentence: 'Each day at most 50,000 tokens for everybody'."""
    limits = get_text_list(_limits(budget), "and")
    return f"{PERIODS[BudgetPeriod(budget.period)]} at most {limits} for {_whom(budget)}"


def _limits(budget: Budget) -> list[str]:
    told = (
        counted(number, unit)
        for number, unit in (
            (budget.tokens, "token"),
            (budget.calls, "tool call"),
            (budget.seconds, "second"),
        )
        if number is not None
    )
    return [*([] if budget.cost is None else [_dollars(budget.cost)]), *told]


def _dollars(cost: Decimal) -> str:
    whole_cents = cost == round(cost, 2)
    return f"${cost:,.2f}" if whole_cents else f"${cost:,.4f}"


def _whom(budget: Budget) -> str:
    if budget.agent:
        return f"the agent {budget.agent.slug}"
    return budget.user.email if budget.user else "everybody"
