"""The feed that calendar programs subscribe to."""

from datetime import UTC, datetime, timedelta

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from omniforge.calendar.feed import make_feed
from omniforge.calendar.models import Calendar
from omniforge.calendar.selectors import calendar_of, store_of
from omniforge.calendar.services import create_event, update_event
from omniforge.errors import NotAllowed
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role, Tenant, User
from tests.calendar.radicale import Radicale
from tests.factories import make_member

pytestmark = pytest.mark.django_db
TOMORROW = timezone.now().replace(microsecond=0) + timedelta(days=1)


def feed(secret: str, **headers: str):
    return Client().get(f"/calendar/{secret}.ics", headers=headers)


def parsed(secret: str) -> icalendar.Calendar:
    return icalendar.Calendar.from_ical(feed(secret).content)


def test_feed_holds_the_fields_of_an_event(acme: Tenant, ann: Access):
    event = create_event(
        calendar=store_of(ann),
        title="Überblick, Teil 1; kurz",
        starts_at=TOMORROW,
        place="Raum 4",
        notes="a\nb",
    )
    create_event(calendar=store_of(ann), title="Fair", starts_at=TOMORROW + timedelta(days=1), all_day=True)
    read = parsed(make_feed(ann))
    timed, whole = read.events
    assert (timed["SUMMARY"], timed["LOCATION"], timed["DESCRIPTION"]) == (event.title, "Raum 4", "a\nb")
    assert (timed.start, timed.end) == (event.starts_at, event.ends_at)
    assert whole.start == (TOMORROW + timedelta(days=1)).date() and whole.duration == timedelta(days=1)
    assert read["X-WR-CALNAME"] == acme.name and read["VERSION"] == "2.0"


def test_feed_has_folded_lines_and_crlf(ann: Access):
    create_event(calendar=store_of(ann), title="x" * 200, starts_at=TOMORROW)
    body = feed(make_feed(ann)).content
    lines = body.split(b"\r\n")
    assert body.endswith(b"END:VCALENDAR\r\n") and b"\n" not in body.replace(b"\r\n", b"")
    assert max(map(len, lines)) <= 75
    (event,) = icalendar.Calendar.from_ical(body).events
    assert {"UID", "DTSTAMP", "DTSTART"} <= set(event)


def test_empty_calendar_has_a_feed(amy: Access):
    assert parsed(make_feed(amy)).events == []


def test_feed_includes_events_of_the_caldav_account(connected: Radicale, ann: Access):
    create_event(calendar=store_of(ann), title="There", starts_at=TOMORROW)
    (event,) = parsed(make_feed(ann)).events
    assert (event["SUMMARY"], event.start) == ("There", TOMORROW)


def test_feed_with_a_matching_etag_answers_304(ann: Access):
    event = create_event(calendar=store_of(ann), title="Once", starts_at=TOMORROW)
    secret = make_feed(ann)
    first = feed(secret)
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert first["Cache-Control"] == "private, max-age=300"
    again = feed(secret, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    update_event(calendar=store_of(ann), event_id=event.id, title="Twice")
    assert feed(secret, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_new_feed_secret_ends_the_old_and_only_its_hash_is_kept(ann: Access):
    first, second = make_feed(ann), make_feed(ann)
    assert calendar_of(ann).feed_hash not in (first, second) and len(second) >= 43
    assert (feed(first).status_code, feed(second).status_code) == (404, 200)


def test_wrong_feed_secret_or_its_hash_answers_404(ann: Access, bob: Access):
    make_feed(ann)
    calendar_of(bob)  # its hash is empty
    stored = Calendar.objects.get(user_id=ann.user_id).feed_hash
    answers = [feed(secret) for secret in ("x", stored, " ", "0" * 64)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def test_feed_ends_when_the_member_leaves_or_is_deactivated(ann: Access, amy: Access):
    secrets = [make_feed(access) for access in (ann, amy)]
    Membership.objects.filter(user_id=ann.user_id).delete()
    User.objects.filter(pk=amy.user_id).update(is_active=False)
    assert [feed(secret).status_code for secret in secrets] == [404, 404]


def test_feed_refuses_post_and_auditor_cannot_create_one(acme: Tenant, ann: Access):
    assert Client().post(f"/calendar/{make_feed(ann)}.ics").status_code == 405
    with pytest.raises(NotAllowed):
        make_feed(make_member(acme, role=Role.AUDITOR))


def test_feed_leaves_out_distant_past_and_future(ann: Access):
    for days in (-400, 1, 400):
        create_event(calendar=store_of(ann), title=str(days), starts_at=datetime.now(UTC) + timedelta(days))
    assert [event["SUMMARY"] for event in parsed(make_feed(ann)).events] == ["1"]
