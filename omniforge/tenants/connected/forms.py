"""Forms for connecting models and assigning roles."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from omniforge.llm.model_listing import LONGEST_MODEL
from omniforge.llm.vendors import VENDORS, VendorRow
from omniforge.tenants.connected.choice import PURPOSES
from omniforge.tenants.connected.services import LONGEST_ADDRESS, LONGEST_KEY
from omniforge.tenants.forms import PageForm


def key_field(row: VendorRow | None = None) -> forms.CharField:
    """A vendor's key, with autocompletion disabled."""
    needed = row is None or row.needs_key
    return forms.CharField(
        label=gettext_lazy("API key") if needed else gettext_lazy("API key (optional)"),
        max_length=LONGEST_KEY,
        required=needed,
        widget=forms.PasswordInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext(row.key_hint) if row and row.key_hint else "",
    )


class ConnectForm(PageForm):
    """A vendor with its key, address and model only if the vendor needs them."""

    vendor = forms.ChoiceField(choices=[(name, row.label) for name, row in VENDORS.items()])

    def __init__(self, *args: Any, vendor: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = VENDORS[vendor]
        self.fields["vendor"].widget = forms.HiddenInput()
        self.fields["vendor"].initial = vendor
        if row.asks_address:
            self.fields["address"] = _address_field(row)
        self.fields["key"] = key_field(row)
        if row.asks_address:
            self.fields["model"] = _model_field(row)
        for field in self.fields.values():
            field.widget.attrs.setdefault("class", "input")


class ReplaceKeyForm(PageForm):
    """Another key for a connection."""

    key = key_field()


class OffersForm(PageForm):
    """The models of a connection that people may pick: all, or the listed ones."""

    which = forms.ChoiceField(
        choices=[("all", gettext_lazy("All models")), ("some", gettext_lazy("Only these"))]
    )

    def clean(self) -> dict[str, Any]:
        """Return the models, or None for all."""
        is_some = self.cleaned_data.get("which") == "some"
        return {"models": self.data.getlist("models") if is_some else None}  # type: ignore[attr-defined]


class RolesForm(PageForm):
    """A model for each role: 'default', 'none', or a connection's id and a model."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for role in PURPOSES:
            self.fields[role] = forms.CharField(max_length=LONGEST_MODEL + 40, required=False)


def _address_field(row: VendorRow) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_ADDRESS,
        initial=row.address,
        widget=forms.URLInput({"autocomplete": "off"}),
        help_text=row.address_hint and gettext("For example %(address)s") % {"address": row.address_hint},
    )


def _model_field(row: VendorRow) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Deployment (optional)")
        if row.wire == "azure"
        else gettext_lazy("Model (optional)"),
        max_length=LONGEST_MODEL,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Leave empty to use the one in the address.")
        if row.wire == "azure"
        else gettext_lazy("Leave empty to use the first model of the server."),
    )
