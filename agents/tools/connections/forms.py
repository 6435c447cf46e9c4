"""The forms that connect a server, or a calendar kept elsewhere."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, gettext_lazy

from agents.models import SignIn
from agents.tools.mcp.directory import Entrance, KnownServer
from agents.tools.mcp.services import LONGEST_NAME
from agents.tools.sources.kinds.feed import FEED
from agents.tools.sources.kinds.page import PAGE
from agents.tools.sources.services import LONGEST_NAME as LONGEST
from omniforge.tenants.forms import PageForm

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_LONGEST_URL = 2_000
_LONGEST_KEY = 8_000
_FIRST = {  # fields shown first; all others are under More
    Entrance.OAUTH: ("sign_in",),
    Entrance.APP: ("client_id", "client_secret", "sign_in"),
    Entrance.KEY: ("key",),
    None: ("name", "url", "sign_in"),
}
_EITHER = ("key", "client_id", "client_secret")


def _text(
    label: "StrOrPromise", longest: int, help_text: "StrOrPromise" = "", **options: Any
) -> forms.CharField:
    attributes = {"autocomplete": "off", "spellcheck": "false", **options.pop("attributes", {})}
    widget = options.pop("widget", forms.TextInput)(attributes)
    return forms.CharField(label=label, max_length=longest, help_text=help_text, widget=widget, **options)


def _user_name() -> forms.CharField:
    return _text(gettext_lazy("User name"), 320)


def _password(help_text: "StrOrPromise") -> forms.CharField:
    return _text(gettext_lazy("Password"), 1_000, help_text, widget=forms.PasswordInput, strip=False)


def _name(help_text: "StrOrPromise") -> forms.CharField:
    return _text(gettext_lazy("Name"), LONGEST, help_text, required=False)


class ServerForm(PageForm):
    """A server, from the directory or not. Only required fields are shown. The rest is under More."""

    prefix = "server"
    name = _text(gettext_lazy("Name"), 80, gettext_lazy("What your team calls it."))
    url = _text(gettext_lazy("Address"), _LONGEST_URL, widget=forms.URLInput)
    sign_in = forms.ChoiceField(
        label=gettext_lazy("Who signs in"),
        choices=[
            (SignIn.WORKSPACE, gettext_lazy("I do, and everyone here uses my sign-in")),
            (SignIn.PERSON, gettext_lazy("Each person, with their own account")),
        ],
        initial=SignIn.WORKSPACE,
    )
    key = _text(
        gettext_lazy("Key"),
        _LONGEST_KEY,
        gettext_lazy("Stored encrypted, never shown again."),
        widget=forms.PasswordInput,
    )
    client_id = _text(gettext_lazy("Client ID"), 500)
    client_secret = _text(gettext_lazy("Client secret"), 2_000, widget=forms.PasswordInput)
    slug = _text(
        gettext_lazy("Name in tools"),
        LONGEST_NAME,
        gettext_lazy("The names of its tools begin with it, for example notes."),
    )
    headers = _text(
        gettext_lazy("Headers"),
        _LONGEST_KEY,
        gettext_lazy("One a line, for example X-Team: finance. Sent with each request."),
        widget=forms.Textarea,
    )

    def __init__(self, *args: Any, known: KnownServer | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first_names = _FIRST[known.sign_in if known else None]
        if known:
            del self.fields["name"], self.fields["url"]
        for name, field in self.fields.items():
            field.required = name in self.first_names and name not in _EITHER
        self.fields["headers"].widget.attrs["rows"] = 2

    def first(self) -> Iterable[BoundField]:
        """Return the fields shown first."""
        return [self[name] for name in self.first_names]

    def more(self) -> Iterable[BoundField]:
        """Return the fields that few people need."""
        return [self[name] for name in self.fields if name not in self.first_names]

    def more_is_wrong(self) -> bool:
        """Return whether a field under More has an error, so that it must be visible."""
        return any(one.errors for one in self.more())

    def clean(self) -> dict[str, Any]:
        """Require what the server needs: a key, or our client registration."""
        given = self.cleaned_data
        wanted = next((name for name in self.first_names if name in _EITHER), "")
        if wanted and not given.get("key") and not given.get("client_id"):
            self.add_error(wanted, gettext("Enter it to connect."))
        return given

    def clean_headers(self) -> dict[str, str]:
        lines = [line for line in self.cleaned_data["headers"].splitlines() if line.strip()]
        pairs = [line.partition(":") for line in lines]
        if not all(colon for _, colon, _ in pairs):
            raise forms.ValidationError(gettext("Write each header as Name: value, one a line."))
        return {name.strip(): value.strip() for name, _, value in pairs}


class _AnyOf(forms.MultipleChoiceField):
    """Any of the values that the page offered. The service knows which exist."""

    def valid_value(self, value: str) -> bool:
        return len(value) <= _LONGEST_KEY


class ToolsForm(PageForm):
    """The tools of a server that run without asking."""

    read_only = _AnyOf(required=False)


class AccountForm(PageForm):
    """An account at a CalDAV server."""

    prefix = "account"
    url = _text(
        gettext_lazy("Address"),
        _LONGEST_URL,
        gettext_lazy("The calendar's address, or the server's."),
        widget=forms.URLInput,
    )
    username = _user_name()
    password = _password(gettext_lazy("One for apps, where your provider has them. It is not shown again."))


class SourceForm(PageForm):
    """The address of a feed or a page."""

    prefix = "source"
    url = _text(
        gettext_lazy("Address"),
        _LONGEST_URL,
        gettext_lazy("A feed, or a page. If a page offers a feed, agents read the feed."),
        attributes={"inputmode": "url", "placeholder": "https://"},
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Read as"),
        choices=[
            ("", gettext_lazy("Whatever it is")),
            (FEED.name, gettext_lazy("Feed")),
            (PAGE.name, gettext_lazy("Page, watched for changes")),
        ],
        required=False,
    )
    slug = _name(gettext_lazy("Leave it empty to use its title."))


class MailboxForm(PageForm):
    """A mailbox at an IMAP server."""

    prefix = "mailbox"
    host = _text(
        gettext_lazy("Server"),
        255,
        gettext_lazy("For IMAP over TLS."),
        attributes={"placeholder": "imap.example.com"},
    )
    username = _user_name()
    password = _password(gettext_lazy("One for apps, if your provider has them. It is not shown again."))
    folder = _text(
        gettext_lazy("Folder"), 200, gettext_lazy("Leave it empty to read the inbox."), required=False
    )
    slug = _name(gettext_lazy("Leave it empty to use the user name."))


class FilesForm(PageForm):
    """Files that people upload, or the documents of a project."""

    prefix = "files"
    project = _text(
        gettext_lazy("Project"),
        200,
        gettext_lazy("Agents read its documents. Leave it empty to read the files that each person uploads."),
        required=False,
    )
    names = _text(
        gettext_lazy("Only those called"),
        200,
        gettext_lazy("For example *.csv or Minutes*. Leave it empty to read all."),
        required=False,
    )
    slug = _name(gettext_lazy("Leave it empty to use the project's."))
