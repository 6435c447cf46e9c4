"""The person's calendar on the connections page: the address of its feed, and its CalDAV account."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from omniforge.calendar.selectors import calendar_of
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.calendar.radicale import PASSWORD, USERNAME, Radicale
from tests.clients import browser
from tests.factories import make_member

pytestmark = pytest.mark.django_db
PAGE = "/settings/connections/"


def feeds_in(page: str) -> list[str]:
    return re.findall(r'value="http://testserver(/calendar/[^"]+)"', page)


def test_feed_address_is_shown_once_and_replaces_the_old_one(amy: Access):
    client = browser(amy)
    [first] = feeds_in(client.post(reverse("make-calendar-feed")).content.decode())
    assert Client().get(first).status_code == 200
    shown = client.get(PAGE).content.decode()
    assert feeds_in(shown) == [] and "Make a new address" in shown
    [second] = feeds_in(client.post(reverse("make-calendar-feed")).content.decode())
    assert (Client().get(first).status_code, Client().get(second).status_code) == (404, 200)


def test_member_connects_and_disconnects_a_caldav_account(amy: Access, caldav: Radicale):
    form = {"account-url": caldav.url, "account-username": USERNAME, "account-password": PASSWORD}
    shown = browser(amy).post(reverse("connect-calendar"), form, follow=True).content.decode()
    assert "kept at 127.0.0.1" in shown and PASSWORD not in shown and "Connect calendar" not in shown
    assert calendar_of(amy).account["username"] == USERNAME
    shown = browser(amy).post(reverse("disconnect-calendar"), follow=True).content.decode()
    assert "kept here" in shown and calendar_of(amy).account == {}


def test_wrong_caldav_password_is_a_form_error_and_saves_nothing(amy: Access, caldav: Radicale):
    form = {"account-url": caldav.url, "account-username": USERNAME, "account-password": "wrong"}
    answer = browser(amy).post(reverse("connect-calendar"), form)
    assert answer.context["account_form"].errors and not answer.context["server_form"].is_bound
    assert "wrong" not in re.findall(r'value="([^"]*)"', answer.content.decode())
    assert calendar_of(amy).account == {}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/nobody-here/", "account-url"),
        ("not-an-address", "Only addresses that begin with"),
    ],
)
def test_invalid_caldav_url_is_a_form_error(amy: Access, caldav: Radicale, path: str, told: str):
    url = caldav.url.rstrip("/") + path if path.startswith("/") else path
    form = {"account-url": url, "account-username": USERNAME, "account-password": PASSWORD}
    answer = browser(amy).post(reverse("connect-calendar"), form)
    assert answer.context["account_form"].errors and told in answer.content.decode()
    assert calendar_of(amy).account == {}


def test_unreachable_caldav_server_is_a_non_field_error(amy: Access, settings):
    settings.ALLOWED_HOSTS_OUT = ["127.0.0.1:9"]
    form = {"account-url": "http://127.0.0.1:9/", "account-username": "amy", "account-password": "x"}
    answer = browser(amy).post(reverse("connect-calendar"), form)
    assert "does not answer. Try again later." in str(answer.context["account_form"].non_field_errors())


def test_calendar_feed_belongs_to_one_member(ann: Access, amy: Access):
    browser(ann).post(reverse("make-calendar-feed"))
    assert "Make an address" in browser(amy).get(PAGE).content.decode()


def test_auditor_makes_no_calendar_feed(acme: Tenant):
    auditor = make_member(acme, role=Role.AUDITOR)
    page = browser(auditor).get(PAGE).content.decode()
    assert "Make an address" not in page and "Connect calendar" not in page
    assert feeds_in(browser(auditor).post(reverse("make-calendar-feed")).content.decode()) == []
    assert calendar_of(auditor).feed_hash == ""
