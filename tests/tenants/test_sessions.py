"""Sessions: useless to somebody who reads the database; otherwise like Django's own store."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from omniforge.tenants.access import Access
from omniforge.web.sessions import SessionStore, hash_session_key
from tests.clients import browser
from tests.factories import PASSWORD

ME = "/api/v1/me/"
pytestmark = pytest.mark.django_db


def with_cookie(key: str) -> Client:
    client = Client()
    client.cookies["sessionid"] = key
    return client


def key_of(client: Client) -> str:
    return client.cookies["sessionid"].value


def is_in(client: Client) -> bool:
    return client.get(ME).status_code == 200


def test_stored_session_key_does_not_open_the_session(ann: Access):
    own = browser(ann)
    row = Session.objects.get()
    assert row.session_key == hash_session_key(key_of(own)) != key_of(own)
    assert is_in(own) and is_in(with_cookie(key_of(own)))
    assert not is_in(with_cookie(row.session_key))


def test_session_is_invalid_under_another_secret_key(ann: Access, settings):
    own = browser(ann)
    settings.SECRET_KEY = "another key altogether, of fifty characters or more"
    assert not is_in(with_cookie(key_of(own)))


def test_sign_in_replaces_the_session_key(ann: Access):
    visitor = Client()
    session = visitor.session
    session["seen"] = True
    session.save()
    before = visitor.cookies["sessionid"].value
    visitor.post(reverse("sign-in"), {"email": "ann@acme.example", "password": PASSWORD})
    assert key_of(visitor) != before and is_in(visitor) and not is_in(with_cookie(before))
    assert Session.objects.get().session_key == hash_session_key(key_of(visitor))


def test_session_key_chosen_by_the_client_is_not_adopted(ann: Access):
    chosen = "a" * 32
    visitor = with_cookie(chosen)
    visitor.post(reverse("sign-in"), {"email": "ann@acme.example", "password": PASSWORD})
    assert key_of(visitor) != chosen and not is_in(with_cookie(chosen))


def test_sign_out_deletes_the_session(ann: Access):
    own = browser(ann)
    key = key_of(own)
    own.post(reverse("sign-out"))
    assert not Session.objects.exists() and not is_in(with_cookie(key))


def test_password_change_ends_other_sessions(ann: Access):
    here, there = browser(ann), browser(ann)
    changed = {"old_password": PASSWORD, "password": "quite another sentence"}
    assert here.post(reverse("settings-password"), changed).status_code == 302
    assert is_in(here) and not is_in(there)


def test_only_expired_sessions_are_cleared(ann: Access):
    old, new = browser(ann), browser(ann)
    rows = Session.objects.filter(session_key=hash_session_key(key_of(old)))
    rows.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_in(with_cookie(key_of(old)))
    SessionStore.clear_expired()
    assert Session.objects.get().session_key == hash_session_key(key_of(new))


@pytest.mark.django_db(transaction=True)
async def test_async_session_methods_hash_the_key_too():
    made = SessionStore()
    await made.aset("tenant", "acme")
    await made.asave()
    key = made.session_key
    assert await made.aexists(key) and not await made.aexists(hash_session_key(key))
    assert await SessionStore(key).aget("tenant") == "acme"
    assert await SessionStore(hash_session_key(key)).aget("tenant") is None
    await made.acycle_key()
    assert not await made.aexists(key) and await SessionStore(made.session_key).aget("tenant") == "acme"
    await made.aflush()
    assert not await Session.objects.aexists()
