"""What people fill in on the pages of agents and skills."""

from django import forms

from agents.definitions.hooks.services import LONGEST_NAME
from omniforge.tenants.forms import PageForm


class HookForm(PageForm):
    """What an incoming web hook is called, and whether deliveries have to be signed."""

    name = forms.CharField(
        label="Name of the new web hook",
        max_length=LONGEST_NAME,
        help_text="For example Shop orders.",
        widget=forms.TextInput({"id": "hook-name"}),
    )
    signed = forms.BooleanField(
        label="Signed deliveries only",
        required=False,
        initial=True,
        help_text="The sender signs each delivery with a secret. Otherwise the address alone is enough.",
        widget=forms.CheckboxInput({"class": "check"}),
    )


class ImportForm(PageForm):
    """A zip of skills, and what becomes of those that are there already."""

    archive = forms.FileField(
        label="Zip of skills",
        help_text="A folder for each skill, with its SKILL.md and other text files.",
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )
    replace = forms.ChoiceField(
        label="If one is here already",
        choices=(("", "Import nothing and say which"), ("yes", "Give it a new version")),
        required=False,
    )
