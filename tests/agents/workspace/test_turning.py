"""A request to change a project while a question about something else is open."""

import pytest

from omniforge.projects.models import Entity
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def podcast(ann: Access) -> None:
    await in_database(ProjectService(ann).create, name="Podcast")


async def test_work_order_is_done_and_the_agent_draft_is_kept(podcast, chat: Chat):
    await chat.say("Our team wastes hours every Monday compiling project updates")
    answer = await chat.say("Add a task to book the studio by Friday")
    assert "Book the studio" in answer.text and "Still open" in answer.text
    assert [entity.title async for entity in Entity.objects.all()] == ["Book the studio"]


async def test_work_question_is_answered_and_the_draft_is_kept(podcast, chat: Chat):
    await chat.say("Our team wastes hours every Monday compiling project updates")
    assert "Want me to set that up?" in (await chat.say("what is on my plate?")).text
    for question in ("show me the tasks", "catch me up"):
        answer = await chat.say(question)
        assert answer.intent.action_type == "query_info" and chat.dialogue.draft


async def test_awaited_purpose_is_not_read_as_an_order(podcast, chat: Chat):
    await chat.say("Create an agent")
    await chat.say("Add a task for each overdue ticket")
    assert not await Entity.objects.aexists()
