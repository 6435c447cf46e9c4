"""Signing in by e-mail address and password, with a pause after too many attempts (`account_tries.py`)."""

from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext

from omniforge.errors import InvalidInput
from omniforge.tenants.account_tries import PASSWORD, count_try_at, forget_tries, note, tries_left
from omniforge.tenants.models import User


def check_password(request: HttpRequest, *, email: str, password: str) -> User:
    """Return the person with this address and password.

    Raises InvalidInput if they don't match, and TooManyRequests after too many attempts. Each attempt is
    counted before the password is checked.
    """
    user, left = _try(request, email.strip().lower(), password)
    if user is None:
        raise InvalidInput(gettext("Email and password don't match. %(left)s") % {"left": left})
    return user


def confirm_password(request: HttpRequest, *, person: User, password: str) -> None:
    """Check the password of a signed-in `person`. Counts, and raises, as `check_password`."""
    user, left = _try(request, person.email, password)
    if user is None:
        raise InvalidInput.of(
            "old_password", gettext("That isn't your current password. %(left)s") % {"left": left}
        )


def _try(request: HttpRequest, email: str, password: str) -> tuple[User | None, str]:
    """Return the person, or None, and a sentence about the remaining attempts."""
    limit = count_try_at(request, email, PASSWORD)
    user = authenticate(request, username=email, password=password)
    if isinstance(user, User):
        forget_tries(request, email, PASSWORD)
        return user, ""
    note(request, email, "account.sign_in_failed")
    return None, tries_left(limit)
