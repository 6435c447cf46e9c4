"""Forms. They check formats only. The services behind them check the rules."""

from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from omniforge.errors import InvalidInput, OmniForgeError
from omniforge.tenants.models import Role, User
from omniforge.tenants.people import check_account, reset_password
from omniforge.tenants.preferences import LONGEST
from omniforge.tenants.sign_in import check_password

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_PASSWORD = gettext_lazy("Password")


class PageForm(forms.Form):
    """Base form, which can also show errors of a service beside its fields."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.setdefault("class", "input")

    def add_refusal(self, error: OmniForgeError) -> None:
        """Show a service's error beside the fields that it names, else above the form."""
        fields = {name: said for name, said in getattr(error, "fields", {}).items() if name in self.fields}
        for name, said in (fields or {None: gettext(error.message)}).items():
            self.add_error(name, said)


def email_field(**options: Any) -> forms.EmailField:
    """An e-mail address, with autocompletion."""
    return forms.EmailField(widget=forms.EmailInput({"autocomplete": "username"}), **options)


def new_password_field(label: "StrOrPromise" = _PASSWORD) -> forms.CharField:
    """A new password. The service checks its strength."""
    return forms.CharField(
        label=label,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        help_text=gettext_lazy("At least 12 characters. A short sentence works well."),
    )


def old_password_field() -> forms.CharField:
    """The current password, as confirmation."""
    return forms.CharField(
        label=gettext_lazy("Current password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )


def revoke_keys_field() -> forms.BooleanField:
    """Whether to revoke the person's API keys with the old password."""
    return forms.BooleanField(
        label=gettext_lazy("Revoke my API keys too"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise they stay valid. Programs that use them stop working when they're revoked."
        ),
        widget=forms.CheckboxInput({"class": "check"}),
    )


def name_field() -> forms.CharField:
    """A person's own name."""
    return forms.CharField(
        label=gettext_lazy("Your name"), max_length=120, widget=forms.TextInput({"autocomplete": "name"})
    )


class SignInForm(PageForm):
    """Address and password. If valid, `get_user()` is the person."""

    email = email_field(label=gettext_lazy("Email"))
    password = forms.CharField(
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
        label=gettext_lazy("Password"),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.refusal: OmniForgeError | None = None

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "email" in given and "password" in given:
            try:
                self._user = check_password(self.request, email=given["email"], password=given["password"])
            except OmniForgeError as refusal:
                self.refusal = refusal
                self.add_refusal(refusal)
        return given

    def get_user(self) -> User:
        """Return the person, only if the form is valid."""
        return self._user


class ForgotPasswordForm(PageForm):
    """The address that a password reset link is mailed to."""

    email = email_field(label=gettext_lazy("Email"))


class FirstAccountForm(PageForm):
    """The owner's account and the workspace, on a server without accounts."""

    workspace = forms.CharField(
        label=gettext_lazy("Workspace"),
        max_length=120,
        help_text=gettext_lazy("Your team or company. It can be changed later."),
    )
    name = name_field()
    email = email_field(label=gettext_lazy("Email"))
    password = new_password_field()


class NewAccountForm(PageForm):
    """The account of an invited person."""

    name = name_field()
    email = email_field(label=gettext_lazy("Email"))
    password = new_password_field()


class InviteForm(PageForm):
    """An invitation: address and role."""

    email = forms.EmailField(
        label=gettext_lazy("Email"),
        required=False,
        help_text=gettext_lazy("Leave empty for a link that anyone can use, once."),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.MEMBER)


class RoleForm(PageForm):
    """A member's new role."""

    role = forms.TypedChoiceField(choices=Role.choices, coerce=Role)


class SwitchForm(PageForm):
    """The workspace to switch to."""

    tenant = forms.UUIDField()


class KeyForm(PageForm):
    """Name, scopes and lifetime of a new API key."""

    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=80,
        help_text=gettext_lazy("For example: nightly report, CRM sync."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        choices=[
            ("chat", gettext_lazy("send messages and make changes (chat)")),
            ("read", gettext_lazy("read conversations, agents and usage (read)")),
            ("admin", gettext_lazy("manage people and keys, as far as your role reaches (admin)")),
        ],
        initial=["chat", "read"],
        widget=forms.CheckboxSelectMultiple({"class": "check"}),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"),
        choices=[
            (30, gettext_lazy("30 days")),
            (90, gettext_lazy("90 days")),
            (365, gettext_lazy("A year")),
            ("", gettext_lazy("Until it is revoked")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        initial=90,
    )


class WorkspaceForm(PageForm):
    """Settings of a workspace."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    retention_days = forms.IntegerField(
        label=gettext_lazy("Chats are kept for, in days"),
        help_text=gettext_lazy("30 to 3650. Older ones are erased, and cannot be brought back."),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=lambda: [(zone, zone) for zone in sorted(available_timezones())],
        help_text=gettext_lazy("Schedules run and months begin in it."),
    )
    documents_only = forms.BooleanField(
        label=gettext_lazy("Answer from documents only"),
        help_text=gettext_lazy("Answers to questions about your documents add no general knowledge."),
        required=False,
        widget=forms.CheckboxInput({"class": "check"}),
    )
    requires_second_factor = forms.BooleanField(
        label=gettext_lazy("Require two-factor authentication"),
        help_text=gettext_lazy(
            "Members without it have to set it up before they go on. API keys keep working."
        ),
        required=False,
        widget=forms.CheckboxInput({"class": "check"}),
    )


class ProfileForm(PageForm):
    """A person's name and page language."""

    name = name_field()
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=[("", gettext_lazy("As in the browser")), *settings.LANGUAGES],
        required=False,
        help_text=gettext_lazy("For signing in and for Settings. Chats are in English so far."),
    )


class PreferencesForm(PageForm):
    """A person's answer preferences."""

    preferences = forms.CharField(
        label=gettext_lazy("In your own words"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 6}),
        help_text=gettext_lazy("For example: short answers, tables where possible, I work in CET."),
    )


class NewPasswordForm(PageForm):
    """A new password for `user`, who followed a reset link."""

    password = new_password_field(label=gettext_lazy("New password"))
    revoke_keys = revoke_keys_field()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = user

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "password" in given:
            try:
                check_account(self.person, given["password"])
            except InvalidInput as refusal:
                self.add_refusal(refusal)
        return given

    def save(self) -> User:
        """Set the password. Django's view calls this."""
        reset_password(person=self.person, **self.cleaned_data)
        return self.person


class PasswordForm(PageForm):
    """A new password, confirmed by the old one."""

    old_password = old_password_field()
    password = new_password_field(label=gettext_lazy("New password"))
    revoke_keys = revoke_keys_field()
