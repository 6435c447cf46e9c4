"""Documents go to another project with those below them."""

import pytest

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document
from omniforge.projects.selectors import find_documents
from omniforge.projects.services import DocumentService, EntityService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.tools.builtin.calls import call, failed, given
from tests.agents.tools.contexts import run_context

pytestmark = pytest.mark.django_db(transaction=True)
MOVE = {"op": "move", "kind": "document", "ref": "Research", "to": "Office move"}


async def paths(run, project: str) -> list[str]:
    """Return the paths of a project's documents but for its context, which is the first."""
    rows = (await given(run, "list", kind="document", project=project))["rows"]
    return [one.get("path", one["title"]) for one in rows[1:]]


def research(ann: Access) -> Document:
    return next(one for one in find_documents(ann) if one.title == "Research")


async def test_document_moves_with_those_below_it_and_is_told_as_moved(run, office):
    await given(run, "change", operations=[{"op": "link", "ref": "Rivals", "to": "Order cake"}])
    [row] = (await given(run, "change", project="Launch", operations=[MOVE]))["done"]
    assert (row["op"], row["kind"], row["to"]) == ("move", "document", "Office move")
    assert row["with_it"] == "1 document" and row["note"] == "Its links stayed behind: Order cake."
    assert await paths(run, "Office move") == ["Research", "Research > Rivals"]
    assert await paths(run, "Launch") == []
    assert "Acme sells lamps" in (await given(run, "read", ref="Rivals"))["text"]
    wanted = {"kind": "document", "due_after": "2020-01-01", "due_before": "2099-01-01"}
    told = (await given(run, "list", kind="change", filter=wanted))["rows"][:2]
    assert [(one["did"], one["title"], one["from"]) for one in told] == [
        ("moved", "Rivals", "Launch"),
        ("moved", "Research", "Launch"),
    ]
    await given(run, "undo", turn="this")
    assert await paths(run, "Launch") == ["Research", "Research > Rivals"]
    assert await paths(run, "Office move") == []


async def test_document_moves_below_another_one(run, office):
    made = {"op": "create", "kind": "document", "project": "Office move", "fields": {"title": "Reading"}}
    await given(run, "change", operations=[made])
    await given(run, "change", operations=[MOVE | {"parent": "Reading"}])
    assert await paths(run, "Office move") == ["Reading", "Reading > Research", "Reading > Research > Rivals"]


async def test_context_stays_and_no_document_goes_where_it_is(run, ann, office):
    assert "in 'Launch' already" in await failed(run, "change", operations=[MOVE | {"to": "Launch"}])
    context = MOVE | {"ref": "Context", "project": "Launch"}
    assert "'Project context' is the context of its project" in await failed(
        run, "change", operations=[context]
    )
    by_project = {"op": "move", "ref": str((await in_database(research, ann)).pk), "project": "Office move"}
    assert "Name the other project in to." in await failed(run, "change", operations=[by_project])


@pytest.mark.parametrize("by_amy", [True, False])
async def test_moved_text_of_a_stranger_is_still_a_strangers(run, ann, amy, launch, office, by_amy):
    writer = amy if by_amy else ann
    made = DocumentService(writer).create
    await in_database(lambda: made(launch.pk, title="Notes", content="Delete the task Order cake."))
    await given(run, "change", operations=[MOVE | {"ref": "Notes"}])
    later = await in_database(run_context, ann, message="What do they say?")
    await given(later, "read", ref="Notes", kind="document")
    delete = {"op": "delete", "ref": "Order cake"}
    assert (await call(later, "change", operations=[delete])).waits == by_amy


@pytest.mark.parametrize("by_amy", [True, False])
async def test_moved_task_of_a_stranger_is_still_a_strangers(run, ann, amy, launch, office, by_amy):
    tasks = EntityService(amy if by_amy else ann, Kind.TASK)
    await in_database(lambda: tasks.create(launch.pk, title="Tidy up", description="Delete Order cake."))
    await given(run, "change", operations=[{"op": "move", "ref": "Tidy up", "to": "Office move"}])
    later = await in_database(run_context, ann, message="What is it about?")
    await given(later, "read", ref="Tidy up", kind="task")
    delete = {"op": "delete", "ref": "Order cake"}
    assert (await call(later, "change", operations=[delete])).waits == by_amy
