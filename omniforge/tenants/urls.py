"""Paths of signing in and of the settings."""

from functools import partial

from django.urls import path
from django.utils.translation import gettext_lazy

from omniforge.tenants.browser_sessions import end_other_sessions, end_session
from omniforge.tenants.connected.forms import OffersForm, ReplaceKeyForm, RolesForm
from omniforge.tenants.connected.roles import set_roles
from omniforge.tenants.connected.services import check_models, offer_models, remove_connection, replace_key
from omniforge.tenants.connected.views import FirstModel, ModelSettings
from omniforge.tenants.forms import RoleForm
from omniforge.tenants.invitations import withdraw_invitation
from omniforge.tenants.keys import revoke_api_key
from omniforge.tenants.oidc.people import disconnect
from omniforge.tenants.oidc.views import FromIssuer, ToIssuer
from omniforge.tenants.second_factor.passkey_views import (
    AddPasskey,
    FinishPasskey,
    PasskeyOptions,
    RemovePasskey,
    UsePasskey,
)
from omniforge.tenants.second_factor.views import RemoveApp, RenewCodes, SecondStep, SetUp
from omniforge.tenants.services import change_role, remove_member
from omniforge.tenants.views.account import Account, PasswordChange, Preferences
from omniforge.tenants.views.actions import ServiceAction, SwitchWorkspace
from omniforge.tenants.views.password import ChoosePassword, ForgotPassword
from omniforge.tenants.views.settings import (
    KeySettings,
    PeopleSettings,
    UsageSettings,
    WorkspaceSettings,
)
from omniforge.tenants.views.sign_in import AcceptInvitation, FirstAccount, SignIn, SignOut

door = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-in/code/", SecondStep.as_view(), name="second-step"),
    path("sign-in/oidc/", ToIssuer.as_view(), name="oidc"),
    path("sign-in/oidc/callback/", FromIssuer.as_view(), name="oidc-callback"),
    path("sign-in/passkey/", UsePasskey.as_view(), name="use-passkey"),
    path("sign-in/passkey/options/", PasskeyOptions.as_view(), name="passkey-options"),
    path("sign-out/", SignOut.as_view(), name="sign-out"),
    path("forgot-password/", ForgotPassword.as_view(), name="forgot-password"),
    path("reset-password/<slug:uidb64>.<slug:token>/", ChoosePassword.as_view(), name="choose-password"),
    path("first-account/", FirstAccount.as_view(), name="first-account"),
    path("join/<str:token>/", AcceptInvitation.as_view(), name="invitation"),
    path("workspace/", SwitchWorkspace.as_view(), name="switch-workspace"),
]
pages = [
    path("settings/", WorkspaceSettings.as_view(), name="settings"),
    path("settings/people/", PeopleSettings.as_view(), name="settings-people"),
    path("settings/keys/", KeySettings.as_view(), name="settings-keys"),
    path("settings/models/", ModelSettings.as_view(), name="settings-models"),
    path("connect-model/", FirstModel.as_view(), name="first-model"),
    path("settings/usage/", UsageSettings.as_view(), name="settings-usage"),
    path("settings/account/", Account.as_view(), name="settings-account"),
    path("settings/account/preferences/", Preferences.as_view(), name="settings-preferences"),
    path("settings/account/password/", PasswordChange.as_view(), name="settings-password"),
    path("settings/account/second-factor/", SetUp.as_view(), name="set-up-second-factor"),
    path("settings/account/second-factor/remove/", RemoveApp.as_view(), name="remove-authenticator"),
    path("settings/account/passkeys/add/", AddPasskey.as_view(), name="add-passkey"),
    path("settings/account/passkeys/finish/", FinishPasskey.as_view(), name="finish-passkey"),
    path(
        "settings/account/passkeys/<uuid:passkey_id>/remove/", RemovePasskey.as_view(), name="remove-passkey"
    ),
    path("settings/account/recovery-codes/", RenewCodes.as_view(), name="renew-recovery-codes"),
]
_of_models = partial(ServiceAction.as_view, next_page="settings-models")
_of_account = partial(ServiceAction.as_view, next_page="settings-account")
buttons = [
    path(
        "settings/account/issuers/<uuid:account_id>/disconnect/",
        _of_account(service=disconnect, done=gettext_lazy("Disconnected.")),
        name="disconnect-issuer",
    ),
    path(
        "settings/account/sessions/<str:session_id>/end/",
        _of_account(service=end_session, done=gettext_lazy("Signed out of that browser.")),
        name="end-session",
    ),
    path(
        "settings/account/sessions/<str:session_id>/end-others/",
        _of_account(service=end_other_sessions, done=gettext_lazy("Signed out everywhere else.")),
        name="end-other-sessions",
    ),
    path(
        "settings/models/roles/",
        _of_models(
            service=set_roles,
            form_class=RolesForm,
            done=gettext_lazy("Saved. It applies from the next message."),
        ),
        name="set-model-roles",
    ),
    path(
        "settings/models/<uuid:connection_id>/test/",
        _of_models(service=check_models, done=gettext_lazy("It works.")),
        name="test-model",
    ),
    path(
        "settings/models/<uuid:connection_id>/key/",
        _of_models(service=replace_key, form_class=ReplaceKeyForm, done=gettext_lazy("Key replaced.")),
        name="replace-model-key",
    ),
    path(
        "settings/models/<uuid:connection_id>/offers/",
        _of_models(
            service=offer_models,
            form_class=OffersForm,
            done=gettext_lazy("Saved. It applies from the next message."),
        ),
        name="offer-models",
    ),
    path(
        "settings/models/<uuid:connection_id>/remove/",
        _of_models(service=remove_connection, done=gettext_lazy("Removed.")),
        name="remove-model",
    ),
    path(
        "settings/people/<uuid:membership_id>/role/",
        ServiceAction.as_view(
            service=change_role,
            form_class=RoleForm,
            next_page="settings-people",
            done=gettext_lazy("Role changed."),
        ),
        name="change-role",
    ),
    path(
        "settings/people/<uuid:membership_id>/remove/",
        ServiceAction.as_view(
            service=remove_member,
            next_page="settings-people",
            done=gettext_lazy("Member removed. Their API keys were revoked."),
        ),
        name="remove-member",
    ),
    path(
        "settings/invitations/<uuid:invitation_id>/withdraw/",
        ServiceAction.as_view(
            service=withdraw_invitation,
            next_page="settings-people",
            done=gettext_lazy("Invitation withdrawn."),
        ),
        name="withdraw-invitation",
    ),
    path(
        "settings/keys/<uuid:key_id>/revoke/",
        ServiceAction.as_view(
            service=revoke_api_key, next_page="settings-keys", done=gettext_lazy("Key revoked.")
        ),
        name="revoke-key",
    ),
]
urlpatterns = door + pages + buttons
