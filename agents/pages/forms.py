"""Forms on the pages of agents and skills."""

from django import forms
from django.utils.translation import gettext_lazy

from agents.definitions.hooks.services import LONGEST_NAME
from omniforge.tenants.forms import PageForm


class HookForm(PageForm):
    """An incoming web hook's name, and whether deliveries must be signed."""

    name = forms.CharField(
        label=gettext_lazy("Name of the new web hook"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("For example Shop orders."),
        widget=forms.TextInput({"id": "hook-name"}),
    )
    signed = forms.BooleanField(
        label=gettext_lazy("Signed deliveries only"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "The sender signs each delivery with a secret. Otherwise the address alone is enough."
        ),
        widget=forms.CheckboxInput({"class": "check"}),
    )


class ImportForm(PageForm):
    """A zip of skills, and what to do with existing ones."""

    archive = forms.FileField(
        label=gettext_lazy("Zip of skills"),
        help_text=gettext_lazy("A folder for each skill, with its SKILL.md and other text files."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )
    replace = forms.ChoiceField(
        label=gettext_lazy("If one is here already"),
        choices=(
            ("", gettext_lazy("Import nothing and say which")),
            ("yes", gettext_lazy("Give it a new version")),
        ),
        required=False,
    )
