"""What a person sets up and removes of their second factor. Every change is audited, without a code."""

from django.db import transaction
from django.utils import timezone

from omniforge.errors import Conflict, InvalidInput
from omniforge.tenants import audit
from omniforge.tenants.models import Membership, User
from omniforge.tenants.second_factor.models import AuthenticatorApp, RecoveryCode
from omniforge.tenants.second_factor.recovery import replace_codes
from omniforge.tenants.second_factor.selectors import find_app, has_second_factor
from omniforge.tenants.second_factor.totp import new_secret, step_of

_SET_UP = Conflict("You already have an authenticator app. Remove it before you set up another one.")


def begin_app(person: User) -> AuthenticatorApp:
    """Return an app with a new secret, which counts once `confirm_app` has seen a code of it.

    Raises Conflict if the person has an app.
    """
    if find_app(person):
        raise _SET_UP
    app, _ = AuthenticatorApp.objects.update_or_create(
        user=person, confirmed_at=None, defaults={"secret": new_secret(), "last_step": 0}
    )
    return app


def app_being_set_up(person: User) -> AuthenticatorApp:
    """Return the app that `begin_app` made last. Raises Conflict as it does."""
    return AuthenticatorApp.objects.filter(user=person, confirmed_at=None).first() or begin_app(person)


@transaction.atomic
def confirm_app(*, person: User, code: str) -> list[str]:
    """Have the app that was begun count from now on; returns the person's first recovery codes.

    Raises InvalidInput for a code that isn't the app's, and Conflict as `begin_app`.
    """
    app = app_being_set_up(person)
    step = step_of(app.secret, code)
    if step is None:
        raise InvalidInput.of(
            "code", "That code doesn't match. Check that your phone's clock is right, and enter a new code."
        )
    app.last_step, app.confirmed_at = step, timezone.now()
    app.save(update_fields=["last_step", "confirmed_at"])
    audit.record_of_account(person, action="account.authenticator_added", by=person.pk)
    return replace_codes(person)


@transaction.atomic
def remove_app(person: User) -> None:
    """Have a person's app count no more. Whoever calls this has seen their password and a code.

    Raises Conflict if one of their workspaces asks for a second factor.
    """
    _require_no_workspace(person)
    AuthenticatorApp.objects.filter(user=person).delete()
    _forget_codes_of_nobody(person)
    audit.record_of_account(person, action="account.authenticator_removed", by=person.pk)


@transaction.atomic
def renew_recovery_codes(person: User) -> list[str]:
    """Give a person new recovery codes for those that they have. Otherwise as `remove_app`."""
    audit.record_of_account(person, action="account.recovery_codes_created", by=person.pk)
    return replace_codes(person)


@transaction.atomic
def reset_second_factor(person: User, *, reason: str) -> bool:
    """Take all second factors from somebody who is locked out; returns whether there were any."""
    if not has_second_factor(person):
        return False
    AuthenticatorApp.objects.filter(user=person).delete()
    RecoveryCode.objects.filter(user=person).delete()
    audit.record_of_account(person, action="account.second_factor_reset", reason=reason, by=None)
    return True


def _require_no_workspace(person: User) -> None:
    asking = Membership.objects.filter(user=person, tenant__requires_second_factor=True)
    if membership := asking.select_related("tenant").first():
        raise Conflict(f"{membership.tenant} requires two-factor authentication. You can't remove it.")


def _forget_codes_of_nobody(person: User) -> None:
    if not has_second_factor(person):
        RecoveryCode.objects.filter(user=person).delete()
