"""Watchers of a project get every change in it, by anybody, and nothing else."""

import pytest
from channels.layers import get_channel_layer
from django.test import Client

from conversations.wire.groups import send_to
from omniforge.projects.kinds import Kind
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.clients import program
from tests.projects.client import fetched
from tests.projects.watcher import watching

pytestmark = pytest.mark.django_db(transaction=True)


async def test_watcher_hears_a_change_of_another_member_over_rest(ann, amy, launch):
    async with watching(ann) as page:
        await page.watch(launch.pk)
        path = f"/api/v1/projects/{launch.pk}/entities/"
        client: Client = await in_database(program, amy)
        made = (
            await in_database(client.post, path, {"kind": "task", "title": "Call"}, "application/json")
        ).json()
        heard = await page.wait_for("entity_patch")
    assert heard["data"] == {
        "entity_type": "task",
        "entity_id": made["id"],
        "entity_name": "Call",
        "project_id": str(launch.pk),
        "action": "create",
        "version": 1,
        "patch": [{"op": "add", "path": "", "value": made}],
        "inverse": [{"op": "remove", "path": ""}],
    }


async def test_watcher_hears_nothing_after_unwatching(ann, launch):
    other = (await in_database(ProjectService(ann).create, name="Podcast")).row
    tasks = EntityService(ann, Kind.TASK)
    async with watching(ann) as page:
        await page.watch(launch.pk, other.pk)
        await page.send("unwatch", project_id=launch.pk)
        await page.send("ping")
        await page.wait_for("pong")
        await in_database(tasks.create, launch.pk, title="Write")
        await in_database(tasks.create, other.pk, title="Record")
        assert (await page.wait_for("entity_patch"))["data"]["entity_name"] == "Record"


async def test_watcher_of_no_project_hears_which_projects_change(ann, amy, bob, launch):
    async with watching(ann) as page:
        await page.send("watch")
        assert (await page.wait_for("watching"))["project_id"] is None
        await in_database(ProjectService(bob).create, name="Foreign")
        made = (await in_database(ProjectService(amy).create, name="Podcast")).row
        assert (await page.wait_for("project_changed"))["project_id"] == str(made.pk)
        await in_database(EntityService(amy, Kind.TASK).create, launch.pk, title="Call")
        told = await page.wait_for("project_changed")
        while told["project_id"] == str(made.pk):  # its first document
            told = await page.wait_for("project_changed")
        assert told == {"type": "project_changed", "project_id": str(launch.pk)}
        await page.send("unwatch")
        await page.send("ping")
        await page.wait_for("pong")
        await in_database(EntityService(amy, Kind.TASK).create, launch.pk, title="Not heard")
        await page.send("ping")
        assert (await page.receive())["type"] == "pong"


async def test_watching_a_foreign_project_answers_not_found(bob, launch):
    async with watching(bob) as page:
        told = []
        for project_id in (launch.pk, new_id()):
            await page.send("watch", project_id=project_id)
            told.append(await page.wait_for("error"))
    assert told[0] == told[1]
    assert told[0]["code"] == "not_found"


async def test_row_with_a_skipped_version_is_fetched_then_patched(ann, launch):
    documents = DocumentService(ann)
    note = (await in_database(documents.create, launch.pk, title="Note")).row
    async with watching(ann) as page:
        page.rows = await in_database(fetched, ann)
        await in_database(documents.update, note.pk, title="Not heard")
        await page.watch(launch.pk)
        for version, title in ((3, "Fetched"), (4, "Patched")):
            await in_database(documents.update, note.pk, title=title)
            await page.hear_until(lambda version=version: page.rows[note.pk]["version"] == version)
        assert (page.asked, page.rows[note.pk]["title"]) == (["Fetched"], "Patched")


async def test_change_too_large_to_send_is_fetched(ann, launch):
    note = (await in_database(DocumentService(ann).create, launch.pk, title="Note")).row
    async with watching(ann) as page:
        await page.watch(launch.pk)
        page.rows = await in_database(fetched, ann)
        await in_database(DocumentService(ann).update, note.pk, content="x" * 30_000)
        await page.hear_until(lambda: page.rows[note.pk]["version"] == 2)
    assert page.asked == ["Note"]
    assert page.rows == await in_database(fetched, ann)


async def test_socket_watches_at_most_twenty_projects(ann):
    projects = [
        (await in_database(ProjectService(ann).create, name=f"Project {n}")).row.pk for n in range(21)
    ]
    async with watching(ann) as page:
        await page.watch(*projects[:20])
        await page.send("watch", project_id=projects[20])
        assert "at most 20 projects" in (await page.wait_for("error"))["message"]


async def test_channel_layer_messages_are_encrypted():
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("project.secret", channel)
    await send_to("project.secret", '{"title": "secret plan"}')
    assert "secret plan" not in str(await layer.receive(channel))
    await layer.group_discard("project.secret", channel)
