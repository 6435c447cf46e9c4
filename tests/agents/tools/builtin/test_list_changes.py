"""The history tells what was done as it was: moves, links, undos, and what a deletion took along by then."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.context.audited import audited_changes
from agents.context.dialogue import DialogueState
from agents.definitions.services import (
    create_agent,
    create_skill,
    restore_agent,
    set_published,
    set_status,
    update_agent,
    update_skill,
)
from agents.models import AgentStatus
from agents.tools.listers.former_versions import fields_changed
from omniforge.calendar import services as calendar
from omniforge.calendar.models import CalendarEvent
from omniforge.calendar.selectors import store_of
from omniforge.files.services import delete_file, store_file
from omniforge.storage.database import in_database
from tests.agents.chat import NOW
from tests.agents.tools.builtin.calls import call, failed, given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)
ALWAYS = {"due_after": "2020-01-01", "due_before": "2099-01-01"}


async def changed(run, *operations: dict) -> None:
    await given(run, "change", operations=[*operations])


async def history(run, **wanted) -> list[dict]:
    rows = (await given(run, "list", kind="change", filter={**ALWAYS, **wanted}))["rows"]
    assert all(one["by"].startswith("this person") for one in rows)
    return rows


async def test_contents_of_a_deletion_are_told_as_they_were_by_then(run, office):
    back, gone = ({"op": op, "kind": "project", "ref": "Launch"} for op in ("restore", "delete"))
    move = {"op": "move", "kind": "task", "ref": "Order cake", "to": "Office move"}
    await changed(run, gone)
    await changed(run, back, move, gone)
    later, first = await history(run, state="deleted", kind="project")
    assert first["with_it"] == "3 documents, 1 goal, 1 risk and 3 tasks" and first["since"] == "restored"
    assert later["with_it"] == "3 documents, 1 goal, 1 risk and 2 tasks" and "since" not in later


async def test_thing_that_went_to_another_project_was_moved(run, office):
    await changed(run, {"op": "move", "kind": "task", "ref": "Order cake", "to": "Office move"})
    [moved] = await history(run, title="Order cake", state="moved")
    assert (moved["did"], moved["from"], moved["project"]) == ("moved", "Launch", "Office move")
    [made, found] = [one["did"] for one in await history(run, title="Order cake")][::-1]
    assert (made, found) == ("created", "moved")


async def test_thing_that_was_made_anew_by_another_turn_was_not_moved(run, ann, office):
    fields = {"title": "Order cake"}
    await changed(run, {"op": "create", "kind": "task", "project": "Office move", "fields": fields})
    other = await in_database(run_context, ann)
    await changed(other, {"op": "delete", "kind": "task", "ref": "Order cake", "project": "Launch"})
    assert [one["did"] for one in await history(run, title="Order cake")] == ["deleted", "created", "created"]


async def test_what_an_undo_did_is_told_as_such(run):
    due = {"op": "update", "ref": "Order cake", "fields": {"due_on": "2026-12-04"}}
    await changed(run, due)
    await call(run, "calendar", do="create", title="Tasting", starts_at="2026-12-01T09:00")
    await given(run, "undo", turn="this")
    await changed(run, due | {"fields": {"due_on": "2026-12-05"}})
    rows = await history(run, title="Order cake", state="updated")
    assert [one.get("undo") for one in rows] == [None, True, None]
    assert rows[1]["changed"] == ["due: 2026-12-04 → none"]


async def test_undone_event_is_told_as_such(run, ann):
    await call(run, "calendar", do="create", title="Tasting", starts_at="2026-12-01T09:00")
    undoing, turn = await in_database(run_context, ann), str(run.pack.turn_id)
    undoing.pack = replace(undoing.pack, dialogue=DialogueState(changed_turns=(turn,)))
    await given(undoing, "undo")
    assert [one.get("undo") for one in await history(run, kind="event")] == [True, None]


async def test_links_are_in_the_history_but_not_those_that_went_with_a_thing(run):
    ends = {"ref": "Order cake", "to": "Write the press release"}
    await changed(run, {"op": "link", "relation": "depends_on", **ends})
    await changed(run, {"op": "unlink", **ends})
    await changed(run, {"op": "link", "ref": "Order cake", "to": "Email the beta list"})
    rows = await history(run, kind="link", title="cake")
    assert [one["did"] for one in rows] == ["created", "deleted", "created"]
    assert (rows[2]["title"], rows[2]["to"]) == ("Order cake", "depends_on Write the press release")
    await changed(run, {"op": "delete", "ref": "Email the beta list"})
    assert all("beta list" not in one["to"] for one in await history(run, kind="link"))


async def test_history_of_one_kind(run, office):
    await call(run, "calendar", do="create", title="Tasting", starts_at="2026-12-01T09:00")
    assert [one["title"] for one in await history(run, kind="event")] == ["Tasting"]
    assert {one["kind"] for one in await history(run, kind="goal, risk")} == {"goal", "risk"}
    said = await failed(run, "list", kind="change", filter={"kind": "meeting"})
    assert "A change has no kind 'meeting'. Use project, document, task" in said


async def test_agents_files_and_moves_by_hand_are_in_the_history(run, ann):
    await in_database(create_agent, access=ann, slug="scout", description="Sees to the stock")
    await in_database(set_status, access=ann, agent="scout", status=AgentStatus.PAUSED)
    kept = await in_database(lambda: store_file(access=ann, name="rota.txt", content=b"x"))
    await in_database(lambda: delete_file(access=ann, file_id=kept.pk))
    await call(run, "calendar", do="create", title="Tasting", starts_at="2026-12-01T09:00")
    [event] = await in_database(lambda: list(CalendarEvent.objects.all()))
    move = {"event_id": str(event.pk), "starts_at": event.starts_at + timedelta(hours=2)}
    await in_database(lambda: calendar.update_event(calendar=store_of(ann), **move))
    await in_database(set_status, access=ann, agent="scout", status=AgentStatus.ACTIVE)
    agents = await history(run, kind="agent")
    assert [(one["did"], one["title"], one["by"]) for one in agents] == [
        ("resumed", "scout", "this person, by hand"),
        ("paused", "scout", "this person, by hand"),
        ("created", "scout", "this person, by hand"),
    ]
    assert [one["did"] for one in await history(run, state="paused")] == ["paused"]
    assert [(one["did"], one["title"]) for one in await history(run, kind="file")] == [
        ("deleted", "rota.txt")
    ]
    moved, entered = await history(run, kind="event")
    assert (moved["did"], moved["by"]) == ("updated", "this person, by hand") and "→" in moved["starts"]
    assert entered["by"] == "this person, through an assistant"


async def test_history_of_agents_is_seen_by_others_but_not_that_of_files(ann, amy):
    await in_database(create_agent, access=ann, slug="scout", description="Sees to the stock")
    kept = await in_database(lambda: store_file(access=ann, name="rota.txt", content=b"x"))
    await in_database(lambda: delete_file(access=ann, file_id=kept.pk))
    other = await in_database(run_context, amy)
    rows = (await given(other, "list", kind="change", filter=ALWAYS))["rows"]
    told = [(one["kind"], one["by"]) for one in rows if one["kind"] in ("agent", "file")]
    assert told == [("agent", "ann@acme.example, by hand")]


async def test_changes_of_agents_and_skills_tell_both_values(run, ann):
    await in_database(create_agent, access=ann, slug="scout", description="Sees to it.", schedule="0 9 * * 1")
    await in_database(create_agent, access=ann, slug="clerk", description="Sees to it.")
    await in_database(
        create_skill, access=ann, slug="replies", description="Answers.", instructions="Be kind."
    )
    await in_database(update_agent, access=ann, agent="scout", schedule="0 9 * * 2", description="Sees all.")
    await in_database(set_status, access=ann, agent="scout", status=AgentStatus.PAUSED)
    await in_database(set_published, access=ann, agent="scout", published=True)
    await in_database(update_agent, access=ann, agent="clerk", instructions="Count.")
    await in_database(update_skill, access=ann, skill="replies", instructions="Be kind and short.")
    await in_database(restore_agent, access=ann, agent="scout", number=1)
    rows = [one for one in await history(run) if one["kind"] in ("agent", "skill") and "changed" in one]
    assert [(one["title"], one["did"], sorted(one["changed"])) for one in rows] == [
        (
            "scout",
            "restored",
            [
                "description: Sees all. → Sees to it.",
                "schedule: every Tuesday at 09:00 → every Monday at 09:00",
            ],
        ),
        ("replies", "updated", ["instructions: Be kind. → Be kind and short."]),
        ("clerk", "updated", ["instructions: none → Count."]),
        (
            "scout",
            "updated",
            [
                "description: Sees to it. → Sees all.",
                "schedule: every Monday at 09:00 → every Tuesday at 09:00",
            ],
        ),
    ]


async def test_values_of_many_changes_take_no_more_queries(run, ann):
    def changes(numbers: range) -> int:
        for number in numbers:
            create_agent(access=ann, slug=f"agent-{number}", description="Counts.")
            update_agent(access=ann, agent=f"agent-{number}", description="Adds up.")
        with CaptureQueriesContext(connection) as captured:
            found = audited_changes(ann, NOW - timedelta(days=9_999), NOW + timedelta(days=9_999), 100)
            assert len(fields_changed(ann, found)) == numbers.stop
        return len(captured)

    assert await in_database(changes, range(2)) == await in_database(changes, range(2, 6))


async def test_event_of_another_length_tells_its_end(run, ann):
    await call(run, "calendar", do="create", title="Tasting", starts_at="2026-12-01T09:00")
    [event] = await in_database(lambda: list(CalendarEvent.objects.all()))
    longer = {"event_id": str(event.pk), "ends_at": event.ends_at + timedelta(hours=1)}
    await in_database(lambda: calendar.update_event(calendar=store_of(ann), **longer))
    changed, made = await history(run, kind="event")
    assert (
        changed["ends"] == "2026-12-01T10:00+00:00 → 2026-12-01T11:00+00:00" and "→" not in changed["starts"]
    )
    assert "ends" not in made


async def test_change_of_a_series_tells_no_end(run, ann):
    series = {"title": "Choir", "starts_at": "2026-12-01T18:00", "rule": "FREQ=WEEKLY;COUNT=9"}
    await call(run, "calendar", do="create", **series)
    other = await in_database(run_context, ann)
    longer = {"whole_series": True, "rule": "FREQ=WEEKLY;COUNT=12"}
    await call(other, "calendar", do="update", event="Choir", **longer)
    changed, made = await history(run, kind="event")
    assert (changed["did"], made["did"]) == ("updated", "created") and "ends" not in changed
