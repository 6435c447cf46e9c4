"""Lists: rows with assignee, due date and links; conditions are applied or refused."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from agents.context.recall import Asked
from agents.definitions.services import create_agent
from agents.models import AgentRun, RunStatus
from omniforge.calendar import services as calendar
from omniforge.calendar.models import EventChange
from omniforge.calendar.selectors import store_of
from omniforge.files.services import store_file
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Document, Project, Version
from omniforge.projects.selectors import find_entities
from omniforge.projects.services import EdgeService, EntityService, Ref
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.tools.builtin.calls import call, failed, given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = {"due_after": "2026-11-01", "due_before": "2099-12-31"}


async def listed(run, **arguments) -> list[str]:
    result = await given(run, "list", **arguments)
    assert result["total"] == len(result["rows"])
    return [one.get("title") or one.get("name") for one in result["rows"]]


async def test_task_row_has_state_assignee_due_date_and_links(run):
    result = await given(run, "list", kind="task", filter={"assignee": "ben"})
    [row] = result["rows"]
    assert row == {
        "title": "Email the beta list",
        "state": "todo",
        "priority": 2,
        "assignee": "Ben",
        "due": "2026-11-27",
        "project": "Launch",
        "links": ["supports goal '1,000 readers'"],
    }
    assert (result["total"], result["within"]) == (1, "all projects")


@pytest.mark.parametrize("kind", ["project", "document"])
async def test_days_are_in_the_workspace_time_zone(run, kind):
    late = datetime(2026, 11, 26, 23, 14, tzinfo=UTC)
    for model in (Project, Document):
        await model.objects.aupdate(updated_at=late)
    run.pack = replace(run.pack, now=late.astimezone(ZoneInfo("Europe/Berlin")))
    rows = (await given(run, "list", kind=kind))["rows"]
    assert rows and {row["updated"] for row in rows} == {"2026-11-27"}


async def test_unassigned_come_last_and_done_tasks_have_an_end_date(run):
    rows = (await given(run, "list", kind="task", order="assignee"))["rows"]
    people = [row.get("assignee") for row in rows]
    assert people == sorted(filter(None, people)) + [None] * people.count(None) and None in people
    assert {row["state"]: "ended" in row for row in rows} == {"todo": False, "done": True}


async def test_same_named_rows_keep_their_ids(run):
    twice = {"op": "create", "kind": "task", "project": "Launch", "fields": {"title": "Order cake"}}
    await given(run, "change", operations=[twice])
    rows = (await given(run, "list", kind="task"))["rows"]
    assert [row["title"] for row in rows if "id" in row] == ["Order cake", "Order cake"]


@pytest.mark.parametrize(
    ("filter", "found"),
    [
        ({}, ["Write the press release", "Email the beta list", "Book the movers", "Order cake"]),
        ({"state": "open"}, ["Write the press release", "Email the beta list", "Book the movers"]),
        ({"state": "done, blocked"}, ["Order cake"]),
        ({"overdue": True}, ["Write the press release"]),
        ({"due_before": "2026-11-27"}, ["Write the press release", "Email the beta list"]),
        ({"due_after": "2026-11-11"}, ["Email the beta list"]),
        ({"priority": 2}, ["Email the beta list"]),
        ({"assignee": "none"}, ["Write the press release", "Book the movers"]),
        ({"assignee": "me"}, ["Order cake"]),
        ({"assignee": "Alder", "state": "done"}, ["Order cake"]),
        ({"title": "mover"}, ["Book the movers"]),
        ({"linked_to": "1,000 readers"}, ["Email the beta list"]),
    ],
)
async def test_all_filters_are_applied(run, ann, office, filter, found):
    from omniforge.tenants.models import User

    await User.objects.filter(pk=ann.user_id).aupdate(name="Ann Alder")
    assert await listed(run, kind="task", filter=filter) == found


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            {"kind": "document", "filter": {"assignee": "Ben"}},
            "cannot be filtered by assignee, only by state, title",
        ),
        ({"kind": "task", "filter": {"state": "finished"}}, "Use todo, in_progress, blocked, done, open"),
        ({"kind": "document", "order": "due"}, "in the order of updated, title"),
        ({"kind": "task", "project": "Lunch"}, "Nearest: project 'Launch'"),
        (
            {"kind": "task", "filter": {"owner": "Ben"}},
            "filter.owner: there is no such field. Those that are: state, assignee, due_before",
        ),
    ],
)
async def test_unsupported_filter_is_refused(run, arguments, says):
    assert says in await failed(run, "list", **arguments)


async def test_link_between_two_rows_is_listed_once(run, ann, launch):
    def linked() -> None:
        tasks = {one.title: one.pk for one in find_entities(ann, Kind.TASK)}
        ends = [Ref(Kind.TASK, tasks[one]) for one in ("Write the press release", "Email the beta list")]
        EdgeService(ann).create(ends[0], Relation.BLOCKS, ends[1])

    await in_database(linked)
    rows = (await given(run, "list", kind="task"))["rows"]
    links = {row["title"]: row.get("links", []) for row in rows}
    assert links["Write the press release"] == ["blocks task 'Email the beta list'"]
    assert links["Email the beta list"] == ["supports goal '1,000 readers'"]
    [goal] = (await given(run, "list", kind="goal"))["rows"]
    assert goal["links"] == ["task 'Email the beta list' supports this"]
    done = {"op": "update", "kind": "task", "ref": "Email the beta list", "fields": {"state": "done"}}
    await given(run, "change", operations=[done])
    [goal] = (await given(run, "list", kind="goal"))["rows"]
    assert goal["links"] == ["task 'Email the beta list' (done) supports this"]


async def test_list_has_its_total_and_pages(run):
    first = await given(run, "list", kind="task", limit=2)
    assert (first["total"], first["next_start"], len(first["rows"])) == (3, 3, 2)
    rest = await given(run, "list", kind="task", limit=2, start=3)
    assert [one["title"] for one in rest["rows"]] == ["Order cake"] and "next_start" not in rest


async def test_list_defaults_to_the_focused_project(ann, launch, office):
    run = await in_database(run_context, ann, focus=Focus(office.pk))
    assert await listed(run, kind="task") == ["Book the movers"]
    assert await listed(run, kind="risk", project="launch") == ["Printer fails"]


async def test_documents_are_listed_in_tree_order(run):
    result = await given(run, "list", kind="document", project="Launch")
    assert [one.get("path", one["title"]) for one in result["rows"]] == [
        "Project context",
        "Research",
        "Research > Rivals",
    ]


async def test_projects_show_their_open_task_count(run, office):
    result = await given(run, "list", kind="project")
    assert [(one["title"], one["open_tasks"]) for one in result["rows"]] == [
        ("Office move", 1),
        ("Launch", 2),
    ]


async def test_other_kinds_of_rows_are_listed(run, ann):
    weekly = {"slug": "reporter", "description": "Reports.", "schedule": "0 8 * * 1"}
    reporter = await in_database(create_agent, access=ann, **weekly)
    [row] = (await given(run, "list", kind="agent"))["rows"]
    assert row["schedule"] == "every Monday at 08:00" and "last_run" not in row
    await AgentRun.objects.acreate(tenant_id=ann.tenant_id, agent=reporter, status=RunStatus.FAILED)
    [row] = (await given(run, "list", kind="agent"))["rows"]
    assert row["last_run"].endswith(" failed")
    assert (await given(run, "list", kind="member"))["rows"][0]["is_you"] is True
    assert await listed(run, kind="connection") == ["calendar"]
    for kind in ("approval", "skill"):
        assert (await call(run, "list", kind=kind)).ok
    for content in (b"a\n1\n", b"a\n2\n"):
        await in_database(store_file, access=ann, name="orders.csv", content=content)
    newest, older = (await given(run, "list", kind="file"))["rows"]
    assert "id" not in newest and older["same_name_above"] and older["id"]
    talk = Asked(uuid4(), "Hall", run.pack.now, ["What does it cost?"])
    run.pack = replace(run.pack, asked=lambda since, until: [talk] * (since <= talk.last < until))
    [row] = (await given(run, "list", kind="conversation"))["rows"]
    assert (row["title"], row["asked"]) == ("Hall", ["What does it cost?"])
    await AgentRun.objects.acreate(tenant_id=ann.tenant_id, conversation_id=uuid4(), task="A chat")
    runs = (await given(run, "list", kind="run"))["rows"]
    assert "reporter" in {one["agent"] for one in runs} and "A chat" not in {one.get("task") for one in runs}
    for day in ("2026-12-01", "2026-12-02"):
        await call(run, "calendar", do="create", title="Call", starts_at=f"{day}T09:00")
    found = await given(run, "list", kind="event")
    assert [sorted(row) for row in found["rows"]] == [["entered", "title", "when"]] * 2
    assert found["within"] == "your calendar, only 2026-11-20 to 2026-12-21 (due_after, due_before)"
    await call(run, "calendar", do="create", title="Open day", starts_at="2027-05-04T09:00")
    [row] = (await given(run, "list", kind="event", filter={"title": "open day"}))["rows"]
    assert row["title"] == "Open day"


async def test_event_is_listed_with_who_entered_it(run, ann):
    await call(run, "calendar", do="create", title="Open day", starts_at="2026-12-04T09:00")
    by_hand = {"title": "Walk", "starts_at": run.pack.now, "ends_at": run.pack.now + timedelta(hours=1)}
    await in_database(lambda: calendar.create_event(calendar=store_of(ann), **by_hand))
    rows = (await given(run, "list", kind="event"))["rows"]
    entered = {one["title"]: one["entered"] for one in rows}
    assert entered == {"Open day": "through an assistant", "Walk": "by hand"}


async def test_file_is_listed_with_who_wrote_it(run, ann):
    await in_database(partial(store_file, access=ann, name="mine.txt", content=b"Tea."))
    await given(run, "write_file", name="notes", format="md", text="# Tea")
    agent = await in_database(partial(create_agent, access=ann, slug="clerk", description="Writes."))
    later = await in_database(run_context, ann)
    await AgentRun.objects.filter(pk=later.run_id).aupdate(agent=agent)
    await given(later, "write_file", name="orders", format="md", text="# Orders")
    rows = (await given(run, "list", kind="file"))["rows"]
    authors = {one["name"]: one["from"] for one in rows}
    assert authors == {"mine.txt": "you", "notes.md": "an assistant", "orders.md": "an agent: clerk"}


async def test_changes_of_all_things_are_listed_with_what_was_done(run, ann, launch):
    def work() -> None:
        tasks = {one.title: one for one in find_entities(ann, Kind.TASK)}
        EntityService(ann, Kind.TASK).update(tasks["Order cake"].pk, title="Order two cakes")
        EntityService(ann, Kind.TASK).delete(tasks["Write the press release"].pk)

    await in_database(work)
    await call(run, "calendar", do="create", title="Call", starts_at="2026-12-01T09:00")
    for recent in (Version, EventChange):
        await recent.objects.aupdate(created_at=run.pack.now)
    [rivals] = [one.pk async for one in Version.objects.all() if one.name == "Rivals"]
    before = run.pack.now - timedelta(days=40)
    await Version.objects.filter(pk=rivals).aupdate(created_at=before)
    [gone] = (await given(run, "list", kind="change", filter={"state": "delete"}))["rows"]
    assert (gone["did"], gone["kind"], gone["by"]) == ("deleted", "task", "this person, by hand")
    assert (gone["title"], gone["project"]) == ("Write the press release", "Launch")
    back = {"op": "restore", "kind": "task", "ref": gone["title"]}
    assert (await call(run, "change", operations=[back])).ok
    everything = {"state": "deleted", **TODAY}
    [gone] = (await given(run, "list", kind="change", filter=everything))["rows"]
    assert gone["since"] == "restored"
    [cakes, *_] = (await given(run, "list", kind="change", filter={"title": "cakes"}))["rows"]
    assert cakes["changed"] == ["title: Order cake → Order two cakes"]
    everything = await given(run, "list", kind="change", filter={"state": "created"})
    assert {"Call", "Research"} <= {one["title"] for one in everything["rows"]}
    assert "Rivals" not in {one["title"] for one in everything["rows"]}
    assert everything["within"].startswith("all projects and your calendar, only 2026-10-20 to 2026-11-20")
    older = {"due_before": "2026-10-15", "due_after": "2026-10-01"}
    [old] = (await given(run, "list", kind="change", project="Launch", filter=older))["rows"]
    assert old["title"] == "Rivals"


async def test_days_that_a_series_lost_are_listed_as_deleted(run, ann):
    rule = "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270131\nEXDATE:20261215T090000"
    await call(run, "calendar", do="create", title="Round", starts_at="2026-12-01T09:00", rule=rule)
    [made] = (await given(run, "list", kind="change", filter={"title": "Round", **TODAY}))["rows"]
    assert made["did"] == "created" and made["starts"].startswith("2026-12-01T09:00")
    run.pack = replace(run.pack, turn_id=new_id())
    await call(run, "calendar", do="delete", event="Round", day="2026-12-08")
    [gone] = (await given(run, "list", kind="change", filter={"state": "deleted", **TODAY}))["rows"]
    await call(run, "calendar", do="create", title="Slip", starts_at="2026-12-01T09:00")
    await call(run, "calendar", do="delete", event="Slip")
    assert (gone["title"], gone["days"]) == ("Round", ["2026-12-08"])
    run.pack = replace(run.pack, turn_id=new_id())
    later = {"starts_at": "2026-12-22T11:00", "ends_at": "2026-12-22T12:00"}
    await call(run, "calendar", do="update", event="Round", day="2026-12-22", **later)
    rows = (await given(run, "list", kind="change", filter={"state": "deleted", **TODAY}))["rows"]
    assert rows == [gone]


async def test_keep_stores_all_rows_for_the_next_call(run):
    result = await given(run, "list", kind="task", limit=1, keep=True)
    kept = await given(run, "query_tables", sql="SELECT count(*) AS n FROM r1", sources=[result["result_id"]])
    assert kept["rows"] == [[3]]


async def test_a_stranger_sees_nothing(bob, launch):
    run = await in_database(run_context, bob)
    for kind in ("project", "task", "document", "agent", "file", "change"):
        assert (await given(run, "list", kind=kind))["total"] == 0


async def test_long_list_is_cut_at_the_result_size(run, ann, launch):
    texts = {"description": "word " * 60}
    for number in range(60):
        await in_database(EntityService(ann, Kind.PLAN).create, launch.pk, title=f"Plan {number}", **texts)
    first = await given(run, "list", kind="plan", limit=200)
    assert first["total"] == 60 and first["next_start"] == len(first["rows"]) + 1 < 60
    rest = await given(run, "list", kind="plan", limit=200, start=first["next_start"])
    assert len(first["rows"]) + len(rest["rows"]) == 60
