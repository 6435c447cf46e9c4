"""Signing in by e-mail address and password, with a pause after too many tries.

Tries are counted by account and client address, so a stranger pauses nobody but themselves. All strangers
together have 50 tries at an account in five minutes. A browser in which the account was signed in to before
carries a signed cookie and is counted by that alone, so no stranger keeps the person out there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponseBase

from omniforge.errors import InvalidInput, TooManyRequests
from omniforge.tenants import audit
from omniforge.tenants.limits import Limit, count, forget
from omniforge.tenants.models import User
from omniforge.tenants.people import find_person
from omniforge.tenants.tries import WINDOW, client_address, client_network, count_try

TRIES = 5
TRIES_AT_ACCOUNT = 50  # by all who have not signed in to it before
TRIES_OF_ADDRESS = 50  # an office shares one address
_COOKIE = "known_browser"
_COOKIE_AGE = 365 * 86_400


def check_password(request: HttpRequest, *, email: str, password: str) -> User:
    """Return whose address and password these are.

    Raises InvalidInput where they do not match, and TooManyRequests after too many tries. Each try is counted
    before the password is looked at.
    """
    user, left = _try(request, email.strip().lower(), password)
    if user is None:
        raise InvalidInput(f"Email and password don't match. {left}")
    return user


def confirm_password(request: HttpRequest, *, person: User, password: str) -> None:
    """Let somebody who is signed in show that they are `person`. Counts, and raises, as `check_password`."""
    user, left = _try(request, person.email, password)
    if user is None:
        raise InvalidInput.of("old_password", f"That isn't your current password. {left}")


def know_browser(response: HttpResponseBase, person: User) -> None:
    """Let this browser sign in as `person` whatever strangers try at their account."""
    response.set_signed_cookie(
        _COOKIE,
        _mark(person.email),
        max_age=_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _try(request: HttpRequest, email: str, password: str) -> tuple[User | None, str]:
    """Return whose address and password these are, if anybody's, and in words how many tries are left."""
    source, limit = _count_try(request, email)
    user = authenticate(request, username=email, password=password)
    if isinstance(user, User):
        forget("sign-in", source)
        return user, ""
    _note(request, email, "account.sign_in_failed")
    left = f"{limit.remaining} {'try' if limit.remaining == 1 else 'tries'}"
    return None, f"{left} left before a pause of five minutes."


def _count_try(request: HttpRequest, email: str) -> tuple[str, Limit]:
    """Return by what a try is counted, and what is left of it. A try that is refused counts no further."""
    if browser := _known_browser(request, email):
        source = f"{email} {browser}"
        with _refusal_noted(request, email):
            return source, count_try("sign-in", source, TRIES)
    address = client_network(request)
    source = f"{email} {address}"
    count_try("sign-in-address", address, TRIES_OF_ADDRESS)
    with _refusal_noted(request, email):
        limit = count_try("sign-in", source, TRIES)
        count_try("sign-in-account", email, TRIES_AT_ACCOUNT)
    return source, limit


@contextmanager
def _refusal_noted(request: HttpRequest, email: str) -> Iterator[None]:
    """Write down that an account is tried during its pause, once in five minutes from wherever that is.

    The pause of an address is not written down at every account that is tried then: how long the answers take
    would tell which accounts there are.
    """
    try:
        yield
    except TooManyRequests:
        if not count("sign-in-refused", email, 1, WINDOW).exceeded:
            _note(request, email, "account.sign_in_refused")
        raise


def _known_browser(request: HttpRequest, email: str) -> str:
    """Return the cookie of a browser in which this account was signed in to; empty for all others."""
    mark = request.get_signed_cookie(_COOKIE, default="", max_age=_COOKIE_AGE)
    return request.COOKIES[_COOKIE] if mark == _mark(email) else ""


def _mark(email: str) -> str:
    return sha256(email.encode()).hexdigest()[:32]


def _note(request: HttpRequest, email: str, action: str) -> None:
    """Write a try down where the account exists. Of an address without one nothing is kept."""
    if person := find_person(email):
        audit.record_of_account(person, action=action, reason=f"from {client_address(request)}", by=None)
