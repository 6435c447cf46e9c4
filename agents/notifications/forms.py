"""What is filled in for a web hook."""

from django import forms
from django.utils.translation import gettext_lazy

from agents.notifications.services import LONGEST_NAME, LONGEST_URL
from omniforge.tenants.forms import PageForm


class WebHookForm(PageForm):
    """A web hook's name and address."""

    slug = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("For example team-channel: agents call it so."),
    )
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput({"autocomplete": "off"}),
        help_text=gettext_lazy(
            "From Slack, Mattermost or others that take the same messages. It is not shown again."
        ),
    )
