"""What is filled in to connect a server, and a calendar kept elsewhere."""

from django import forms

from agents.tools.mcp.services import LONGEST_NAME
from agents.tools.sources.kinds.feed import FEED
from agents.tools.sources.kinds.page import PAGE
from agents.tools.sources.services import LONGEST_NAME as LONGEST
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


class SourceForm(PageForm):
    """The address of a feed or a page."""

    prefix = "source"
    url = forms.CharField(
        label="Address",
        max_length=_LONGEST_URL,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "url", "placeholder": "https://"}),
        help_text="A feed, or a page. If a page offers a feed, agents read the feed.",
    )
    kind = forms.ChoiceField(
        label="Read as",
        choices=[("", "Whatever it is"), (FEED.name, "Feed"), (PAGE.name, "Page, watched for changes")],
        required=False,
    )
    slug = forms.CharField(
        label="Name", max_length=LONGEST, required=False, help_text="Leave it empty to use its title."
    )
