"""A batch of changes: all of it or nothing, by names and temporary ids, reported, and undone at once."""

from dataclasses import replace
from datetime import date

import orjson
import pytest

from agents.events import EntityPatched, Operation
from agents.models import Approval
from agents.tools.gate import call_tool
from agents.tools.registry import our_tools
from omniforge.files.services import store_file
from omniforge.llm.types import ToolRequest
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Edge, Entity, Project
from omniforge.projects.services import EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.models import User
from tests.agents.tools.builtin.calls import call, failed, given
from tests.agents.tools.contexts import done, run_context, told

pytestmark = pytest.mark.django_db(transaction=True)


async def titles(**conditions) -> set[str]:
    return {one.title async for one in Entity.objects.filter(deleted_at=None, **conditions)}


class TestBatch:
    async def test_project_with_its_contents_is_created_in_one_call(self, run):
        result = await given(
            run,
            "change",
            operations=[
                {
                    "op": "create",
                    "kind": "project",
                    "temp_id": "p",
                    "fields": {"title": "Fair", "context": "In May."},
                },
                {
                    "op": "create",
                    "kind": "document",
                    "temp_id": "d",
                    "fields": {"title": "Stand", "content": "# Stand"},
                },
                {"op": "create", "kind": "document", "parent": "d", "fields": {"title": "Plan"}},
                {"op": "create", "kind": "goal", "temp_id": "g", "fields": {"title": "50 leads"}},
                {
                    "op": "create",
                    "kind": "task",
                    "temp_id": "t",
                    "fields": {
                        "title": "Book the stand",
                        "due": "2027-03-01",
                        "assignee": "Ben",
                        "priority": 1,
                    },
                },
                {"op": "link", "ref": "t", "to": "g", "relation": "supports"},
                {"op": "link", "ref": "Book the stand", "to": "Stand"},
            ],
        )
        assert [one["op"] for one in result["done"]] == ["create"] * 5 + ["link", "link"]
        told = {"state": "todo", "due": "2027-03-01", "priority": "1", "assignee": "Ben"}
        assert result["done"][4] == {"op": "create", "kind": "task", "title": "Book the stand", "with": told}
        assert result["done"][5] == {"op": "link", "link": "Book the stand supports 50 leads"}
        project = await Project.objects.alatest("id")
        task = await Entity.objects.aget(title__isnull=False, kind="task", project=project)
        assert (task.due_on, task.priority, task.fields) == (date(2027, 3, 1), 1, {"assignee": "Ben"})
        plan = await Document.objects.alatest("id")
        assert project.doc_structure["root"][1]["children"][0]["id"] == str(plan.pk)
        assert await Edge.objects.filter(project=project).acount() == 2

    async def test_batch_emits_events_and_is_undone_at_once(self, run, office):
        await given(
            run,
            "change",
            project="Launch",
            operations=[
                {"op": "create", "kind": "task", "fields": {"title": "Call Bob"}},
                {"op": "update", "ref": "Order cake", "fields": {"state": "todo"}},
                {"op": "delete", "ref": "Printer fails"},
                {"op": "update", "ref": "book the movers", "fields": {"state": "done"}},  # in another project
            ],
        )
        events = told(run)
        assert [(one.action, one.entity_name) for one in done(events)] == [
            ("create", "Call Bob"),
            ("update", "Order cake"),
            ("delete", "Printer fails"),
            ("update", "Book the movers"),
        ]
        assert [one.action for one in events if isinstance(one, EntityPatched)] == [
            "create",
            "update",
            "delete",
            "update",
        ]
        assert all(one.entity_id for one in events if isinstance(one, Operation))
        undone = await given(run, "undo", turn="this")
        assert len(undone["taken_back"]) == 4
        assert "Printer fails" in await titles() and "Call Bob" not in await titles()

    async def test_invalid_operation_aborts_the_batch_with_all_errors(self, run):
        said = await failed(
            run,
            "change",
            project="Launch",
            operations=[
                {"op": "create", "kind": "task", "fields": {"title": "Call Bob"}},
                {
                    "op": "create",
                    "kind": "goal",
                    "temp_id": "g",
                    "fields": {"title": "More", "probability": 0.5},
                },
                {"op": "link", "ref": "Call Bob", "to": "g"},
                {"op": "update", "ref": "Ordr cake", "fields": {"state": "finished"}},
                {"op": "update", "ref": "Order cake", "fields": {"state": "finished"}},
                {"op": "move", "ref": "Research", "to": "Ofice"},
                {"op": "move", "ref": "Order cake", "position": 0},
                {"op": "create", "kind": "task", "parent": "Order cake", "fields": {"title": "Flour"}},
            ],
        )
        assert said.startswith("Nothing was changed.")
        assert "2. create More: A goal has no probability; it has title, description, state" in said
        assert "3. link" not in said
        assert "4. update Ordr cake" in said and "task 'Order cake'" in said
        assert "5. update Order cake: state: Choose one of todo, in_progress, blocked, done." in said
        assert "6. move Research: There is no project 'Ofice'" in said
        assert "7. move Order cake: A task has no place in a tree: link it, or update it." in said
        assert "8. create Flour: as above." in said
        assert "Call Bob" not in await titles()

    async def test_new_document_takes_the_text_of_an_uploaded_file(self, run, ann):
        stored = {"access": ann, "name": "minutes.md", "content": b"# Minutes\n\nAll agreed.\n"}
        await in_database(lambda: store_file(**stored))
        made = {"op": "create", "kind": "document", "project": "Launch"}
        fields = {"title": "Minutes", "file": "minutes.md"}
        await given(run, "change", operations=[made | {"fields": fields}])
        assert (await Document.objects.alatest("id")).content == "# Minutes\n\nAll agreed.\n"
        both = made | {"fields": fields | {"content": "Mine."}}
        assert "content or file, not both" in await failed(run, "change", operations=[both])
        task = made | {"kind": "task", "fields": fields}
        assert "A task has no file" in await failed(run, "change", operations=[task])

    async def test_work_moves_to_another_project_with_its_fields(self, run, office):
        move = {"op": "move", "kind": "task", "ref": "Launch/Email the beta list", "to": "Office"}
        [row] = (await given(run, "change", project="Office", operations=[move]))["done"]
        assert (row["op"], row["title"], row["to"]) == ("move", "Email the beta list", "Office move")
        assert row["note"] == "Its links stayed behind: 1,000 readers." and row["with"]["assignee"] == "Ben"
        [task] = [one async for one in Entity.objects.filter(project=office, deleted_at=None) if one.due_on]
        assert (task.title, task.fields["assignee"]) == ("Email the beta list", "Ben")
        again = {"op": "move", "ref": "Launch/Email the beta list", "to": "Office"}
        assert "There is no" in await failed(run, "change", project="Office", operations=[again])
        await given(run, "undo", turn="this")
        assert not await Entity.objects.filter(pk=task.pk, deleted_at=None).aexists()

    async def test_links_between_things_that_move_together_go_along(self, run, ann, office):
        named = [{"op": "create", "kind": "task", "temp_id": one, "fields": {"title": one}} for one in "ABC"]
        links = [{"op": "link", "ref": a, "to": b, "relation": "depends_on"} for a, b in ("BA", "CB")]
        await given(run, "change", project="Launch", operations=[*named, *links])
        moves = [{"op": "move", "kind": "task", "ref": f"Launch/{one}", "to": "Office"} for one in "AB"]
        first, second = (await given(run, "change", operations=moves))["done"]
        assert "note" not in first and second["links"] == ["B depends_on A"]
        assert second["note"] == "Its links stayed behind: C."
        [edge] = [one async for one in Edge.objects.filter(project=office)]
        assert edge.relation == "depends_on"
        await given(run, "undo", turn="this")
        assert not await Edge.objects.filter(project=office).aexists()

    async def test_links_made_anew_by_the_batch_are_not_made_twice(self, run, office):
        named = [{"op": "create", "kind": "task", "temp_id": one, "fields": {"title": one}} for one in "AB"]
        link = {"op": "link", "ref": "B", "to": "A", "relation": "depends_on"}
        await given(run, "change", project="Launch", operations=[*named, link])
        moves = [{"op": "move", "kind": "task", "ref": f"Launch/{one}", "to": "Office"} for one in "AB"]
        await given(run, "change", operations=[*moves, link])
        assert await Edge.objects.filter(project=office).acount() == 1

    async def test_link_that_is_there_keeps_no_batch_from_going_through(self, run):
        named = [{"op": "create", "kind": "task", "temp_id": one, "fields": {"title": one}} for one in "AB"]
        link = {"op": "link", "ref": "B", "to": "A", "relation": "depends_on"}
        await given(run, "change", project="Launch", operations=[*named, link])
        more = {"op": "update", "ref": "A", "fields": {"priority": 1}}
        again, updated = (await given(run, "change", operations=[link, more]))["done"]
        assert again["note"] == "They were linked so already." and updated["changed"]["priority"]
        assert await Edge.objects.filter(relation="depends_on").acount() == 1

    async def test_same_error_is_explained_once(self, run):
        wrong = [{"op": "move", "kind": "task", "ref": one} for one in ("Order cake", "Email the beta list")]
        said = await failed(run, "change", operations=wrong)
        assert said.count("has no place in a tree") == 1 and "2. move Email the beta list: as above." in said

    async def test_same_change_is_made_anew_but_what_it_adds_is_not_added_twice(self, run):
        def change(number, op, **more):
            arguments = {"project": "Launch", "operations": [{"op": op, "kind": "task", **more}]}
            return call_tool(run, ToolRequest(f"call_{number}", "change", orjson.dumps(arguments).decode()))

        made = ({"fields": {"title": title}} for title in ("Ink", "Glue", "Ink"))
        for number, one in enumerate(made):
            await change(number, "create", **one)
        [ink] = [one async for one in Entity.objects.all() if one.title == "Ink"]
        for number, priority in enumerate((1, 2, 1), 3):
            await change(number, "update", ref="Ink", fields={"priority": priority})
        await ink.arefresh_from_db()
        assert ink.priority == 1
        await change(6, "delete", ref="Ink")
        await change(7, "create", fields={"title": "Ink"})
        assert "Ink" in await titles()

    async def test_unchanged_value_is_not_reported(self, run):
        fields = {"title": "Rain", "probability": 0.4, "impact": "high"}
        made = {"op": "create", "kind": "risk", "project": "Launch", "fields": fields}
        await given(run, "change", operations=[made])
        operation = {"op": "update", "ref": "Rain", "fields": {"probability": 0.6}}
        result = await given(run, "change", operations=[operation])
        assert result["done"][0]["changed"] == {"probability": "0.4 → 0.6"}

    async def test_null_clears_a_value_and_the_change_is_reported(self, run):
        operation = {"op": "update", "ref": "Email the beta list", "fields": {"due": None, "assignee": "Cy"}}
        result = await given(run, "change", operations=[operation])
        changed = result["done"][0]["changed"]
        assert changed == {"due": "2026-11-27 → none", "assignee": "Ben → Cy"}
        [task] = [
            one async for one in Entity.objects.filter(due_on=None) if one.title == "Email the beta list"
        ]
        assert (task.due_on, task.fields) == (None, {"assignee": "Cy"})
        again = await given(
            run, "change", operations=[{"op": "update", "ref": str(task.pk), "fields": {"due": None}}]
        )
        assert "nothing changed" in again["done"][0]["note"]

    async def test_documents_are_moved_renamed_deleted_and_restored(self, run, launch):
        operations = [
            {"op": "move", "ref": "Research > Rivals", "position": 0},
            {"op": "update", "ref": "Rivals", "kind": "document", "fields": {"title": "Competitors"}},
            {"op": "delete", "ref": "Research"},
        ]
        result = await given(run, "change", operations=operations)
        assert [one["op"] for one in result["done"]] == ["move", "update", "delete"]
        brought = await given(
            run, "change", operations=[{"op": "restore", "kind": "document", "ref": "research"}]
        )
        assert brought["done"][0]["title"] == "Research"
        assert ("move", "Competitors") not in [(one.action, one.entity_name) for one in done(told(run))]

    async def test_ambiguous_name_fails_with_the_candidates(self, run, ann, office):
        await in_database(EntityService(ann, Kind.TASK).create, office.pk, title="Order cake")
        said = await failed(run, "change", operations=[{"op": "delete", "ref": "Order cake"}])
        assert "'Order cake' fits 2 things" in said and said.count("(id ") == 2

    async def test_invalid_relation_falls_back_to_relates_to_with_a_note(self, run):
        operation = {"op": "link", "ref": "Order cake", "to": "Printer fails", "relation": "documented_in"}
        row = (await given(run, "change", operations=[operation]))["done"][0]
        assert row["link"] == "Order cake relates_to Printer fails"
        assert (
            "A task cannot stand in 'documented_in' to a risk" in row["note"] and "mitigates" in row["note"]
        )

    async def test_assignee_me_and_unique_first_name_are_resolved(self, run, ann):
        fields = {"title": "Call Falk", "assignee": "me"}
        await given(run, "change", operations=[{"op": "create", "kind": "task", "fields": fields}])
        user = await User.objects.aget(pk=ann.user_id)
        task = await Entity.objects.alatest("id")
        assert task.fields["assignee"] == str(user) != "me"
        mine = await given(run, "list", kind="task", filter={"assignee": "me"})
        assert "Call Falk" in [row["title"] for row in mine["rows"]]
        for said, title in (("Sam", "Order cake"), ("Sam Day", "Email the beta list"), ("sam", "Call Falk")):
            operation = {"op": "update", "ref": title, "fields": {"assignee": said}}
            await given(run, "change", operations=[operation])
        assert (await Entity.objects.aget(pk=task.pk)).fields["assignee"] == "Sam Day"

    async def test_link_direction_is_corrected_and_unlink_removes_it(self, run):
        operation = {"op": "link", "ref": "Order cake", "to": "1,000 readers", "relation": "has_task"}
        result = await given(run, "change", operations=[operation])
        assert result["done"][0]["link"] == "1,000 readers has_task Order cake"
        result = await given(
            run, "change", operations=[{"op": "unlink", "ref": "Order cake", "to": "1,000 readers"}]
        )
        assert result["done"][0]["op"] == "unlink"

    async def test_a_stranger_finds_nothing(self, bob, launch):
        run = await in_database(run_context, bob)
        task = await Entity.objects.afirst()
        said = await failed(run, "change", operations=[{"op": "delete", "ref": str(task.pk)}])
        assert "Order cake" not in said and await Entity.objects.filter(deleted_at=None).acount() == 5


