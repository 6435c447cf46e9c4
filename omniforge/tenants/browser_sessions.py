"""A person's sessions, listed on their account page, where they can be ended.

A row is deleted with its session, at sign-out, on expiry, or when it is ended here.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeGuard
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from omniforge.errors import NotFound
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.models import BrowserSession, User
from omniforge.web.sessions import SessionStore, hash_session_key

_SEEN_EVERY = 5 * 60  # seconds


class NoteSessions:
    """Middleware: records the use of a session, at most once every five minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        with suppress(DatabaseError):  # it is unavailable, and the response says so
            if request.session.accessed and _is_of_session(person := request.user, request):
                note_session(request.session.session_key, person, request.headers.get("User-Agent", ""))
        return response


def _is_of_session(person: User | AnonymousUser, request: HttpRequest) -> TypeGuard[User]:
    """Return whether the session authenticated the request, not an API key sent with it."""
    return isinstance(person, User) and request.session.get(SESSION_KEY) == str(person.pk)


def note_sign_in(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """List the session of a sign-in (receiver of `user_logged_in`)."""
    note_session(request.session.session_key, user, request.headers.get("User-Agent", ""))


def note_session(key: str | None, person: User, user_agent: str) -> None:
    """Record that `person` uses this session now. None is a session that this request ended."""
    if key is None:
        return
    try:
        _note_once(hash_session_key(key), person.pk, user_agent[:300], int(time.time() / _SEEN_EVERY))
    except DatabaseError:  # it ended elsewhere, or nothing can be written: the page still works
        return


@lru_cache(4096)
def _note_once(key_hash: str, user_id: UUID, user_agent: str, window: int) -> None:
    row = BrowserSession(session_id=key_hash, user_id=user_id, user_agent=user_agent, seen_at=timezone.now())
    with transaction.atomic():
        BrowserSession.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["session"], update_fields=["seen_at"]
        )


def list_sessions(user_id: UUID) -> QuerySet[BrowserSession]:
    """Return a person's sessions, last used first."""
    now = timezone.now()
    return BrowserSession.objects.filter(user_id=user_id, session__expire_date__gt=now).order_by("-seen_at")


@transaction.atomic
def end_session(*, access: Access, session_id: str) -> None:
    """Sign the person out in one browser. Raises NotFound if the session isn't theirs."""
    person = User.objects.get(pk=access.user_id)
    _require(person, session_id)
    Session.objects.filter(pk=session_id).delete()
    audit.record_of_account(person, action="account.session_ended", by=person.pk)


@transaction.atomic
def end_other_sessions(*, access: Access, session_id: str) -> None:
    """Sign the person out in every browser but one. Raises as `end_session`."""
    person = User.objects.get(pk=access.user_id)
    _require(person, session_id)
    Session.objects.filter(browsersession__user=person).exclude(pk=session_id).delete()
    audit.record_of_account(person, action="account.other_sessions_ended", by=person.pk)


def _require(person: User, session_id: str) -> None:
    if not list_sessions(person.pk).filter(pk=session_id).exists():
        raise NotFound


def end_all_sessions(person: User) -> None:
    """Sign a person out everywhere. To keep the request's session, cycle its key afterwards."""
    Session.objects.filter(browsersession__user=person).delete()


def clear_expired_sessions() -> None:
    """Delete expired sessions."""
    SessionStore.clear_expired()
