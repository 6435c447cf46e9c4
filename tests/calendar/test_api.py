"""The calendar over REST, as a program uses it."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client

from omniforge.calendar.selectors import calendar_of
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.calendar.radicale import PASSWORD, USERNAME, Radicale
from tests.clients import program
from tests.factories import make_member

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/calendar/events/"
ACCOUNT = "/api/v1/calendar/account/"
WEEK = {"since": "2026-11-20T00:00:00Z", "until": "2026-11-27T00:00:00Z"}
REVIEW = {"title": "Review", "starts_at": "2026-11-23T10:00:00+01:00", "place": "Room 4"}


@pytest.fixture
def client(acme: Tenant, ann: Access) -> Client:
    acme.time_zone = "Europe/Berlin"
    acme.save()
    return program(ann)


def test_event_is_created_listed_changed_and_deleted(client: Client):
    made = client.post(EVENTS, REVIEW, content_type="application/json")
    assert made.status_code == 201
    assert made.json() == {
        "id": made.json()["id"],
        "title": "Review",
        "starts_at": "2026-11-23T10:00:00+01:00",
        "ends_at": "2026-11-23T11:00:00+01:00",
        "all_day": False,
        "place": "Room 4",
        "notes": "",
        "repeats": False,
        "series": "",
        "rule": "",
    }
    assert client.get(EVENTS, WEEK).json() == [made.json()]
    path = f"{EVENTS}{made.json()['id']}/"
    changed = client.patch(path, {"starts_at": "2026-11-23T12:00:00Z"}, content_type="application/json")
    assert changed.json()["starts_at"] == "2026-11-23T13:00:00+01:00"
    assert changed.json()["ends_at"] == "2026-11-23T14:00:00+01:00" and changed.json()["place"] == "Room 4"
    assert client.delete(path).status_code == 204
    assert client.get(EVENTS, WEEK).json() == [] and client.delete(path).status_code == 404


def test_series_is_deleted_by_occurrence_or_whole(client: Client):
    body = REVIEW | {"rule": "FREQ=DAILY;COUNT=3"}
    made = client.post(EVENTS, body, content_type="application/json").json()
    assert made["rule"] == "FREQ=DAILY;COUNT=3" and made["series"] == made["id"]
    found = client.get(EVENTS, WEEK).json()
    assert [event["starts_at"][:10] for event in found] == ["2026-11-23", "2026-11-24", "2026-11-25"]
    assert {event["series"] for event in found} == {made["id"]}
    assert client.delete(f"{EVENTS}{found[1]['id']}/").status_code == 204
    assert [event["id"] for event in client.get(EVENTS, WEEK).json()] == [found[0]["id"], found[2]["id"]]
    assert client.delete(f"{EVENTS}{made['id']}/").status_code == 204
    assert client.get(EVENTS, WEEK).json() == []


def test_list_without_times_covers_the_next_31_days(client: Client):
    soon = datetime.now(ZoneInfo("Europe/Berlin")) + timedelta(days=30)
    for days in (0, 10):
        body = {"title": str(days), "starts_at": (soon + timedelta(days)).isoformat()}
        client.post(EVENTS, body, content_type="application/json")
    assert [event["title"] for event in client.get(EVENTS).json()] == ["0"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"starts_at": "2026-11-23T10:00:00"}, "starts_at"),
        ({"starts_at": "tomorrow"}, "starts_at"),
        ({"starts_at": 7}, "starts_at"),
        ({"starts_at": "2026-13-45T10:00:00Z"}, "starts_at"),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, "starts_at"),
        ({"starts_at": "9999-12-31T23:59:59-14:00"}, "starts_at"),
        ({"ends_at": "9999-12-31T23:59:59-14:00"}, "ends_at"),
        ({"ends_at": "2026-11-23T09:00:00+01:00"}, "ends_at"),
        ({"all_day": "yes"}, "all_day"),
        ({"rule": "weekly"}, "rule"),
        ({"notes": "x" * 10_001}, "notes"),
    ],
)
def test_invalid_event_is_refused_by_field(client: Client, changed: dict[str, object], field: str):
    answer = client.post(EVENTS, REVIEW | changed, content_type="application/json")
    assert answer.status_code == 400 and list(answer.json()["errors"]) == [field]


def test_list_over_too_long_a_period_is_refused_by_field(client: Client):
    answer = client.get(EVENTS, {"since": WEEK["since"], "until": "2028-11-20T00:00:00Z"})
    assert answer.status_code == 400 and list(answer.json()["errors"]) == ["until"]


@pytest.mark.parametrize("since", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_list_from_a_date_out_of_range_is_refused_by_field(client: Client, since: str):
    answer = client.get(EVENTS, {"since": since})
    assert answer.status_code == 400 and list(answer.json()["errors"]) == ["since"]


def test_feed_address_works_and_is_shown_once(client: Client):
    client.post(
        EVENTS, {**REVIEW, "starts_at": datetime.now(ZoneInfo("UTC")).isoformat()}, "application/json"
    )
    made = client.post("/api/v1/calendar/feed/")
    address = made.json()["address"]
    assert made.status_code == 201 and address.startswith("http://testserver/calendar/")
    body = Client().get(address.removeprefix("http://testserver")).content
    assert [event["SUMMARY"] for event in icalendar.Calendar.from_ical(body).events] == ["Review"]


def test_caldav_account_is_connected_used_and_disconnected(client: Client, server: Radicale, ann: Access):
    account = {"url": server.url, "username": USERNAME, "password": PASSWORD}
    connected = client.put(ACCOUNT, account, content_type="application/json")
    assert (connected.status_code, connected.content) == (204, b"")
    made = client.post(EVENTS, REVIEW, content_type="application/json").json()
    assert "SUMMARY:Review" in server.read(made["id"])
    assert client.get(EVENTS, WEEK).json() == [made]
    assert client.delete(ACCOUNT).status_code == 204 and client.get(EVENTS, WEEK).json() == []
    assert calendar_of(ann).account == {}


def test_caldav_account_with_wrong_password_is_refused_by_field(client: Client, server: Radicale):
    account = {"url": server.url, "username": USERNAME, "password": "wrong"}
    answer = client.put(ACCOUNT, account, content_type="application/json")
    assert answer.status_code == 400 and list(answer.json()["errors"]) == ["password"]


def test_key_without_read_scope_cannot_create_a_feed(ann: Access):
    assert program(ann, "chat").post("/api/v1/calendar/feed/").status_code == 403


def test_read_only_key_and_auditor_cannot_change_the_calendar(acme: Tenant, ann: Access):
    for reader in (program(ann, "read"), program(make_member(acme, role=Role.AUDITOR))):
        assert reader.get(EVENTS).status_code == 200
        assert reader.post(EVENTS, REVIEW, content_type="application/json").status_code == 403
        assert reader.post("/api/v1/calendar/feed/").status_code == 403
        assert reader.delete(ACCOUNT).status_code == 403
