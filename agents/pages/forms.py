"""What people fill in on the pages of skills."""

from django import forms

from omniforge.tenants.forms import PageForm


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
