"""The forms for a tool's rule and for a budget."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from agents.models import AskFirst, BudgetPeriod
from agents.policies.descriptions import PERIODS
from omniforge.tenants.forms import PageForm

_UNITS = {
    "tokens": gettext_lazy("tokens"),
    "cost": gettext_lazy("US dollars"),
    "calls": gettext_lazy("tool calls"),
    "seconds": gettext_lazy("seconds"),
}


class ToolRuleForm(PageForm):
    """When a tool asks first."""

    ask_first = forms.TypedChoiceField(choices=AskFirst.choices, coerce=AskFirst)


class BudgetForm(PageForm):
    """One limit, read as a sentence: when, how much of what, for whom. Its data suit `add_budget`."""

    period = forms.TypedChoiceField(
        label=gettext_lazy("When"),
        choices=lambda: [(period, gettext(said)) for period, said in PERIODS.items()],
        coerce=BudgetPeriod,
    )
    amount = forms.DecimalField(label=gettext_lazy("At most"), max_digits=14, decimal_places=4)
    unit = forms.ChoiceField(label=gettext_lazy("Of what"), choices=list(_UNITS.items()))
    whom = forms.ChoiceField(label=gettext_lazy("For whom"), required=False)

    def __init__(self, *args: Any, agents: Iterable[str], people: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        whom: Any = self.fields["whom"]
        whom.choices = [
            ("", gettext("Everybody")),
            (gettext("Agents"), [(f"agent:{slug}", slug) for slug in agents]),
            (gettext("People"), [(f"user:{email}", email) for email in people]),
        ]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if self.errors:
            return given
        kind, _, name = given["whom"].partition(":")
        return {"period": given["period"], given["unit"]: self._amount()} | ({kind: name} if kind else {})

    def _amount(self) -> Decimal | int:
        amount: Decimal = self.cleaned_data["amount"]
        if self.cleaned_data["unit"] == "cost":
            return amount
        if amount != int(amount):
            self.add_error("amount", gettext("Only dollars can have decimals."))
        return int(amount)
