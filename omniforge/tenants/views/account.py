"""A person's own account: name, workspaces, password, answer preferences."""

from typing import Any

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy

from omniforge.tenants.audit import list_readings
from omniforge.tenants.browser_sessions import list_sessions
from omniforge.tenants.forms import PasswordForm, PreferencesForm, ProfileForm
from omniforge.tenants.notices import mail_change_notice
from omniforge.tenants.oidc.people import list_issuer_accounts
from omniforge.tenants.people import change_password, change_profile
from omniforge.tenants.preferences import preferences_of, set_preferences
from omniforge.tenants.second_factor.passkeys import list_passkeys
from omniforge.tenants.second_factor.recovery import unused_codes
from omniforge.tenants.second_factor.selectors import find_app
from omniforge.tenants.second_factor.webauthn import passkey_host
from omniforge.tenants.selectors import list_workspaces
from omniforge.tenants.sign_in import confirm_password
from omniforge.tenants.views.base import ServiceFormView
from omniforge.tenants.views.settings import SettingsPage
from omniforge.web.sessions import hash_session_key

_KEYS_REVOKED = gettext_lazy(
    "Password changed. You're signed out everywhere else. Your API keys were revoked."
)
_KEYS_STAY = gettext_lazy("Password changed. You're signed out everywhere else. Your API keys still work.")


class Account(SettingsPage, ServiceFormView):
    """The person's name, sessions and workspaces."""

    tab = "account"
    template_name = "tenants/account.html"
    form_class = ProfileForm
    success_url = reverse_lazy("settings-account")
    done = gettext_lazy("Saved.")

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.person.name, "language": self.person.language}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs |= {"memberships": list_workspaces(self.person), "readings": list_readings(self.person)}
        kwargs |= {"preferences": preferences_of(self.access), "sessions": list_sessions(self.person.pk)}
        kwargs["this_session"] = hash_session_key(self.request.session.session_key or "")
        kwargs |= {"passkeys": list_passkeys(self.person), "passkey_host": passkey_host(self.request)}
        kwargs |= {"issuer_accounts": list_issuer_accounts(self.person), "issuer": settings.OIDC_ISSUER}
        kwargs["issuer_label"] = settings.OIDC_LABEL
        kwargs |= {"app": find_app(self.person), "codes_left": unused_codes(self.person).count()}
        return super().get_context_data(**kwargs)

    def act(self, **fields: Any) -> None:
        change_profile(person=self.person, **fields)


class Preferences(SettingsPage, ServiceFormView):
    """The person's answer preferences in this workspace."""

    tab = "account"
    template_name = "tenants/preferences.html"
    form_class = PreferencesForm
    success_url = reverse_lazy("settings-account")
    done = gettext_lazy("Saved. It goes with your next message.")

    def get_initial(self) -> dict[str, Any]:
        return {"preferences": preferences_of(self.access)}

    def act(self, **fields: Any) -> None:
        set_preferences(access=self.access, text=fields["preferences"])


class PasswordChange(SettingsPage, ServiceFormView):
    """Changes the password. This session continues, all others end."""

    tab = "account"
    template_name = "tenants/password.html"
    form_class = PasswordForm
    success_url = reverse_lazy("settings-account")

    def act(self, **fields: Any) -> None:
        confirm_password(self.request, person=self.person, password=fields.pop("old_password"))
        change_password(person=self.person, **fields)
        mail_change_notice(self.person, "account.password_changed", self.request)
        update_session_auth_hash(self.request, self.person)
        self.done = _KEYS_REVOKED if fields["revoke_keys"] else _KEYS_STAY
