"""Limits on attempts at an account's password and codes.

Attempts are counted by account and client address, so strangers pause only themselves. There is also a limit
for all strangers together at one account. A browser in which the account was signed in to before has a
signed cookie and its own count, so strangers can't lock the person out there. A password reset by mail makes
a browser known for passwords, not for codes: otherwise whoever reads the mailbox could make any number.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import ngettext

from omniforge.errors import TooManyRequests
from omniforge.tenants import audit
from omniforge.tenants.limits import Limit, count, reset_count, undo_count
from omniforge.tenants.models import User
from omniforge.tenants.people import find_person
from omniforge.tenants.tries import WINDOW, client_address, client_network, count_try

TRIES = 5
TRIES_OF_ADDRESS = 50  # an office shares one address
_COOKIE = "known_browser"
_COOKIE_AGE = 365 * 86_400
_RESET = "-reset"  # suffix of the cookie of a browser known by a reset link


@dataclass(frozen=True, slots=True)
class Proof:
    """The kind of attempt, and the limit for all unknown browsers together. 0 is no limit."""

    name: str
    by_all: int
    window: int = WINDOW


PASSWORD = Proof("sign-in", 50)
CODE = Proof("code", 20, 3600)  # three of a million codes are valid, so 480 a day find one in two years
RECOVERY_CODE = Proof("code", 0)  # can't be guessed, and strangers must not lock out its owner


def count_try_at(request: HttpRequest, email: str, proof: Proof) -> Limit:
    """Count an attempt and return the rest. Refused attempts aren't counted.

    Raises TooManyRequests.
    """
    if browser := _known_browser(request, email, proof):
        with _refusal_noted(request, email):
            return count_try(proof.name, f"{email} {browser}", TRIES)
    address = client_network(request)
    count_try(f"{proof.name}-address", address, TRIES_OF_ADDRESS)
    with _refusal_noted(request, email):
        limit = count_try(proof.name, f"{email} {address}", TRIES)
        count_try(f"{proof.name}-account", email, proof.by_all, proof.window)
    return limit


def forget_tries(request: HttpRequest, email: str, proof: Proof) -> None:
    """Uncount a successful attempt, for its client and for its address."""
    if browser := _known_browser(request, email, proof):
        reset_count(proof.name, f"{email} {browser}")
        return
    address = client_network(request)
    reset_count(proof.name, f"{email} {address}")
    undo_count(f"{proof.name}-address", address)


def tries_left(limit: Limit) -> str:
    """Return a sentence about the remaining attempts."""
    return ngettext(
        "%(left)s try left before a pause of five minutes.",
        "%(left)s tries left before a pause of five minutes.",
        limit.remaining,
    ) % {"left": limit.remaining}


def know_browser(response: HttpResponseBase, person: User, *, for_password_alone: bool = False) -> None:
    """Mark this browser as known to `person`, so that strangers' attempts don't pause it.

    `for_password_alone` is for a person who has proven a mailbox, but no second factor: otherwise each reset
    link would come with its own attempts at the codes.
    """
    mark = _mark(person.email)
    response.set_signed_cookie(
        _COOKIE,
        f"{mark}{_RESET}" if for_password_alone else mark,
        max_age=_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def note(request: HttpRequest, email: str, action: str) -> None:
    """Audit an attempt if the account exists. Nothing is recorded for an address without one."""
    if person := find_person(email):
        audit.record_of_account(person, action=action, reason=f"from {client_address(request)}", by=None)


@contextmanager
def _refusal_noted(request: HttpRequest, email: str) -> Iterator[None]:
    """Audit that an account is tried during its pause, once in five minutes for all addresses.

    The pause of an address is not recorded for each account that is tried: response times would reveal
    which accounts exist.
    """
    try:
        yield
    except TooManyRequests:
        if not count("sign-in-refused", email, 1, WINDOW).exceeded:
            note(request, email, "account.sign_in_refused")
        raise


def _known_browser(request: HttpRequest, email: str, proof: Proof) -> str:
    """Return the cookie of a browser known for this account, empty for all others."""
    mark = request.get_signed_cookie(_COOKIE, default="", max_age=_COOKIE_AGE) or ""
    if proof is PASSWORD:
        mark = mark.removesuffix(_RESET)
    return request.COOKIES[_COOKIE] if mark == _mark(email) else ""


def _mark(email: str) -> str:
    return sha256(email.encode()).hexdigest()[:32]
