"""Calendars at a real CalDAV server."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from pytest_django import Settings

from agents.tools.builtin.calendar import CalendarWork, calendar
from omniforge.calendar.accounts import connect_account, disconnect_account
from omniforge.calendar.appointment import Appointment
from omniforge.calendar.models import Calendar
from omniforge.calendar.selectors import calendar_of, store_of
from omniforge.calendar.services import create_event, delete_event, find_event, list_events, update_event
from omniforge.errors import Conflict, InvalidInput, NotFound
from omniforge.net import RequestFailed, RequestRefused
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Tenant
from tests.agents.tools.contexts import call_context
from tests.calendar.radicale import PASSWORD, USERNAME, Radicale
from tests.ports import free_port

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
WEEK = {"since": MONDAY - HOUR, "until": MONDAY + timedelta(days=6)}
SERIES = (
    "BEGIN:VEVENT",
    "UID:standup",
    "DTSTAMP:20261101T000000Z",
    "DTSTART:20261102T090000Z",
    "DTEND:20261102T091500Z",
    "RRULE:FREQ=DAILY",
    "SUMMARY:Stand-up",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT10M",
    "DESCRIPTION:soon",
    "END:VALARM",
    "END:VEVENT",
)


def listed(access: Access) -> list[tuple[str, datetime]]:
    return [(one.title, one.starts_at) for one in list_events(calendar=store_of(access), **WEEK)]


def on(access: Access, day: datetime) -> Appointment:
    return find_event(calendar=store_of(access), event="Stand-up", now=MONDAY, day=day.date())


def test_event_is_created_read_moved_and_deleted_over_caldav(connected: Radicale, ann: Access):
    store = store_of(ann)
    made = create_event(
        calendar=store, title="Überblick; Plan, 2027", starts_at=MONDAY, place="Raum 4", notes="a\nb"
    )
    (read,) = list_events(calendar=store, **WEEK)
    assert (read.title, read.place, read.notes) == ("Überblick; Plan, 2027", "Raum 4", "a\nb")
    assert (read.starts_at, read.ends_at, read.id) == (MONDAY, MONDAY + HOUR, made.id)
    update_event(calendar=store, event_id=made.id, starts_at=MONDAY + HOUR)
    moved = store.get(made.id)
    assert (moved.starts_at, moved.ends_at) == (MONDAY + HOUR, MONDAY + 2 * HOUR)
    delete_event(calendar=store, event_id=made.id)
    assert listed(ann) == []
    with pytest.raises(NotFound):
        delete_event(calendar=store, event_id=made.id)


def test_all_day_event_stays_all_day_over_caldav(connected: Radicale, ann: Access):
    made = create_event(calendar=store_of(ann), title="Fair", starts_at=MONDAY, all_day=True)
    (read,) = list_events(calendar=store_of(ann), **WEEK)
    assert replace(read, changed_at=made.changed_at) == made and read.all_day
    assert "DTSTART;VALUE=DATE:20261123\nDTEND;VALUE=DATE:20261124" in connected.read(made.id)


def test_same_idempotency_key_creates_an_event_once(connected: Radicale, ann: Access):
    made = [
        create_event(calendar=store_of(ann), title="Once", starts_at=MONDAY, key="the-call") for _ in range(2)
    ]
    assert made[0].id == made[1].id and len(listed(ann)) == 1


def test_event_of_another_program_is_found_by_title(connected: Radicale, ann: Access):
    connected.put(
        "0815.ics", "BEGIN:VEVENT", "UID:x", "DTSTAMP:20261101T000000Z", "DTSTART:20261123T090000Z",
        "DURATION:PT30M", "SUMMARY:Dentist", "ATTENDEE:mailto:d@example.org", "END:VEVENT",
    )  # fmt: skip
    found = find_event(calendar=store_of(ann), event="dent", now=MONDAY)
    assert (found.id, found.ends_at) == ("0815.ics", MONDAY + HOUR / 2)
    update_event(calendar=store_of(ann), event_id=found.id, place="High Street 1")
    stored = connected.read("0815.ics")
    assert "LOCATION:High Street 1" in stored and "ATTENDEE:mailto:d@example.org" in stored


@pytest.mark.parametrize("title", ["Sync: budget?", "a/b #1", "mailto:x", "50 % off", "…"])
def test_title_with_url_characters_is_found_as_a_title(connected: Radicale, ann: Access, title: str):
    made = create_event(calendar=store_of(ann), title=title, starts_at=MONDAY)
    assert find_event(calendar=store_of(ann), event=title, now=MONDAY).id == made.id


def test_event_id_with_special_characters_is_handled(connected: Radicale, ann: Access):
    series = [line.replace("standup", "a") for line in SERIES]
    connected.put("x%40example.org%20%25.ics", *series)
    first, second, *_ = list_events(calendar=store_of(ann), **WEEK)
    assert first.id == "x@example.org %.ics@20261123T090000Z"
    delete_event(calendar=store_of(ann), event_id=first.id)
    assert list_events(calendar=store_of(ann), **WEEK)[0].id == second.id


def test_caldav_series_is_listed_by_its_occurrences(connected: Radicale, ann: Access):
    connected.put("standup.ics", *SERIES)
    events = list_events(calendar=store_of(ann), **WEEK)
    assert [event.starts_at for event in events] == [MONDAY + timedelta(days) for days in range(6)]
    assert all(event.repeats for event in events) and len({event.id for event in events}) == len(events)


def test_changing_single_occurrences_keeps_the_caldav_series(connected: Radicale, ann: Access):
    connected.put("standup.ics", *SERIES)
    tuesday, wednesday = (on(ann, MONDAY + timedelta(days)) for days in (1, 2))
    update_event(calendar=store_of(ann), event_id=tuesday.id, starts_at=tuesday.starts_at + HOUR)
    update_event(calendar=store_of(ann), event_id=tuesday.id, title="Later stand-up")
    delete_event(calendar=store_of(ann), event_id=wednesday.id)
    days = [MONDAY + timedelta(days) for days in (0, 1, 3, 4, 5)]
    assert [start for _, start in listed(ann)] == [days[0], days[1] + HOUR, *days[2:]]
    assert listed(ann)[1][0] == "Later stand-up"
    assert connected.read("standup.ics").count("BEGIN:VALARM") == 2
    delete_event(calendar=store_of(ann), event_id=tuesday.id)
    assert [start for _, start in listed(ann)] == [days[0], *days[2:]]


def test_created_caldav_series_keeps_its_local_hour(connected: Radicale, acme: Tenant, ann: Access):
    acme.time_zone = "Europe/Berlin"
    acme.save()
    store, rule = store_of(ann), "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270331"
    made = create_event(calendar=store, title="Lunch", starts_at=MONDAY, rule=rule)
    assert "RRULE:FREQ=WEEKLY;UNTIL=20270331T215959Z;BYDAY=TU" in connected.read(made.id)
    spring = {"since": datetime(2027, 3, 22, tzinfo=UTC), "until": datetime(2027, 4, 30, tzinfo=UTC)}
    found = list_events(calendar=store, **spring)
    assert [f"{one.starts_at:%m-%d %H:%M}" for one in found] == ["03-23 10:00", "03-30 10:00"]
    delete_event(calendar=store, event_id=found[0].id)
    assert len(list_events(calendar=store, **spring)) == 1
    delete_event(calendar=store, event_id=found[0].series)
    assert list_events(calendar=store, **spring) == []


def test_deleted_caldav_occurrence_cannot_be_deleted_again(connected: Radicale, ann: Access):
    connected.put("standup.ics", *SERIES)
    event = on(ann, MONDAY)
    delete_event(calendar=store_of(ann), event_id=event.id)
    for event_id in (event.id, "standup.ics@nonsense", "standup.ics@20261123", "..", "../work", ""):
        with pytest.raises(NotFound):
            delete_event(calendar=store_of(ann), event_id=event_id)
    assert connected.read("standup.ics").count("BEGIN:VEVENT") == 1


def test_concurrent_change_on_the_server_is_not_overwritten(connected: Radicale, ann: Access):
    store = store_of(ann)
    made = create_event(calendar=store, title="Ours", starts_at=MONDAY)
    found = store._find(made.id)
    connected.send("PUT", f"{USERNAME}/work/{made.id}", connected.read(made.id).replace("Ours", "Theirs"))
    with pytest.raises(Conflict):
        store._put(found.url, found.calendar, {"If-Match": found.etag})
    assert listed(ann) == [("Theirs", MONDAY)]


def test_account_is_stored_encrypted_and_connecting_is_audited(connected: Radicale, ann: Access):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT account FROM {Calendar._meta.db_table}")
        (stored,) = cursor.fetchone()
    assert PASSWORD not in stored and f'"{USERNAME}"' not in stored
    assert calendar_of(ann).account["url"] == connected.calendar_url
    entry = AuditEntry.objects.get(action="calendar.connected")
    assert (entry.user_id, entry.reason) == (ann.user_id, "127.0.0.1")


def test_url_of_a_calendar_is_stored_unchanged(server: Radicale, ann: Access):
    connect_account(access=ann, url=server.calendar_url, username=USERNAME, password=PASSWORD)
    assert calendar_of(ann).account["url"] == server.calendar_url


def test_disconnecting_returns_to_the_local_calendar(connected: Radicale, ann: Access):
    create_event(calendar=store_of(ann), title="There", starts_at=MONDAY)
    disconnect_account(access=ann)
    create_event(calendar=store_of(ann), title="Here", starts_at=MONDAY)
    assert listed(ann) == [("Here", MONDAY)] and calendar_of(ann).account == {}


@pytest.mark.parametrize(("path", "password"), [("", "wrong"), ("nobody/", PASSWORD), ("x y", "")])
def test_unknown_account_is_refused_by_field(server: Radicale, ann: Access, path: str, password: str):
    with pytest.raises(InvalidInput) as refused:
        connect_account(access=ann, url=f"{server.url}{path}", username=USERNAME, password=password)
    assert set(refused.value.fields) == {"password"} and calendar_of(ann).account == {}


def test_account_without_a_calendar_is_refused(server: Radicale, ann: Access):
    server.send("DELETE", f"{USERNAME}/work/")
    with pytest.raises(InvalidInput, match="no calendar") as refused:
        connect_account(access=ann, url=server.url, username=USERNAME, password=PASSWORD)
    assert set(refused.value.fields) == {"url"}


def test_private_caldav_address_is_refused(server: Radicale, ann: Access, settings: Settings):
    settings.ALLOWED_HOSTS_OUT = []
    with pytest.raises(RequestRefused):
        connect_account(access=ann, url=server.url, username=USERNAME, password=PASSWORD)


def test_unreachable_caldav_server_is_reported(connected: Radicale, ann: Access, settings: Settings):
    port = free_port()
    settings.ALLOWED_HOSTS_OUT = [f"127.0.0.1:{port}"]
    row = calendar_of(ann)
    row.account |= {"url": f"http://127.0.0.1:{port}/"}
    row.save()
    with pytest.raises(RequestFailed, match="does not answer"):
        listed(ann)


@pytest.mark.django_db(transaction=True)
async def test_calendar_tool_works_on_the_caldav_calendar(connected: Radicale, ann: Access):
    context = call_context(ann)
    new = CalendarWork(do="create", title="Review", starts_at=context.now + HOUR)
    made = await calendar.run(new, context)
    assert "SUMMARY:Review" in connected.read(made.events[0].id)
    await calendar.run(CalendarWork(do="delete", event="review"), context)
    found = await calendar.run(CalendarWork(do="list"), context)
    assert found.events == []
