"""What is filled in to connect a server, and a calendar kept elsewhere."""

from django import forms

from agents.tools.mcp.services import LONGEST_NAME
from omniforge.tenants.forms import PageForm

_LONGEST_URL = 2_000


class ServerForm(PageForm):
    """A server of the Model Context Protocol at an address."""

    prefix = "server"
    slug = forms.CharField(
        label="Name",
        max_length=LONGEST_NAME,
        help_text="For example notes. The names of its tools begin with it.",
    )
    url = forms.CharField(
        label="Address", max_length=_LONGEST_URL, widget=forms.URLInput({"autocomplete": "off"})
    )
    key = forms.CharField(
        label="Key",
        max_length=8_000,
        required=False,
        widget=forms.PasswordInput({"autocomplete": "off"}),
        help_text="If the server wants one. It is not shown again.",
    )


class AccountForm(PageForm):
    """An account at a CalDAV server."""

    prefix = "account"
    url = forms.CharField(
        label="Address",
        max_length=_LONGEST_URL,
        widget=forms.URLInput({"autocomplete": "off"}),
        help_text="The calendar's address, or the server's.",
    )
    username = forms.CharField(
        label="User name", max_length=320, widget=forms.TextInput({"autocomplete": "off"})
    )
    password = forms.CharField(
        label="Password",
        max_length=1_000,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "off"}),
        help_text="One for apps, where your provider has them. It is not shown again.",
    )
