"""Tries at an account: of its password, and of codes.

Tries are counted by account and client address, so a stranger pauses nobody but themselves. All strangers
together have so many tries at an account. A browser in which the account was signed in to before carries a
signed cookie and is counted by that, so no stranger keeps the person out there. All such browsers together
have so many tries too: each password that is reset by mail makes one more.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from omniforge.errors import TooManyRequests
from omniforge.tenants import audit
from omniforge.tenants.limits import Limit, count, forget, give_back
from omniforge.tenants.models import User
from omniforge.tenants.people import find_person
from omniforge.tenants.tries import WINDOW, client_address, client_network, count_try

TRIES = 5
TRIES_OF_ADDRESS = 50  # an office shares one address
_COOKIE = "known_browser"
_COOKIE_AGE = 365 * 86_400


@dataclass(frozen=True, slots=True)
class Proof:
    """What is tried, and how often by all strangers, or all known browsers, together; 0 is no limit."""

    name: str
    by_all: int
    window: int = WINDOW


PASSWORD = Proof("sign-in", 50)
CODE = Proof("code", 20, 3600)  # three of a million are right, so 480 a day find one in two years
RECOVERY_CODE = Proof("code", 0)  # nobody guesses one, so no stranger keeps its owner from using it


def count_try_at(request: HttpRequest, email: str, proof: Proof) -> tuple[str, Limit]:
    """Return by what a try is counted, and what is left of it. A try that is refused counts no further.

    Raises TooManyRequests.
    """
    if browser := _known_browser(request, email):
        source = f"{email} {browser}"
        with _refusal_noted(request, email):
            limit = count_try(proof.name, source, TRIES)
            count_try(f"{proof.name}-known", email, proof.by_all, proof.window)
        return source, limit
    address = client_network(request)
    source = f"{email} {address}"
    count_try(f"{proof.name}-address", address, TRIES_OF_ADDRESS)
    with _refusal_noted(request, email):
        limit = count_try(proof.name, source, TRIES)
        count_try(f"{proof.name}-account", email, proof.by_all, proof.window)
    return source, limit


def forget_tries(request: HttpRequest, source: str, proof: Proof) -> None:
    """Count nothing of a try that was right: neither against its source, nor against all others there."""
    forget(proof.name, source)
    if not _known_browser(request, source.partition(" ")[0]):
        give_back(f"{proof.name}-address", client_network(request))


def tries_left(limit: Limit) -> str:
    """Say how many tries are left."""
    tries = f"{limit.remaining} {'try' if limit.remaining == 1 else 'tries'}"
    return f"{tries} left before a pause of five minutes."


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


def note(request: HttpRequest, email: str, action: str) -> None:
    """Write a try down where the account exists. Of an address without one nothing is kept."""
    if person := find_person(email):
        audit.record_of_account(person, action=action, reason=f"from {client_address(request)}", by=None)


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
            note(request, email, "account.sign_in_refused")
        raise


def _known_browser(request: HttpRequest, email: str) -> str:
    """Return the cookie of a browser in which this account was signed in to; empty for all others."""
    mark = request.get_signed_cookie(_COOKIE, default="", max_age=_COOKIE_AGE)
    return request.COOKIES[_COOKIE] if mark == _mark(email) else ""


def _mark(email: str) -> str:
    return sha256(email.encode()).hexdigest()[:32]