class TestAsking:
    async def test_undoable_change_after_untrusted_text_does_not_ask(self, run):
        run.strangers = True
        operation = {"op": "create", "kind": "task", "project": "Launch", "fields": {"title": "Call Bob"}}
        assert (await call(run, "change", operations=[operation])).ok

    async def test_delete_after_untrusted_text_asks_with_the_title(self, run):
        run.strangers = True
        task = await Entity.objects.filter(kind="risk").aget()
        outcome = await call(run, "change", operations=[{"op": "delete", "ref": str(task.pk)}])
        assert outcome.waits
        assert (await Approval.objects.aget()).what == 'Deleting "Printer fails"'

    async def test_same_named_things_are_told_apart_on_card_and_list(self, run, ann, launch):
        run.strangers = True
        tasks = EntityService(ann, Kind.TASK)
        other = await in_database(lambda: ProjectService(ann).create(name="Other").row)
        mine = await in_database(lambda: tasks.create(launch.pk, title="Order racks").row)
        await in_database(lambda: tasks.create(other.pk, title="Order racks"))
        outcome = await call(run, "change", operations=[{"op": "delete", "ref": str(mine.pk)}])
        assert outcome.waits
        assert (await Approval.objects.aget()).what == 'Deleting "Order racks" (in Launch)'
        listed = await given(run, "list", kind="task", filter={"title": "racks"})
        assert {row["which"] for row in listed["rows"]} == {"in Launch", "in Other"}

    def test_label_names_three_things_and_counts_the_rest(self):
        operations = [{"op": "create", "kind": "task", "fields": {"title": f"T{n}"}} for n in range(5)]
        label = our_tools()["change"].label(
            {"operations": [*operations, {"op": "delete", "ref": "X"}], "project": "Launch"}
        )
        assert label == 'Creating "T0", "T1", "T2" and 2 more (in Launch); deleting "X"'

    async def test_summary_is_one_line(self, run):
        operation = {"op": "create", "kind": "task", "project": "Launch", "fields": {"title": "Call Bob"}}
        outcome = await call(run, "change", operations=[operation])
        assert outcome.summary == "1 operation done: create Call Bob"


def test_change_tool_is_undoable(ann, launch):
    run = run_context(ann)
    assert replace(our_tools()["change"], undoable=True).undoable and run.tools["change"].undoable
