"""Signing in by e-mail address and password, with a pause after too many tries."""

from django.contrib.auth import authenticate
from django.http import HttpRequest

from omniforge.errors import InvalidInput, TooManyRequests
from omniforge.tenants.limits import Limit, count, forget
from omniforge.tenants.models import User

TRIES = 5
TRIES_OF_ADDRESS = 50  # an office shares one address
WINDOW = 5 * 60


def check_password(request: HttpRequest, *, email: str, password: str) -> User:
    """Return whose address and password these are.

    Raises InvalidInput where they do not match, and TooManyRequests after 5 tries for one account or 50 from
    one address within five minutes. Each try is counted before the password is looked at.
    """
    email = email.strip().lower()
    by_address = count("sign-in-address", _client_address(request), TRIES_OF_ADDRESS, WINDOW)
    by_account = count("sign-in", email, TRIES, WINDOW)
    if by_address.exceeded or by_account.exceeded:
        raise _pause(by_address if by_address.exceeded else by_account)
    user = authenticate(request, username=email, password=password)
    if not isinstance(user, User):
        raise _mismatch(by_account)
    forget("sign-in", email)
    return user


def _pause(limit: Limit) -> TooManyRequests:
    minutes = -(-limit.reset_after // 60)
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    return TooManyRequests(f"Too many tries. Sign in again in {wait}.", retry_after=limit.reset_after)


def _mismatch(limit: Limit) -> InvalidInput:
    left = f"{limit.remaining} {'try' if limit.remaining == 1 else 'tries'}"
    return InvalidInput(f"Email and password do not match. {left} left before a pause of five minutes.")


def _client_address(request: HttpRequest) -> str:
    """Return where the request comes from: with a proxy in front, what the proxy saw and wrote last."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    seen_by_proxy = forwarded.rpartition(",")[2].strip() if request.is_secure() else ""
    return seen_by_proxy or str(request.META.get("REMOTE_ADDR", ""))
