"""Tries at an account: of its password, and of codes.

Tries are counted by account and client address, so a stranger pauses nobody but themselves. All strangers
together have so many tries at an account. A browser in which the account was signed in to before carries a
signed cookie and is counted by that alone, so no stranger keeps the person out there. A password that is
reset by mail makes a browser known for passwords, not for codes: who reads the mail could make any number.
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
from omniforge.tenants.limits import Limit, count, forget, give_back
from omniforge.tenants.models import User
from omniforge.tenants.people import find_person
from omniforge.tenants.tries import WINDOW, client_address, client_network, count_try

TRIES = 5
TRIES_OF_ADDRESS = 50  # an office shares one address
_COOKIE = "known_browser"
_COOKIE_AGE = 365 * 86_400
_RESET = "-reset"  # ends the mark of a browser that is known by a reset link


@dataclass(frozen=True, slots=True)
class Proof:
    """What is tried, and how often by all who have not signed in before; 0 is no limit."""

    name: str
    by_all: int
    window: int = WINDOW


PASSWORD = Proof("sign-in", 50)
CODE = Proof("code", 20, 3600)  # three of a million are right, so 480 a day find one in two years
RECOVERY_CODE = Proof("code", 0)  # nobody guesses one, so no stranger keeps its owner from using it


def count_try_at(request: HttpRequest, email: str, proof: Proof) -> Limit:
    """Return what is left of the tries of whoever tries. A try that is refused counts no further.

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
    """Count nothing of a try that was right: neither against whoever tried, nor against others there."""
    if browser := _known_browser(request, email, proof):
        forget(proof.name, f"{email} {browser}")
        return
    address = client_network(request)
    forget(proof.name, f"{email} {address}")
    give_back(f"{proof.name}-address", address)


def tries_left(limit: Limit) -> str:
    """Say how many tries are left."""
    return ngettext(
        "%(left)s try left before a pause of five minutes.",
        "%(left)s tries left before a pause of five minutes.",
        limit.remaining,
    ) % {"left": limit.remaining}


def know_browser(response: HttpResponseBase, person: User, *, for_password_alone: bool = False) -> None:
    """Let this browser sign in as `person` whatever strangers try at their account.

    `for_password_alone` is for who has shown a mailbox, but no second factor: each reset link would otherwise
    come with tries of its own at the codes.
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


def _known_browser(request: HttpRequest, email: str, proof: Proof) -> str:
    """Return the cookie of a browser in which this account was signed in to; empty for all others."""
    mark = request.get_signed_cookie(_COOKIE, default="", max_age=_COOKIE_AGE) or ""
    if proof is PASSWORD:
        mark = mark.removesuffix(_RESET)
    return request.COOKIES[_COOKIE] if mark == _mark(email) else ""


def _mark(email: str) -> str:
    return sha256(email.encode()).hexdigest()[:32]
