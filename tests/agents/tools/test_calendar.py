"""The calendar tools on a calendar kept here; with CalDAV: tests/calendar/."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agents.events import ApprovalAsked, Operation
from agents.models import Approval, ApprovalStatus, CallStatus
from agents.tools.builtin.calendar import calendar
from agents.tools.call import Outcome
from agents.tools.gate import call_tool
from omniforge.calendar.own_store import OwnStore
from omniforge.calendar.selectors import store_of
from omniforge.calendar.services import create_event, list_events
from omniforge.errors import Conflict, InvalidInput, NotFound
from omniforge.llm.types import ToolRequest
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant
from tests.agents.chat import NOW
from tests.agents.tools.contexts import call_context, done, run_context, told

pytestmark = pytest.mark.django_db(transaction=True)
TOMORROW = NOW + timedelta(days=1)


async def use(do: str, access: Access, **arguments: Any) -> Any:
    """Run the tool by itself."""
    assert calendar.arguments
    wanted = calendar.arguments.model_validate({"do": do, **arguments})
    return await calendar.run(wanted, call_context(access))


async def add(access: Access, title: str, at: datetime = TOMORROW) -> None:
    await in_database(lambda: create_event(calendar=store_of(access), title=title, starts_at=at))


async def titles(access: Access) -> list[str]:
    found = await use("list", access, until=NOW + timedelta(days=30))
    return [event.title for event in found.events]


async def test_event_is_added_listed_moved_and_deleted_by_title(ann: Access):
    made = await use("create", ann, title="Budget review", starts_at=TOMORROW, place="Room 4")
    assert made.summary() == "Budget review, Sat 21 Nov 2026, 10:00 to 11:00: created"
    (listed,) = (await use("list", ann)).events
    assert (listed.title, listed.place, listed.starts_at) == ("Budget review", "Room 4", TOMORROW)
    moved = await use("update", ann, event="budget", starts_at=TOMORROW + timedelta(hours=4))
    assert moved.events[0].when == "Sat 21 Nov 2026, 14:00 to 15:00" and moved.events[0].place == "Room 4"
    deleted = await use("delete", ann, event="Budget review")
    assert deleted.summary().endswith("deleted") and await titles(ann) == []


async def test_series_is_deleted_by_occurrence_and_as_a_whole(ann: Access):
    rule = "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261208"
    made = await use("create", ann, title="Lunch", starts_at=TOMORROW, rule=rule)
    assert made.summary() == ("Lunch, every Tuesday until 8 December 2026: created")
    assert await titles(ann) == ["Lunch"] * 3
    await use("delete", ann, event="lunch", day="2026-12-01")
    assert await titles(ann) == ["Lunch"] * 2
    rest = await use("delete", ann, event="lunch", whole_series=True)
    assert rest.summary() == "Lunch, every Tuesday until 8 December 2026, not on 1 Dec 2026: deleted"
    assert await titles(ann) == []


async def test_occurrence_is_named_by_series_id_and_day(ann: Access):
    rule = "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261208"
    made = await use("create", ann, title="Lunch", starts_at=TOMORROW, rule=rule)
    series = made.events[0].id
    with pytest.raises(Conflict, match="Several events"):
        await use("delete", ann, event=series)
    deleted = await use("delete", ann, event=series, day="2026-12-01")
    assert deleted.series == "every Tuesday until 8 December 2026, not on 1 Dec 2026"
    assert deleted.events[0].when.startswith("Tue 01 Dec 2026") and await titles(ann) == ["Lunch"] * 2
    await use("delete", ann, event=series, whole_series=True)
    assert await titles(ann) == []


async def test_days_left_out_of_a_series_are_shown_and_replaced(ann: Access):
    rule = "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270126"
    await use("create", ann, title="Lunch", starts_at=TOMORROW, rule=f"{rule} EXDATE:20261222,20270112")
    every = "every Tuesday until 26 January 2027, not on"
    [listed] = (await use("list", ann)).events
    assert listed.every == f"{every} 22 Dec 2026, 12 Jan 2027"
    [kept] = (await use("update", ann, event="lunch", whole_series=True, title="Long lunch")).events
    assert kept.every == f"{every} 22 Dec 2026, 12 Jan 2027"
    again = await use("update", ann, event="lunch", whole_series=True, rule="EXDATE:20261222")
    assert again.events[0].every == f"{every} 22 Dec 2026"
    january = await use("list", ann, since="2027-01-11", until="2027-01-13")
    assert [one.title for one in january.events] == ["Long lunch"]
    [all_of_them] = (await use("update", ann, event="lunch", whole_series=True, rule="EXDATE:")).events
    assert all_of_them.every == "every Tuesday until 26 January 2027"


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("EXDATE:20261222T120000Z", "22 Dec 2026"),
        ("EXDATE;TZID=Asia/Tokyo:20261223T060000,20270113T060000", "22 Dec 2026, 12 Jan 2027"),
        ("EXDATE;TZID=Europe/Berlin;VALUE=DATE-TIME:20261222T120000", "22 Dec 2026"),
    ],
)
async def test_days_left_out_may_be_times_of_another_zone(ann: Access, line: str, day: str):
    rule = f"FREQ=WEEKLY;BYDAY=TU;UNTIL=20270126 {line}"
    made = await use("create", ann, title="Lunch", starts_at=TOMORROW, rule=rule)
    assert made.events[0].every == f"every Tuesday until 26 January 2027, not on {day}"


async def test_whole_series_is_meant_though_an_occurrence_was_moved(ann: Access):
    await use("create", ann, title="Lunch", starts_at=TOMORROW, rule="FREQ=WEEKLY;BYDAY=TU;UNTIL=20261208")
    moved = await use("update", ann, event="lunch", day="2026-12-01", starts_at="2026-12-02T12:00:00")
    assert moved.series == "every Tuesday until 8 December 2026; on 1 Dec 2026 as its own event"
    changed = await use("update", ann, event="lunch", whole_series=True, place="Room 4")
    assert changed.events[0].every == moved.series


async def test_series_is_listed_once_with_its_next_days(ann: Access):
    rule = "FREQ=DAILY;COUNT=6"
    await use("create", ann, title="Standup", starts_at=TOMORROW, rule=rule)
    await add(ann, "Fair", TOMORROW + timedelta(days=1))
    listed = await use("list", ann)
    assert [one.title for one in listed.events] == ["Standup", "Fair"] and listed.total == 2
    assert listed.events[0].when.startswith("Sat 21 Nov 2026")
    assert listed.events[0].again == ["Sun 22 Nov", "Mon 23 Nov", "Tue 24 Nov", "Wed 25 Nov", "and 1 more"]
    of_days = await use("list", ann, since=TOMORROW)
    assert len(of_days.events) == 7 and sum(one.every is not None for one in of_days.events) == 1
    moved = await use("update", ann, event="standup", day="2026-11-23", place="Room 4")
    assert moved.summary().startswith("Standup, Mon 23 Nov 2026, 10:00")
    deleted = await use("delete", ann, event="standup", day="2026-11-24")
    assert deleted.summary().startswith("Standup, Tue 24 Nov 2026, 10:00")


async def test_deletion_approval_shows_the_day_of_the_event(ann: Access):
    await add(ann, "Fair")
    run = await in_database(run_context, ann)
    run.strangers = True
    outcome = await call_tool(run, ToolRequest("1", "calendar", '{"do": "delete", "event": "fair"}'))
    assert outcome.waits
    asked = await Approval.objects.aget()
    assert asked.what == 'Deleting from the calendar: "Fair", Sat 21 Nov 2026, 10:00 to 11:00'


async def test_deleting_a_missing_event_fails_without_asking(ann: Access):
    run = await in_database(run_context, ann)
    outcome = await call_tool(run, ToolRequest("1", "calendar", '{"do": "delete", "event": "Fair"}'))
    assert not outcome.waits and "There is no event 'Fair'" in outcome.text
    assert not await Approval.objects.aexists()


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"event": "Drill"}, '"Drill"'),
        ({"event": "Drill", "day": "2026-12-29"}, '"Drill", Tue 29 Dec 2026'),
        ({"event": "Drill", "day": "soon"}, '"Drill"'),
        ({"event": "a@20261229"}, '"a@20261229", Tue 29 Dec 2026'),
        ({"event": "a@20261229T090000Z"}, '"a@20261229T090000Z", Tue 29 Dec 2026'),
        ({"event": "a@20261229", "whole_series": True}, '"a@20261229", the whole series'),
    ],
)
def test_deletion_label_names_the_occurrence_or_series(named: dict[str, Any], said: str):
    assert calendar.label({"do": "delete", **named}) == f"Deleting from the calendar: {said}"


async def test_operations_have_the_title_of_their_event(ann: Access):
    made = await use("create", ann, title="Lunch", starts_at=TOMORROW)
    changed = await use("update", ann, event="lunch", title="Long lunch")
    deleted = await use("delete", ann, event=made.events[0].id)
    assert [*made.operations(), *changed.operations(), *deleted.operations()] == [
        Operation("create", "event", "Lunch", "done", made.events[0].id),
        Operation("update", "event", "Long lunch", "done", made.events[0].id),
        Operation("delete", "event", "Long lunch", "done", made.events[0].id),
    ]


async def test_repeated_create_adds_no_second_event(ann: Access):
    for _ in range(2):
        await use("create", ann, title="Once", starts_at=TOMORROW)
    assert await titles(ann) == ["Once"]


async def test_time_without_a_zone_is_in_the_workspace_time_zone(acme: Tenant, ann: Access):
    await in_database(lambda: Tenant.objects.filter(pk=acme.pk).update(time_zone="Asia/Tokyo"))
    context = call_context(ann)
    assert context.now.tzinfo is UTC  # a turn's pack has the workspace's zone; here it is still UTC
    made = await use("create", ann, title="Call", starts_at="2026-11-21T10:00:00")
    assert made.events[0].starts_at == datetime(2026, 11, 21, 19, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert made.events[0].when == "Sat 21 Nov 2026, 19:00 to 20:00"


async def test_day_selects_among_events_of_the_same_title(ann: Access):
    await add(ann, "Stand-up", TOMORROW)
    await add(ann, "Stand-up", TOMORROW + timedelta(days=1))
    with pytest.raises(Conflict, match=r"Sat 21 Nov.*Sun 22 Nov"):
        await use("delete", ann, event="stand-up")
    await use("delete", ann, event="stand-up", day="2026-11-22")
    (left,) = (await use("list", ann)).events
    assert left.starts_at == TOMORROW


async def test_exact_title_is_preferred_to_a_partial_one(ann: Access):
    await add(ann, "Review")
    await add(ann, "Review of reviews")
    await use("delete", ann, event="review")
    assert await titles(ann) == ["Review of reviews"]


async def test_all_day_event_runs_from_midnight_to_midnight(ann: Access):
    made = await use("create", ann, title="Fair", starts_at=TOMORROW, all_day=True)
    assert made.events[0].when == "Sat 21 Nov 2026, all day"
    assert made.events[0].ends_at - made.events[0].starts_at == timedelta(days=1)


async def test_invalid_times_are_reported_by_field(ann: Access):
    with pytest.raises(InvalidInput, match=r"^ends_at: ") as refused:
        await use("create", ann, title="x", starts_at=TOMORROW, ends_at=NOW)
    assert set(refused.value.fields) == {"ends_at"}
    with pytest.raises(InvalidInput, match=r"^until: "):
        await use("list", ann, since=TOMORROW, until=NOW)


async def test_long_event_list_counts_the_rest(ann: Access):
    for number in range(53):
        await add(ann, f"Event {number}", TOMORROW + timedelta(minutes=number))
    found = await use("list", ann)
    assert (len(found.events), found.more, found.summary()) == (40, 13, "53 events")


async def test_events_of_another_member_are_not_found(ann: Access, amy: Access):
    made = await use("create", ann, title="Secret", starts_at=TOMORROW)
    assert await titles(amy) == []
    for name in ("Secret", made.events[0].id):
        with pytest.raises(NotFound):
            await use("delete", amy, event=name)
    assert await titles(ann) == ["Secret"]


@pytest.mark.parametrize(
    ("said", "read", "asks"),
    [
        ("Tidy up Saturday", {}, False),
        ("Tidy up Saturday", {"uploaded": True}, True),
        ("Delete the budget review", {"uploaded": True}, False),
        ("Delete the dentist from my calendar", {"uploaded": True}, True),
        ("Delete the budget review", {"strangers": True}, True),
    ],
)
async def test_deletion_of_an_event_asks_only_after_text_by_others(
    ann: Access, said: str, read: dict[str, bool], asks: bool
):
    await add(ann, "Budget review")
    run = await in_database(run_context, ann)
    run.pack = replace(run.pack, message=said, words=said)
    for mark, value in read.items():
        setattr(run, mark, value)
    outcome = await call_tool(run, ToolRequest("1", "calendar", '{"do": "delete", "event": "Budget review"}'))
    assert (outcome.waits, await titles(ann)) == (asks, ["Budget review"] if asks else [])


async def test_deletion_in_a_calendar_of_another_service_always_asks(ann: Access, monkeypatch):
    await add(ann, "Budget review")
    run = await in_database(run_context, ann)
    monkeypatch.setattr(OwnStore, "remote", True)
    outcome = await call_tool(run, ToolRequest("1", "calendar", '{"do": "delete", "event": "Budget review"}'))
    assert outcome.waits and "cannot be taken back" in (await Approval.objects.aget()).why


async def test_event_deletion_that_a_person_decides_on_is_made_once_approved(ann: Access):
    await add(ann, "Budget review")
    run = await in_database(run_context, ann)
    run.strangers = True

    async def delete() -> Outcome:
        request = ToolRequest("1", "calendar", '{"do": "delete", "event": "Budget review"}')
        return await call_tool(run, request)

    assert (await delete()).waits and await titles(ann) == ["Budget review"]
    (asked,) = [event for event in told(run) if isinstance(event, ApprovalAsked)]
    assert asked.what.startswith('Deleting from the calendar: "Budget review", Sat 21 Nov 2026, 10:00')
    await in_database(lambda: Approval.objects.update(status=ApprovalStatus.APPROVED))
    assert (await delete()).status == CallStatus.DONE and await titles(ann) == []
    (deleted,) = done(told(run))
    assert (deleted.action, deleted.entity_name) == ("delete", "Budget review")


async def test_events_are_listed_in_chronological_order(ann: Access):
    await add(ann, "later", TOMORROW + timedelta(hours=2))
    await add(ann, "earlier", TOMORROW)

    def listed() -> list[str]:
        found = list_events(calendar=store_of(ann), since=NOW, until=NOW + timedelta(days=2))
        return [event.title for event in found]

    assert await in_database(listed) == ["earlier", "later"]
