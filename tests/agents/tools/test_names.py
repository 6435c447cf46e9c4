"""No id is ever shown in place of a name: before a call, after it, on failure, waiting or planned."""

import re
from datetime import timedelta
from typing import Any

import pytest

from agents.definitions.services import create_agent
from agents.events import ApprovalAsked, Operation, PlanMade, StepChanged, ToolAnswered, ToolCalled
from agents.tools.run_context import RunContext
from omniforge.calendar.selectors import store_of
from omniforge.calendar.services import create_event
from omniforge.files.services import store_file
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.chat import NOW
from tests.agents.tools.contexts import run_context, told
from tests.agents.workspace.calls import call

pytestmark = pytest.mark.django_db(transaction=True)
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-", re.IGNORECASE)


@pytest.fixture
def things(ann) -> dict[str, str]:
    """One of each thing that tools take by id."""
    project = ProjectService(ann).create(name="Launch").row
    document = DocumentService(ann).create(project.pk, title="Refunds", content="Thirty days.").row
    task = EntityService(ann, Kind.TASK).create(project.pk, title="Write the mail").row
    file = store_file(access=ann, name="refunds.txt", content=b"Thirty days.")
    calendar = store_of(ann)
    event = create_event(calendar=calendar, title="Lunch with Kim", starts_at=NOW)
    weekly = create_event(calendar=calendar, title="Stand-up", starts_at=NOW, rule="FREQ=DAILY")
    agent = create_agent(access=ann, slug="reporter", description="Reports.")
    named = {"project": project, "document": document, "task": task, "file": file, "agent": agent}
    ids = {kind: str(row.pk) for kind, row in named.items()}
    again = f"{weekly.id}@{NOW + timedelta(days=1):%Y%m%d}"
    return ids | {"event": event.id, "occurrence": again, "nothing": str(new_id())}


@pytest.fixture
def run(ann, things) -> RunContext:
    return run_context(ann, focus=Focus(things["project"]))


def said(run: RunContext) -> list[str]:
    """Return everything that the run's events show to people."""
    words: list[str] = []
    for event in told(run):
        match event:
            case ToolCalled():
                words.append(event.label)
            case ToolAnswered():
                words.append(event.summary)
            case Operation():
                words.append(event.entity_name)
            case ApprovalAsked():
                words += [event.what, event.why]
            case StepChanged():
                words += [event.title, event.note]
            case PlanMade():
                words.append(event.goal)
    return words


@pytest.mark.parametrize(
    ("tool", "arguments", "label"),
    [
        ("read", {"ref": "file"}, 'Reading "refunds.txt"'),
        ("read", {"ref": "document"}, 'Reading "Refunds"'),
        ("read", {"ref": "task"}, 'Reading "Write the mail"'),
        ("calendar", {"do": "update", "event": "event"}, 'Changing the calendar: "Lunch with Kim"'),
        ("calendar", {"do": "delete", "event": "event"}, 'Deleting from the calendar: "Lunch with Kim"'),
        (
            "calendar",
            {"do": "delete", "event": "occurrence"},
            'Deleting from the calendar: "Stand-up", Sat 21 Nov 2026',
        ),
        ("save_agent", {"agent": "agent", "purpose": "Else."}, "Changing the agent reporter"),
        ("run_agent", {"agent": "agent", "task": "Report."}, "Letting reporter work on its part"),
        ("read", {"ref": "nothing"}, "Read"),
        ("read", {"ref": "Tariffs"}, 'Reading "Tariffs"'),
        ("calendar", {"do": "delete", "event": "nothing"}, "Calendar"),
    ],
)
async def test_call_labels_show_names_instead_of_ids(
    run, things, tool: str, arguments: dict[str, Any], label: str
):
    await call(run, tool, **{name: things.get(value, value) for name, value in arguments.items()})
    words = said(run)
    assert words[0] == label
    assert not [one for one in words if ID.search(one) or "(id" in one]


async def test_call_label_hides_names_of_another_workspace(run, bob):
    theirs = await in_database(ProjectService(bob).create, name="Secret")
    document = await in_database(DocumentService(bob).create, theirs.row.pk, title="Their plan")
    await call(run, "read", ref=str(document.row.pk))
    words = said(run)
    assert words[0] == "Read"
    assert not [one for one in words if ID.search(one) or "Their plan" in one]
