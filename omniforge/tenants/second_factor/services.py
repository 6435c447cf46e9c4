"""Setting up and removing second factors. Every change is audited, without codes."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from omniforge.errors import Conflict, InvalidInput
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants import audit
from omniforge.tenants.models import Membership, User
from omniforge.tenants.second_factor.models import AuthenticatorApp, Passkey, RecoveryCode
from omniforge.tenants.second_factor.recovery import replace_codes
from omniforge.tenants.second_factor.selectors import count_factors, find_app, has_second_factor
from omniforge.tenants.second_factor.totp import step_of

_SET_UP = gettext_noop("You already have an authenticator app. Remove it before you set up another one.")


@transaction.atomic
def confirm_app(*, person: User, secret: str, code: str) -> list[str]:
    """Activate the app with this secret. Returns recovery codes if it is the first second factor.

    Raises InvalidInput for a code that isn't the app's, and Conflict if the person has an app.
    """
    if find_app(person):
        raise Conflict(gettext(_SET_UP))
    step = step_of(secret, code)
    if step is None:
        raise InvalidInput.of(
            "code",
            gettext("That code doesn't match. Check that your phone's clock is right, and enter a new code."),
        )
    is_first = not has_second_factor(person)
    app = {"secret": secret, "last_step": step, "confirmed_at": timezone.now()}
    AuthenticatorApp.objects.update_or_create(user=person, confirmed_at=None, defaults=app)
    audit.record_of_account(person, action="account.authenticator_added", by=person.pk)
    return replace_codes(person) if is_first else []


@transaction.atomic
def remove_app(person: User) -> None:
    """Remove a person's app. The caller has checked their password and a code.

    Raises Conflict if it is the last second factor, and a workspace requires one.
    """
    require_another(person)
    AuthenticatorApp.objects.filter(user=person).delete()
    forget_unneeded_codes(person)
    audit.record_of_account(person, action="account.authenticator_removed", by=person.pk)


@transaction.atomic
def renew_recovery_codes(person: User) -> list[str]:
    """Replace a person's recovery codes. Otherwise as `remove_app`."""
    audit.record_of_account(person, action="account.recovery_codes_created", by=person.pk)
    return replace_codes(person)


@transaction.atomic
def reset_second_factor(person: User, *, reason: str) -> bool:
    """Remove all second factors of a locked-out person. Returns whether there were any."""
    if not has_second_factor(person):
        return False
    for model in (AuthenticatorApp, Passkey, RecoveryCode):
        model.objects.filter(user=person).delete()
    audit.record_of_account(person, action="account.second_factor_reset", reason=reason, by=None)
    return True


@across_workspaces()
def require_another(person: User) -> None:
    """Raise Conflict if this is the person's last second factor and a workspace requires one."""
    asking = Membership.objects.filter(user=person, tenant__requires_second_factor=True)
    if count_factors(person) > 1 or not (membership := asking.select_related("tenant").first()):
        return
    raise Conflict(
        gettext("%(tenant)s requires two-factor authentication. Add another factor first.")
        % {"tenant": membership.tenant}
    )


def forget_unneeded_codes(person: User) -> None:
    """Delete a person's recovery codes if they have no second factor."""
    if not has_second_factor(person):
        RecoveryCode.objects.filter(user=person).delete()
