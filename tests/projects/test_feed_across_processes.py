"""With Redis, watchers of a project get changes made by another process."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conversations.conftest import ChatSite, started
from tests.standin.server import ModelServer
from tests.states import Peopled

pytestmark = pytest.mark.slow
CHANGE = """
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.services import EntityService
from omniforge.tenants.access import access_of
from omniforge.tenants.models import User
access = access_of(User.objects.get(email="ann@example.org"))
EntityService(access, Kind.TASK).create(Project.objects.get().pk, title="Call the press")
"""


@pytest.fixture
def redis_site(
    peopled: Peopled, tmp_path: Path, model_server: ModelServer, redis_url: str
) -> Iterator[ChatSite]:
    yield from started(peopled, model_server, tmp_path / "var", REDIS_URL=redis_url)


async def test_watcher_hears_a_change_by_another_process(redis_site: ChatSite):
    with redis_site.http() as http:
        project = http.post("/api/v1/projects/", json={"name": "Launch"}).json()
    async with redis_site.chat() as page:
        await page.send("watch", project_id=project["id"])
        await page.wait_for("watching")
        await asyncio.to_thread(redis_site.site.manage, "shell", "-c", CHANGE)
        heard = await page.wait_for("entity_patch")
    assert (heard["data"]["entity_name"], heard["data"]["action"]) == ("Call the press", "create")
