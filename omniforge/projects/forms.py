"""What people fill in on the pages of projects that work without a script."""

from django import forms
from django.utils.translation import gettext_lazy

from omniforge.projects.validation import CONTENT, TITLE
from omniforge.tenants.forms import PageForm


class NewProjectForm(PageForm):
    """A name, and in one's own words what it is for: that becomes the project's first document."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=TITLE)
    context = forms.CharField(
        label=gettext_lazy("What is it for?"),
        required=False,
        strip=False,
        max_length=CONTENT,
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy(
            "Purpose and scope in your own words. It is kept as you write it, as the first document."
        ),
    )


class UndoForm(PageForm):
    """Whose history the button was on, if it was that of one thing."""

    thing = forms.UUIDField(required=False)
