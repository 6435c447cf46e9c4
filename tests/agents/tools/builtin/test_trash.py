"""What is in the trash is told: who deleted it, what went with it, and how it was."""

import pytest

from omniforge.projects.kinds import Kind
from omniforge.projects.selectors import find_entities
from omniforge.projects.services import EntityService
from omniforge.storage.database import in_database
from tests.agents.tools.builtin.calls import failed, given

pytestmark = pytest.mark.django_db(transaction=True)
ALWAYS = {"due_after": "2020-01-01", "due_before": "2099-01-01"}
BY = "this person, through an assistant"


async def change(run, **operation) -> dict:
    return (await given(run, "change", operations=[operation]))["done"][0]


async def trash(run, kind: str, **of) -> list[dict]:
    return (await given(run, "list", kind=kind, filter={"state": "deleted"}, **of))["rows"]


@pytest.fixture
async def run(run):
    """A run that has deleted the project Launch."""
    await change(run, op="delete", ref="Launch", kind="project")
    return run


async def test_deleted_project_is_said_to_be_deleted(run, office):
    for ask in ({"tool": "list", "kind": "task", "project": "Launch"}, {"tool": "read", "ref": "launch"}):
        said = await failed(run, **ask)
        assert "The project 'Launch' was deleted" in said and f"by {BY}" in said
    said = await failed(run, "read", ref="Order cake")
    assert "The task 'Order cake' went with the project 'Launch', deleted" in said
    done = {"op": "update", "ref": "Order cake", "fields": {"state": "done"}}
    assert "went with the project 'Launch'" in await failed(run, "change", operations=[done])
    said = await failed(run, "read", ref="Order tea")
    assert "deleted" not in said


async def test_what_went_with_a_project_comes_back_as_is_told(run, office):
    named = ("Order cake", "Email the beta list")
    alone = [{"op": "restore", "kind": "task", "ref": one} for one in named]
    said = await failed(run, "change", operations=alone)
    assert all(f"The task '{one}' went with" in said for one in named)
    assert said.count("restore the project, move work") == 1
    assert "went with the project 'Launch'" in said and "restore the project, move work" in said
    assert "is not in the trash" not in said
    back, gone = ({"op": op, "kind": "project", "ref": "Launch"} for op in ("restore", "delete"))
    move = {"op": "move", "kind": "task", "ref": "Order cake", "to": "Office move"}
    await given(run, "change", operations=[back, move, gone])
    assert (await given(run, "read", ref="Order cake"))["project"] == "Office move"


async def test_what_was_deleted_before_its_project_comes_back_after_it(run, office):
    await change(run, op="restore", ref="Launch", kind="project")
    await change(run, op="delete", ref="Order cake")
    await change(run, op="delete", ref="launch", kind="project")  # a call of its own
    said = await failed(run, "change", operations=[{"op": "restore", "ref": "Order cake"}])
    assert "was deleted" in said and "Restore its project 'Launch' first." in said
    await change(run, op="restore", ref="launch", kind="project")
    await change(run, op="restore", ref="Order cake", kind="task")
    nothing = {"op": "restore", "ref": "Order tea", "kind": "task", "project": "Office move"}
    assert "is not in the trash of Office move" in await failed(run, "change", operations=[nothing])


async def test_what_went_with_a_project_is_listed_as_it_was(run, office):
    for within in ({}, {"project": "Launch"}):
        rows = {one["title"]: one for one in await trash(run, "task", **within)}
        assert set(rows) == {"Email the beta list", "Write the press release", "Order cake"}
        mail, cake = rows["Email the beta list"], rows["Order cake"]
        assert (mail["state"], mail["assignee"], mail["due"]) == ("todo", "Ben", "2026-11-27")
        assert (cake["state"], cake["assignee"]) == ("done", "Ann Alder")
        told = [one["deleted"] for one in rows.values()]
        assert told[0].endswith(f", by {BY}, with the project 'Launch'") and told[1:] == ["as above"] * 2
    documents = [one["title"] for one in await trash(run, "document", project="Launch")]
    assert {"Research", "Rivals"} <= {*documents}
    [project] = await trash(run, "project")
    assert project["title"] == "Launch" and project["with_it"] == "3 documents, 1 goal, 1 risk and 3 tasks"
    found = {"state": "deleted", "title": "cake", "assignee": "ann"}
    [cake] = (await given(run, "list", kind="task", filter=found))["rows"]
    assert cake["title"] == "Order cake"
    late = {"state": "deleted", "overdue": True}
    assert "cannot be filtered by overdue" in await failed(run, "list", kind="task", filter=late)


async def test_deletion_is_told_once(run, ann, office):
    tasks = EntityService(ann, Kind.TASK)
    await in_database(lambda: tasks.delete(find_entities(ann, Kind.TASK)[0].pk))
    rows = await trash(run, "task")
    assert [one["deleted"] for one in rows].count("as above") == 2
    told = {one["deleted"].rpartition(", ")[2] for one in rows}
    assert told == {"by hand", "with the project 'Launch'", "as above"}
    in_launch = await trash(run, "task", project="Launch")
    assert not any("project" in one for one in in_launch) and in_launch[0]["deleted"] != "as above"


async def test_single_deletions_are_listed_too(run, ann, office):
    def delete() -> None:
        tasks = EntityService(ann, Kind.TASK)
        tasks.delete(find_entities(ann, Kind.TASK)[0].pk)

    await in_database(delete)
    [task] = await trash(run, "task", project="Office move")
    assert task["title"] == "Book the movers" and task["deleted"].endswith(", by this person, by hand")
    assert {"Office move", "Launch"} == {one["project"] for one in await trash(run, "task")}


async def test_changes_tell_what_went_with_a_deletion(run):
    wanted = {"state": "deleted", **ALWAYS}
    [gone] = (await given(run, "list", kind="change", filter=wanted))["rows"]
    assert gone["with_it"] == "3 documents, 1 goal, 1 risk and 3 tasks"
    back = await change(run, op="restore", ref="Launch", kind="project")
    assert back["with_it"] == gone["with_it"]
    await change(run, op="delete", ref="Email the beta list")
    rows = (await given(run, "list", kind="change", filter=wanted))["rows"]
    told = {one["title"]: one.get("with_it") for one in rows}
    assert told == {"Email the beta list": "1 link", "Launch": gone["with_it"]}
    assert not await trash(run, "project")


async def test_state_of_a_document_is_none_but_deleted(run):
    said = await failed(run, "list", kind="document", filter={"state": "done"})
    assert "has no state but 'deleted'" in said
