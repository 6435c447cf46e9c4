"""Recurring events of our own calendar, from the arguments of a call to the feed."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from omniforge.calendar.appointment import Appointment
from omniforge.calendar.feed import make_feed
from omniforge.calendar.models import CalendarEvent
from omniforge.calendar.rule import change_rule, read_rule
from omniforge.calendar.selectors import store_of
from omniforge.calendar.services import create_event, delete_event, find_event, list_events, update_event
from omniforge.calendar.validation import midnight
from omniforge.errors import Conflict, InvalidInput, NotFound
from omniforge.recurrence.words import describe
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
MONDAY = datetime(2026, 10, 19, 10, tzinfo=BERLIN)  # six days before summer time ends


@pytest.fixture(autouse=True)
def berlin(acme: Tenant) -> None:
    acme.time_zone = "Europe/Berlin"
    acme.save()


def lunch(access: Access, rule: str = "FREQ=WEEKLY;BYDAY=TU", **more: object) -> Appointment:
    fields = {"title": "Team lunch", "starts_at": MONDAY, "rule": rule} | more
    return create_event(calendar=store_of(access), **fields)


def listed(access: Access, days: int = 28, since: datetime = MONDAY) -> Sequence[Appointment]:
    return list_events(calendar=store_of(access), since=since, until=since + timedelta(days=days))


def days(access: Access, **span: int) -> list[str]:
    return [f"{event.starts_at:%m-%d %H:%M}" for event in listed(access, **span)]


def test_series_starts_on_the_first_matching_day_at_its_hour(ann: Access):
    made = lunch(ann)
    assert (made.when, made.every) == ("Tue 20 Oct 2026, 10:00 to 11:00", "every Tuesday")
    assert days(ann) == ["10-20 10:00", "10-27 10:00", "11-03 10:00", "11-10 10:00"]
    assert {(event.repeats, event.series) for event in listed(ann)} == {(True, made.id)}
    assert CalendarEvent.objects.get().rule == "FREQ=WEEKLY;BYDAY=TU"


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("FREQ=DAILY;COUNT=3", ["10-19", "10-20", "10-21"]),
        ("FREQ=DAILY;INTERVAL=2;UNTIL=20261023", ["10-19", "10-21", "10-23"]),
        ("FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261029T235959Z", ["10-19", "10-22", "10-26", "10-29"]),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=2", ["10-19", "11-02"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", ["10-31"]),
        ("FREQ=MONTHLY;BYDAY=1FR", ["11-06"]),
        ("rrule:freq=yearly", ["10-19"]),
    ],
)
def test_recurrence_rule_gives_the_expected_days(ann: Access, rule: str, found: list[str]):
    lunch(ann, rule)
    assert [day[:5] for day in days(ann)] == found


def test_all_day_series_stays_all_day(ann: Access):
    lunch(ann, "FREQ=WEEKLY;UNTIL=20261026", all_day=True)
    assert [event.when for event in listed(ann)] == ["Mon 19 Oct 2026, all day", "Mon 26 Oct 2026, all day"]
    first = listed(ann)[0]
    delete_event(calendar=store_of(ann), event_id=first.id)
    assert [event.when for event in listed(ann)] == ["Mon 26 Oct 2026, all day"]


def test_occurrence_is_deleted_alone_then_the_series(ann: Access):
    made, store = lunch(ann), store_of(ann)
    second = listed(ann)[1]
    delete_event(calendar=store, event_id=second.id)
    assert days(ann) == ["10-20 10:00", "11-03 10:00", "11-10 10:00"]
    with pytest.raises(NotFound):
        delete_event(calendar=store, event_id=second.id)
    delete_event(calendar=store, event_id=made.id)
    assert days(ann) == [] and not CalendarEvent.objects.exists()


def test_occurrence_is_moved_alone_to_another_weekday(ann: Access):
    lunch(ann)
    changes = {"starts_at": datetime(2026, 10, 28, 12, tzinfo=BERLIN), "title": "Late lunch"}
    moved = update_event(calendar=store_of(ann), event_id=listed(ann)[1].id, **changes)
    assert (moved.when, moved.repeats) == ("Wed 28 Oct 2026, 12:00 to 13:00", False)
    assert days(ann) == ["10-20 10:00", "10-28 12:00", "11-03 10:00", "11-10 10:00"]


def test_changed_series_keeps_its_deleted_occurrences_deleted(ann: Access):
    made = lunch(ann)
    delete_event(calendar=store_of(ann), event_id=listed(ann)[1].id)
    starts_at = made.starts_at.replace(hour=12)
    update_event(calendar=store_of(ann), event_id=made.id, starts_at=starts_at, title="Long lunch")
    assert days(ann) == ["10-20 12:00", "11-03 12:00", "11-10 12:00"]
    assert {event.title for event in listed(ann)} == {"Long lunch"}


def test_series_keeps_its_hour_in_its_original_time_zone(acme: Tenant, ann: Access):
    lunch(ann)
    acme.time_zone = "Asia/Tokyo"
    acme.save()
    assert days(ann) == ["10-20 17:00", "10-27 18:00", "11-03 18:00", "11-10 18:00"]


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo", "UTC"])
def test_all_day_event_keeps_its_date_in_another_time_zone(acme: Tenant, ann: Access, zone: str):
    create_event(calendar=store_of(ann), title="Fair", starts_at=MONDAY, all_day=True)
    acme.time_zone = zone
    acme.save()
    day = midnight(MONDAY.replace(tzinfo=ZoneInfo(zone)))
    [fair] = listed(ann, days=1, since=day)
    assert fair.when == "Mon 19 Oct 2026, all day"
    assert not listed(ann, days=1, since=day - timedelta(days=1))
    assert not listed(ann, days=1, since=day + timedelta(days=1))


@pytest.mark.parametrize(
    "rule",
    [
        "every Tuesday",
        "FREQ=HOURLY",
        "FREQ=WEEKLY;FREQ=DAILY",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;BYDAY=2TU",
        "FREQ=DAILY;COUNT=1000",
        "FREQ=DAILY;COUNT=2;UNTIL=20270101",
        "FREQ=DAILY;UNTIL=20269999",
        "FREQ=DAILY;UNTIL=20200101",
        "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
        "FREQ=YEARLY;BYMONTH=3",
        "FREQ=WEEKLY;BYMONTHDAY=3",
    ],
)
def test_invalid_rule_is_refused_by_field(ann: Access, rule: str):
    with pytest.raises(InvalidInput) as refused:
        lunch(ann, rule)
    assert set(refused.value.fields) == {"rule"} and not CalendarEvent.objects.exists()


def test_number_of_running_series_is_limited(ann: Access, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("omniforge.calendar.own_store._MOST_SERIES", 1)
    lunch(ann, "FREQ=DAILY;COUNT=1", starts_at=timezone.now() - timedelta(days=9))
    lunch(ann, starts_at=timezone.now())
    with pytest.raises(InvalidInput, match="holds 1 events that repeat"):
        lunch(ann, starts_at=timezone.now())


def test_finished_series_stores_its_end(ann: Access):
    for rule in ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;UNTIL=20261021"):
        lunch(ann, rule)
    over = {row.ends_at.astimezone(BERLIN).date().isoformat() for row in CalendarEvent.objects.all()}
    assert over == {"2026-10-21", "2026-10-22"}


def test_listing_many_series_costs_one_query(ann: Access, django_assert_num_queries):
    for _ in range(3):
        lunch(ann)
    store = store_of(ann)
    with django_assert_num_queries(1):
        assert len(list_events(calendar=store, since=MONDAY, until=MONDAY + timedelta(days=14))) == 6


def test_title_finds_a_series_only_as_a_whole(ann: Access):
    made, wanted = lunch(ann), {"event": "team lunch", "now": MONDAY}
    with pytest.raises(Conflict):
        find_event(calendar=store_of(ann), **wanted)
    assert find_event(calendar=store_of(ann), whole_series=True, **wanted).series == made.id


def test_feed_holds_the_occurrences_of_a_series(ann: Access):
    now = timezone.now().astimezone(BERLIN).replace(microsecond=0)  # the series' zone
    lunch(ann, "FREQ=DAILY;COUNT=3", starts_at=now)
    delete_event(calendar=store_of(ann), event_id=listed(ann, since=now)[1].id)
    body = Client().get(f"/calendar/{make_feed(ann)}.ics").content
    read = icalendar.Calendar.from_ical(body).events
    assert [event.start for event in read] == [now, now + timedelta(days=2)]
    assert len({event["UID"] for event in read}) == 2


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=DAILY", "every day"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=6", "every 2 weeks on Tuesday and Thursday, 6 times"),
        (
            "FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270228",
            "on the first Monday of every month until 28 February 2027",
        ),
        ("FREQ=MONTHLY;BYDAY=MO;COUNT=9", "every Monday, 9 times"),
        ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "on the 13th of every month that is a Friday"),
        ("FREQ=MONTHLY;BYMONTHDAY=15,-1", "on the 15th and last day of every month"),
    ],
)
def test_rule_is_described_in_words_and_written_unchanged(rule: str, words: str):
    assert describe(rule) == words and str(read_rule(rule)) == rule


@pytest.mark.parametrize(
    ("rule", "said", "changed"),
    [
        ("FREQ=MONTHLY;BYDAY=1FR", "BYDAY=TH", "FREQ=MONTHLY;BYDAY=1TH"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=5", "BYDAY=TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=5"),
        (
            "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231",
            "FREQ=WEEKLY;INTERVAL=2",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20261231",
        ),
        ("FREQ=WEEKLY;BYDAY=MO;COUNT=5", "UNTIL=20261130", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261130"),
        ("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=FR", "FREQ=WEEKLY;BYDAY=FR"),
    ],
)
def test_changed_rule_keeps_the_parts_not_given(rule: str, said: str, changed: str):
    assert str(change_rule(read_rule(rule), said)) == changed


def test_series_of_another_person_is_not_found(ann: Access, amy: Access):
    lunch(ann)
    for event in listed(ann):
        for event_id in (event.id, event.series):
            with pytest.raises(NotFound):
                delete_event(calendar=store_of(amy), event_id=event_id)
    assert len(listed(ann)) == 4
