"""Occurrences of recurring events, and malformed server responses."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest

from omniforge.calendar.appointment import Appointment
from omniforge.calendar.caldav.multistatus import read_multistatus
from omniforge.calendar.caldav.store import CalDavStore
from omniforge.calendar.series import exclude_occurrence, find_occurrence, occurrences
from omniforge.net import RequestFailed
from omniforge.storage.ids import new_id

BERLIN = ZoneInfo("Europe/Berlin")
SUNDAY = datetime(2026, 10, 25, tzinfo=UTC)  # the day on which summer time ends


def series(rule: str, start: str = ";TZID=Europe/Berlin:20261019T090000") -> icalendar.Calendar:
    lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20261001T000000Z", f"DTSTART{start}"]
    return icalendar.Calendar.from_ical("\r\n".join([*lines, f"RRULE:{rule}", "END:VEVENT", "END:VCALENDAR"]))


def names(calendar: icalendar.Calendar, days: int = 3) -> list[str]:
    return [name for name, _ in occurrences(calendar, SUNDAY - timedelta(days=1), SUNDAY + timedelta(days))]


def test_occurrences_keep_their_local_hour_across_dst():
    assert names(series("FREQ=DAILY"))[:3] == ["20261024T070000Z", "20261025T080000Z", "20261026T080000Z"]


def test_all_day_occurrences_are_named_by_date():
    assert names(series("FREQ=WEEKLY", ";VALUE=DATE:20261018")) == ["20261025"]


def test_occurrences_without_a_time_zone_are_named_without_one():
    assert names(series("FREQ=WEEKLY", ":20261018T090000")) == ["20261025T090000"]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=MINUTELY",
        "FREQ=HOURLY",
        "FREQ=WEEKLY;INTERVAL=0",
        "FREQ=DAILY;BYHOUR=8,9,10,11;BYMINUTE=0,5,10,15,20,25,30",
    ],
)
def test_subdaily_or_invalid_series_is_left_out(rule: str):
    assert names(series(rule)) == []


def test_endless_series_is_bounded():
    assert len(names(series("FREQ=DAILY"), days=20_000)) == 1_000


def test_excluded_occurrence_is_not_found():
    calendar = series("FREQ=DAILY")
    found = find_occurrence(calendar, "20261025T080000Z")
    assert found
    exclude_occurrence(calendar, found)
    assert find_occurrence(calendar, "20261025T080000Z") is None
    assert names(calendar)[:2] == ["20261024T070000Z", "20261026T080000Z"]


def answer(data: str) -> bytes:
    return (
        '<multistatus xmlns="DAV:"><response><href>/cal/1.ics</href><propstat><prop>'
        f'<calendar-data xmlns="urn:ietf:params:xml:ns:caldav">{data}</calendar-data></prop>'
        "<status>HTTP/1.1 200 OK</status></propstat></response></multistatus>"
    ).encode()


START, CHANGED = "DTSTART:20261025T100000Z", "LAST-MODIFIED:20261001T000000Z"


def listed(data: str) -> list[Appointment]:
    """Return Sunday's events of a resource with `data`."""
    store = CalDavStore(new_id(), BERLIN, {"url": "http://x/", "username": "", "password": ""})
    (resource,) = read_multistatus(answer(data))
    return store._listed(resource, SUNDAY, SUNDAY + timedelta(1))


def test_calendar_without_events_lists_nothing_and_logs_nothing(caplog: pytest.LogCaptureFixture):
    assert listed("BEGIN:VCALENDAR\nEND:VCALENDAR") == [] and caplog.records == []


@pytest.mark.parametrize(
    "event",
    [
        "SUMMARY:no time\nEND:VEVENT",
        "SUMMARY:no end",
        f"{START}\nRRULE:COUNT=3\nEND:VEVENT",
        f"{START}\nDURATION:P9999999W\nEND:VEVENT",
        f"{START}\n{CHANGED}\n{CHANGED}\nEND:VEVENT",
    ],
)
def test_malformed_event_is_skipped_and_logged(event: str, caplog):
    assert listed(f"BEGIN:VCALENDAR\nBEGIN:VEVENT\n{event}\nEND:VCALENDAR") == []
    assert "cannot be read" in caplog.text and "SUMMARY" not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        b"<html>Sign in</html>",
        b"<multistatus xmlns='DAV:'>",
        b"no XML",
        b'<!DOCTYPE a [<!ENTITY b "bbbb">]><multistatus xmlns="DAV:"/>',
    ],
)
def test_answer_that_is_not_caldav_is_an_error(body: bytes):
    with pytest.raises(RequestFailed, match="does not speak CalDAV"):
        list(read_multistatus(body))
