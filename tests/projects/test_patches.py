"""Whatever changes, a client that applies patches sees the same as one that fetches again."""

import asyncio
from uuid import UUID

import pytest
from django.db import connection

from omniforge.projects.models import Version
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.projects.client import as_bytes, fetched
from tests.projects.mutations import Mutations
from tests.projects.watcher import watching

pytestmark = pytest.mark.django_db(transaction=True)


SAID = (
    "Create a task called Call the press",
    "Mark the task Call the press as done",
    "Add a document called Notes",
    "Rename Notes to Field notes",
)


def change(people: list[Access], projects: list[UUID]) -> None:
    """Make 150 changes, and after them one by which a watcher knows that it has heard them all."""
    Mutations(people, projects, seed=7).make(150)
    for project_id in projects:
        ProjectService(people[0]).restore(project_id)
        ProjectService(people[0]).update(project_id, name="The end")
    connection.close()


async def test_patched_rows_equal_fetched_rows_after_many_changes(ann, amy):
    projects = [
        (await in_database(ProjectService(ann).create, name=name)).row.pk for name in ("Launch", "Podcast")
    ]
    async with watching(ann) as page:
        await page.watch(*projects)
        page.rows = await in_database(fetched, ann)
        conversation = None
        for said in SAID:
            conversation = await page.say(said, conversation, focus={"project_id": projects[0]})
        changing = asyncio.create_task(asyncio.to_thread(change, [ann, amy], projects))
        await page.hear_until(
            lambda: all(page.rows.get(one, {}).get("name") == "The end" for one in projects)
        )
        await changing
    assert as_bytes(page.rows) == as_bytes(await in_database(fetched, ann))
    assert await in_database(Version.objects.filter(turn_id__isnull=False).count) >= len(SAID)
    assert len(page.asked) < 30  # too large to send, or not had before: the rest was patched
