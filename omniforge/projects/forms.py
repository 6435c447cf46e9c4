"""Forms of the project pages that work without JavaScript."""

from django import forms
from django.utils.translation import gettext_lazy

from omniforge.projects.validation import CONTENT, TITLE
from omniforge.tenants.forms import PageForm


class NewProjectForm(PageForm):
    """A name, and a description of the purpose, which becomes the project's first document."""

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
    """The object whose history had the button, if it was a single object's."""

    thing = forms.UUIDField(required=False)
