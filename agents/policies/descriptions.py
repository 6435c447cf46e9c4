"""Tools' purposes, effects, rules and budgets in words for people."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop, ngettext

from agents.models import AskFirst, Budget, BudgetPeriod
from agents.tools.tool import Effect
from omniforge.instants import say_seconds

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
PERIODS = {
    BudgetPeriod.TURN: gettext_noop("For each answer"),
    BudgetPeriod.DAY: gettext_noop("Each day"),
    BudgetPeriod.MONTH: gettext_noop("Each month"),
}


_SENTENCES = {
    BudgetPeriod.TURN: gettext_noop("For each answer at most %(limits)s for %(whom)s"),
    BudgetPeriod.DAY: gettext_noop("Each day at most %(limits)s for %(whom)s"),
    BudgetPeriod.MONTH: gettext_noop("Each month at most %(limits)s for %(whom)s"),
}


def describe_budget(budget: Budget) -> str:
    """Return a budget as a sentence: 'Each day at most 50,000 tokens for everybody'."""
    limits = get_text_list(list(_limits(budget)), gettext("and"))
    return gettext(_SENTENCES[BudgetPeriod(budget.period)]) % {"limits": limits, "whom": _whom(budget)}


def _limits(budget: Budget) -> Iterator[str]:
    if budget.cost is not None:
        yield _dollars(budget.cost)
    if (tokens := budget.tokens) is not None:
        yield ngettext("%(number)s token", "%(number)s tokens", tokens) % {"number": _number(tokens)}
    if (calls := budget.calls) is not None:
        yield ngettext("%(number)s tool call", "%(number)s tool calls", calls) % {"number": _number(calls)}
    if (seconds := budget.seconds) is not None:
        yield say_seconds(seconds)


def _number(number: int) -> str:
    return number_format(number, force_grouping=True)


def _dollars(cost: Decimal) -> str:
    places = 2 if cost == round(cost, 2) else 4
    return f"${number_format(cost, places, force_grouping=True)}"


def _whom(budget: Budget) -> str:
    if budget.agent:
        return gettext("the agent %(name)s") % {"name": budget.agent.slug}
    return budget.user.email if budget.user else gettext("everybody")
