"""A person's sessions: listed on the account page, and ended there."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from omniforge.tenants import browser_sessions
from omniforge.tenants.browser_sessions import clear_expired_sessions
from omniforge.tenants.models import AuditEntry, BrowserSession, User
from omniforge.tenants.user_agents import browser_name
from tests.clients import browser, program
from tests.factories import PASSWORD
from tests.tenants.test_settings_pages import said

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/26.0 Mobile/15E148 Safari/604.1"
)
ACCOUNT = "settings-account"


def signed_in(user_agent: str, email: str = "ann@acme.example") -> Client:
    client = Client(headers={"User-Agent": user_agent})
    client.post(reverse("sign-in"), {"email": email, "password": PASSWORD})
    return client


def button(client: Client, label: str):
    """Press a button of the account's page."""
    page = client.get(reverse(ACCOUNT)).content.decode()
    forms = re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', page, re.S)
    (path,) = [path for path, inside in forms if label in inside]
    return client.post(path, follow=True)


def is_in(client: Client) -> bool:
    return client.get(reverse(ACCOUNT)).status_code == 200


def test_sessions_are_listed_and_the_current_one_marked(ann):
    here, _ = signed_in(FIREFOX), signed_in(SAFARI)
    page = said(here.get(reverse(ACCOUNT)))
    assert "Firefox on Linux This browser" in page
    assert "Safari on iPhone Active now Sign out" in page
    BrowserSession.objects.update(seen_at=timezone.now() - timedelta(hours=3))
    assert re.search(r"Safari on iPhone Last active 3\shours ago Sign out", said(here.get(reverse(ACCOUNT))))


def test_sessions_of_others_are_not_listed(ann, amy):
    signed_in(SAFARI, "amy@acme.example")
    assert "Safari" not in said(signed_in(FIREFOX).get(reverse(ACCOUNT)))


def test_ending_one_session_keeps_the_others(ann):
    here, phone, third = signed_in(FIREFOX), signed_in(SAFARI), browser(ann)
    assert "Signed out of that browser." in said(button(here, "Sign out of Safari on iPhone"))
    assert [is_in(client) for client in (here, phone, third)] == [True, False, True]


def test_ending_other_sessions_keeps_the_current_one(ann, amy):
    here, phone, third, amys = signed_in(FIREFOX), signed_in(SAFARI), browser(ann), browser(amy)
    assert "Signed out everywhere else." in said(button(here, "Sign out everywhere else"))
    assert [is_in(client) for client in (here, phone, third, amys)] == [True, False, False, True]


def test_single_session_has_no_button_to_end_others(ann):
    assert "everywhere else" not in said(signed_in(FIREFOX).get(reverse(ACCOUNT)))


@pytest.mark.parametrize("name", ["end-session", "end-other-sessions"])
def test_session_of_another_person_is_not_found(ann, amy, name):
    amys = browser(amy)
    foreign = BrowserSession.objects.get(user_id=amy.user_id).pk
    assert browser(ann).post(reverse(name, args=[foreign])).status_code == 404
    assert is_in(amys)


def test_password_change_ends_other_sessions(ann):
    here, _ = signed_in(FIREFOX), signed_in(SAFARI)
    here.post(reverse("settings-password"), {"old_password": PASSWORD, "password": "quite another sentence"})
    page = said(here.get(reverse(ACCOUNT)))
    assert "Firefox on Linux This browser" in page and "Safari" not in page
    assert Session.objects.count() == BrowserSession.objects.count() == 1


def test_sign_out_removes_the_session_from_the_list(ann):
    signed_in(SAFARI).post(reverse("sign-out"))
    assert not BrowserSession.objects.exists()


def test_expired_session_is_not_listed_and_is_cleared(ann):
    here, old = signed_in(FIREFOX), BrowserSession.objects.latest("seen_at")
    browser(ann)
    Session.objects.exclude(pk=old.pk).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert "Active now" not in said(here.get(reverse(ACCOUNT)))
    clear_expired_sessions()
    assert BrowserSession.objects.get() == old


class TestSeen:
    @pytest.fixture
    def clock(self, monkeypatch) -> list[float]:
        now = [1_000_000.0]
        monkeypatch.setattr(browser_sessions.time, "time", lambda: now[0])
        return now

    def test_session_use_is_stored_once_in_five_minutes(self, ann, clock):
        client = browser(ann)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(ACCOUNT))
            clock[0] += 300
            client.get(reverse(ACCOUNT))
            client.get(reverse(ACCOUNT))
        assert sum("INSERT" in query["sql"] for query in queries) == 1

    def test_session_shows_its_last_use(self, ann, clock):
        client = browser(ann)
        BrowserSession.objects.update(seen_at=timezone.now() - timedelta(hours=3))
        clock[0] += 300
        client.get(reverse("settings"))
        assert timezone.now() - BrowserSession.objects.get().seen_at < timedelta(minutes=5)

    def test_unlisted_session_is_listed_on_its_next_request(self, ann, clock):
        client = browser(ann)
        BrowserSession.objects.all().delete()
        clock[0] += 300
        client.get(reverse("settings"))
        assert BrowserSession.objects.get().user_id == ann.user_id

    def test_api_key_request_lists_no_session(self, ann, clock):
        program(ann).get("/api/v1/me/")
        assert not BrowserSession.objects.exists()

    def test_session_sent_with_anothers_key_keeps_its_owner(self, ann, bob, clock):
        both = program(bob)
        both.force_login(User.objects.get(pk=ann.user_id))
        BrowserSession.objects.all().delete()
        clock[0] += 300
        both.post("/api/v1/projects/", {"name": "Launch"}, content_type="application/json")
        both.get(reverse(ACCOUNT))
        assert BrowserSession.objects.get().user_id == ann.user_id


@pytest.mark.django_db(transaction=True)
def test_deleted_session_is_not_listed_again(ann):
    browser_sessions.note_session("no such session", User.objects.get(pk=ann.user_id), FIREFOX)
    assert not BrowserSession.objects.exists()


def test_ended_sessions_are_audited(ann):
    here, _, _ = signed_in(FIREFOX), signed_in(SAFARI), browser(ann)
    button(here, "Sign out of Safari on iPhone")
    button(here, "Sign out everywhere else")
    entries = AuditEntry.objects.exclude(action="account.signed_in").order_by("pk")
    assert [entry.action for entry in entries] == ["account.session_ended", "account.other_sessions_ended"]
    assert {entry.user_id for entry in entries} == {ann.user_id}


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        (SAFARI, "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0 Safari/537.36", "Chrome on Mac"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_browser_name_is_read_from_the_user_agent(user_agent, name):
    assert browser_name(user_agent) == name
