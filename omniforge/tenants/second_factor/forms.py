"""Forms of the second factor."""

from typing import TYPE_CHECKING, Any

import orjson
from django import forms
from django.utils.translation import gettext_lazy

from omniforge.tenants.forms import PageForm, old_password_field

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_EITHER = gettext_lazy("Six digits from your authenticator app, or a recovery code.")


def code_field(help_text: "StrOrPromise", **attributes: Any) -> forms.CharField:
    """A code, with autocompletion of one-time codes."""
    widget = forms.TextInput({"autocomplete": "one-time-code", **attributes})
    return forms.CharField(label=gettext_lazy("Code"), max_length=40, widget=widget, help_text=help_text)


class StepForm(PageForm):
    """The second step of a sign-in."""

    code = code_field(_EITHER, autofocus=True)


class ProvenForm(PageForm):
    """Base: a form that needs the password, unless the person has just signed in (no `asks_password`)."""

    old_password = old_password_field()

    def __init__(self, *args: Any, asks_password: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_password:
            del self.fields["old_password"]


class SetUpForm(ProvenForm):
    """The first code of an app."""

    code = code_field(gettext_lazy("Six digits that the app shows now."), inputmode="numeric")


class ProveForm(ProvenForm):
    """Password and code, before removing a second factor or replacing recovery codes."""

    code = code_field(_EITHER)


class PasskeyForm(ProvenForm):
    """The name of a new passkey."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("For example: MacBook, blue YubiKey."),
    )


class AnswerForm(PageForm):
    """A device's response as JSON, and the next page."""

    credential = forms.CharField(max_length=50_000, widget=forms.HiddenInput)
    next = forms.CharField(required=False)

    def clean_credential(self) -> dict[str, Any]:
        try:
            given = orjson.loads(self.cleaned_data["credential"])
        except orjson.JSONDecodeError:
            given = None
        if not isinstance(given, dict):
            raise forms.ValidationError(gettext_lazy("Your browser sent no passkey. Try again."))
        return given
