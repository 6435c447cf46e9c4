"""A sign-in between password and second factor: stored in the visitor's session, for ten minutes."""

import time
from dataclasses import dataclass
from hmac import compare_digest

from django.http import HttpRequest

from omniforge.tenants.models import User

_NAME = "second_step"
_SECONDS = 10 * 60


@dataclass(frozen=True, slots=True)
class Pending:
    """The person whose password was right, and the page they wanted."""

    person: User
    url: str


def begin_second_step(request: HttpRequest, person: User, url: str) -> None:
    """Record that this visitor knows a person's password."""
    request.session[_NAME] = {
        "person": str(person.pk),
        "url": url,
        "until": time.time() + _SECONDS,
        "proof": person.get_session_auth_hash(),
    }


def pending_step(request: HttpRequest) -> Pending | None:
    """Return the visitor's pending sign-in, or None if it expired, or the password changed."""
    kept = request.session.get(_NAME)
    if not kept or kept["until"] < time.time():
        return None
    person = User.objects.filter(pk=kept["person"], is_active=True).first()
    if person is None or not compare_digest(person.get_session_auth_hash(), kept["proof"]):
        return None
    return Pending(person, kept["url"])


def end_second_step(request: HttpRequest) -> None:
    """Delete the pending sign-in."""
    request.session.pop(_NAME, None)
