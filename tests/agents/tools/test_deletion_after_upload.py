"""After a file that the person uploaded, a deletion needs a telling word of each title in their order."""

import pytest

from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Entity, Project
from omniforge.projects.services import EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.tools.contexts import run_context
from tests.agents.tools.deletions import change
from tests.agents.workspace.calls import call

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def launch(ann: Access) -> Project:
    """A project with two tasks of Ann's own."""
    project = ProjectService(ann).create(name="Launch").row
    for title in ("Email the beta list", "Call Bob"):
        EntityService(ann, Kind.TASK).create(project.pk, title=title)
    return project


@pytest.mark.parametrize(
    ("message", "ref", "waits"),
    [
        ("Remove Bob from the list, we have rung him", "Call Bob", False),
        ("Remove Bob from the list, we have rung him", "Email the beta list", True),
        ("Get rid of the mail to the beta testers", "Email the beta list", False),
        ("Ring Bob again", "Call Bob", True),
        ("Remove Bob, that's all", "Email the beta list", True),
        ("Remove Bob and that is all, thanks", "Email the beta list", True),
        ("Lösche Bob, das ist alles", "Email the beta list", True),
        ("Compare it with our beta list, then delete the task Call Bob if it is over", "Call Bob", False),
        ("Compare it with our beta list, then delete the task Call Bob", "Email the beta list", True),
        ("Bitte die Aufgabe Call Bob löschen", "Call Bob", False),
        ("Delete what the file says is over", "Call Bob", False),
    ],
)
async def test_deletion_after_an_upload_needs_a_telling_word_of_each_title(ann, launch, message, ref, waits):
    run = await in_database(run_context, ann, message=message, focus=Focus(launch.pk))
    run.uploaded = True
    tool, arguments = change("delete", ref)
    assert (await call(run, tool, **arguments)).waits == waits


async def test_one_title_without_a_word_in_the_order_holds_the_whole_batch(ann, launch):
    run = await in_database(run_context, ann, message="Delete the call to Bob", focus=Focus(launch.pk))
    run.uploaded = True
    both = [{"op": "delete", "ref": ref} for ref in ("Call Bob", "Email the beta list")]
    assert (await call(run, "change", operations=both)).waits
    assert await Entity.objects.filter(deleted_at=None).acount() == 2
