"""Agents find, make, change and link tasks, goals and the like."""

from dataclasses import replace
from datetime import date

import pytest

from agents.events import EntityPatched, Operation
from omniforge.database import in_database
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Edge, Entity, Project
from omniforge.projects.services import EntityService, ProjectService
from tests.agents.tools.contexts import done, run_context, told
from tests.agents.workspace.calls import failed, given

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def launch(ann) -> Project:
    project = ProjectService(ann).create(name="Launch").row
    tasks = EntityService(ann, Kind.TASK)
    tasks.create(project.pk, title="Email the beta list", due_on=date(2026, 11, 27), priority=2)
    tasks.create(project.pk, title="Write the press release", due_on=date(2026, 11, 24))
    tasks.create(project.pk, title="Order cake", state="done")
    tasks.create(project.pk, title="Call Bob")
    EntityService(ann, Kind.GOAL).create(project.pk, title="1,000 readers")
    EntityService(ann, Kind.PLAN).create(project.pk, title="Go-to-market plan")
    return project


@pytest.fixture
def run(ann, launch):
    return run_context(ann, focus=Focus(launch.pk))


def titles(listed):
    return [one["title"] for one in listed["entities"]]


class TestReading:
    async def test_tasks_are_listed_with_what_is_due_first(self, run):
        listed = await given(run, "list_tasks", state="open")
        assert titles(listed) == ["Write the press release", "Email the beta list", "Call Bob"]
        assert listed["entities"][1] | {"id": "", "version": 1} == {
            "id": "",
            "title": "Email the beta list",
            "state": "todo",
            "priority": 2,
            "due_on": "2026-11-27",
            "description": "",
            "project": "Launch",
            "version": 1,
        }
        assert done(told(run)) == [Operation("list", "task", "Launch", "done")]

    async def test_they_are_found_by_state_and_by_day(self, run):
        assert titles(await given(run, "list_tasks", state="done")) == ["Order cake"]
        friday = "2026-11-27"
        assert titles(await given(run, "list_tasks", due_from=friday, due_until=friday)) == [
            "Email the beta list"
        ]
        assert "A task has no state 'finished'. Use open, todo" in await failed(
            run, "list_tasks", state="finished"
        )

    async def test_without_a_focus_all_projects_are_looked_through(self, run, ann):
        other = await in_database(ProjectService(ann).create, name="Podcast")
        await in_database(EntityService(ann, Kind.TASK).create, other.row.pk, title="Record")
        run.pack = replace(run.pack, focus=Focus())
        listed = await given(run, "list_tasks", state="open")
        assert {one["project"] for one in listed["entities"]} == {"Launch", "Podcast"}
        assert titles(await given(run, "list_tasks", project="podcast")) == ["Record"]

    async def test_every_kind_is_listed(self, run):
        assert titles(await given(run, "list_goals")) == ["1,000 readers"]
        assert titles(await given(run, "list_plans")) == ["Go-to-market plan"]
        assert titles(await given(run, "list_entities", kind="risk")) == []

    async def test_one_is_read_with_its_links(self, run):
        await given(run, "link", source="Email the beta list", target="1,000 readers")
        read = await given(run, "read_entity", entity="readers")
        (linked,) = read["links"]
        assert (linked["relation"], linked["forward"], linked["title"]) == (
            "supports",
            False,
            "Email the beta list",
        )


class TestWriting:
    async def test_a_task_is_made_with_its_links_and_all_is_told(self, run):
        links = [{"to": "1,000 readers"}, {"to": "Go-to-market plan", "relation": "has_task"}]
        made = await given(
            run, "create_entity", kind="task", title="Post it", priority=1, due_on="2026-11-30", links=links
        )
        assert made["entities_created"] == [made["id"]] and len(made["edges_created"]) == 2
        has_task = await Edge.objects.aget(relation="has_task")
        assert str(has_task.target_id) == made["id"]
        events = told(run)
        assert done(events) == [Operation("create", "task", "Post it", "done", made["id"])]
        patched = [one.entity_type for one in events if isinstance(one, EntityPatched)]
        assert patched == ["task", "edge", "edge"]

    async def test_where_a_link_fails_nothing_is_made(self, run):
        said = await failed(run, "create_entity", kind="task", title="Post it", links=[{"to": "Nowhere"}])
        assert "There is no thing 'Nowhere' here" in said
        assert "Post it" not in titles(await given(run, "list_tasks"))

    async def test_a_task_is_changed_by_words_of_its_title(self, run):
        changed = await given(
            run, "update_entity", entity="beta list", state="done", clear=["due_on"], version=1
        )
        assert changed["done"] == "updated" and changed["version"] == 2
        task = await Entity.objects.aget(pk=changed["id"])
        assert (task.state, task.due_on, task.priority) == ("done", None, 2)
        said = await failed(run, "update_entity", entity="beta list", state="todo", version=1)
        assert "is at version 2 by now" in said

    async def test_what_does_not_fit_its_kind_is_told(self, run):
        said = await failed(run, "update_entity", entity="Call Bob", state="finished")
        assert "state: Choose one of todo, in_progress, blocked, done." in said
        said = await failed(run, "create_entity", kind="goal", title="Fame", fields={"impact": "high"})
        assert "There is no field impact; a goal has assignee." in said

    async def test_links_are_made_and_taken_away_by_names(self, run):
        ends = {"source": "Call Bob", "target": "1,000 readers"}
        made = await given(run, "link", **ends)
        assert len(made["edges_created"]) == 1
        assert "linked so already" in await failed(run, "link", **ends, relation="supports")
        told(run)
        await given(run, "unlink", source="1,000 readers", target="Call Bob")
        operation = done(told(run))[0]
        assert (operation.action, operation.entity_name) == ("delete", "Call Bob supports 1,000 readers")
        assert not await Edge.objects.aexists()
        assert "there is none" in await failed(run, "unlink", **ends)

    async def test_deleted_is_in_the_trash(self, run):
        deleted = await given(run, "delete_entity", entity="Call Bob")
        assert (await Entity.objects.aget(pk=deleted["id"])).deleted_at
        assert "There is no thing 'Call Bob'" in await failed(run, "read_entity", entity="Call Bob")


async def test_nobody_reads_or_changes_another_workspace(bob, launch):
    run = await in_database(run_context, bob)
    task = await Entity.objects.filter(kind="task").afirst()
    for tool in ("read_entity", "update_entity", "delete_entity"):
        said = await failed(run, tool, entity=str(task.pk))
        assert f"There is no thing '{task.pk}' here. There are none yet." in said
    assert (await given(run, "list_tasks"))["total"] == 0
