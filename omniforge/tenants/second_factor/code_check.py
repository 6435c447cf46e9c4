"""Checks app codes and recovery codes. Each works once, and attempts are limited."""

from django.http import HttpRequest
from django.utils.translation import gettext

from omniforge.errors import InvalidInput
from omniforge.tenants import audit
from omniforge.tenants.account_tries import CODE, RECOVERY_CODE, count_try_at, forget_tries, note, tries_left
from omniforge.tenants.models import User
from omniforge.tenants.second_factor.models import AuthenticatorApp
from omniforge.tenants.second_factor.recovery import LENGTH, unused_codes, use_code
from omniforge.tenants.second_factor.selectors import find_app
from omniforge.tenants.second_factor.totp import step_of


def check_code(request: HttpRequest, *, person: User, code: str) -> None:
    """Check a code of the person's second factor.

    Raises InvalidInput for a wrong or used code, and TooManyRequests after too many attempts. Each attempt is
    counted before the code is checked.
    """
    given = "".join(sign for sign in code.lower() if sign.isascii() and sign.isalnum())
    is_recovery = len(given) == LENGTH
    limit = count_try_at(request, person.email, RECOVERY_CODE if is_recovery else CODE)
    if not (_use_recovery_code(person, given) if is_recovery else _use_app_code(person, given)):
        note(request, person.email, "account.code_failed")
        raise InvalidInput.of(
            "code", gettext("That code is wrong or was used before. %(left)s") % {"left": tries_left(limit)}
        )
    forget_tries(request, person.email, CODE)


def _use_app_code(person: User, code: str) -> bool:
    """Return whether `code` is the app's. It and earlier ones become invalid."""
    app = find_app(person)
    step = step_of(app.secret, code) if app else None
    if step is None:
        return False
    return bool(AuthenticatorApp.objects.filter(user=person, last_step__lt=step).update(last_step=step))


def _use_recovery_code(person: User, code: str) -> bool:
    if not use_code(person, code):
        return False
    left = f"{unused_codes(person).count()} left"
    audit.record_of_account(person, action="account.recovery_code_used", reason=left, by=person.pk)
    return True
