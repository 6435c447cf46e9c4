"""What a call does is told before it is done and after, by a name and never by an id."""

from dataclasses import replace

import pytest

from agents.events import Operation, ToolAnswered
from agents.runs.context import RunContext
from omniforge.database import in_database
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Project
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from tests.agents.tools.contexts import run_context, told
from tests.agents.workspace.calls import failed, given

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def launch(ann) -> Project:
    return ProjectService(ann).create(name="Launch").row


@pytest.fixture
def scan(ann, launch) -> Document:
    return DocumentService(ann).create(launch.pk, title="Competitor Scan", content="Two rivals.").row


@pytest.fixture
def run(ann, launch) -> RunContext:
    return run_context(ann, focus=Focus(launch.pk))


def operations(run: RunContext) -> list[Operation]:
    return [event for event in told(run) if isinstance(event, Operation)]


async def test_what_is_started_and_what_is_done_belong_to_one_call(run, scan):
    await given(run, "read_document", document=str(scan.pk))
    events = told(run)
    started, done = [event for event in events if isinstance(event, Operation)]
    assert started == Operation(
        "read", "document", "Competitor Scan", "started", str(scan.pk), started.call_id
    )
    assert done == replace(started, status="done") and done.call_id
    assert [one.call_id for one in events if isinstance(one, ToolAnswered)] == [done.call_id]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        (
            "read_document",
            {"document": "Research > Competitor Scan"},
            ("read", "document", "Competitor Scan"),
        ),
        ("list_tasks", {}, ("list", "task", "Launch")),
        ("list_entities", {"kind": "risk", "project": "launch"}, ("list", "risk", "launch")),
        ("search_project", {"query": "rivals"}, ("search", "project", "Launch")),
        ("create_entity", {"kind": "goal", "title": "Grow"}, ("create", "goal", "Grow")),
    ],
)
async def test_it_is_told_in_the_words_of_the_call(run, scan, tool, arguments, words):
    await given(run, "create_document", title="Research")
    await given(run, "move_document", document=str(scan.pk), parent="Research")
    told(run)
    await given(run, tool, **arguments)
    first = operations(run)[0]
    assert (first.action, first.entity_type, first.entity_name, first.status) == (*words, "started")


async def test_a_task_that_is_meant_by_its_id_tells_itself_what_it_is(ann, run, launch):
    task = await in_database(EntityService(ann, Kind.TASK).create, launch.pk, title="Write the mail")
    await given(run, "update_entity", entity=str(task.row.pk), state="done")
    assert [(one.entity_type, one.entity_name, one.status) for one in operations(run)] == [
        ("task", "Write the mail", "started"),
        ("task", "Write the mail", "done"),
    ]


async def test_what_fails_is_told_as_failed(run, scan):
    await failed(run, "read_document", document="Pricing")
    assert [(one.entity_name, one.status) for one in operations(run)] == [
        ("Pricing", "started"),
        ("Pricing", "failed"),
    ]


async def test_of_another_workspace_no_name_is_told(run, bob):
    theirs = await in_database(ProjectService(bob).create, name="Secret")
    document = await in_database(DocumentService(bob).create, theirs.row.pk, title="Their plan")
    await failed(run, "read_document", document=str(document.row.pk))
    assert operations(run) == []
