"""A yes answers the question in the last answers, never one that the talk has moved on from."""

import pytest

from agents.events import Wizard
from agents.models import AgentDefinition, AgentRun, RunStatus
from omniforge.projects.models import Document
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def podcast(ann: Access) -> None:
    await in_database(ProjectService(ann).create, name="Podcast")


async def _titles() -> set[str]:
    return {document.title async for document in Document.objects.filter(deleted_at=None)}


async def test_yes_after_another_order_undoes_nothing(podcast, chat: Chat):
    await chat.say("create a document called Guests in Podcast: Ida and Tom")
    await chat.say("what's on the calendar tomorrow?")
    assert "Shall I take that back?" in (await chat.say("undo")).text
    await chat.say("create a document called Music in Podcast: a waltz")
    assert "Undone" not in (await chat.say("yes please")).text
    assert {"Guests", "Music"} <= await _titles()
    assert not await AgentRun.objects.filter(status=RunStatus.WAITING).aexists()


async def test_question_stays_open_for_one_aside_only(podcast, chat: Chat):
    for asides, is_taken in ((1, True), (2, False)):
        await chat.say(f"create a document called Guests {asides} in Podcast: Ida and Tom")
        await chat.say("what's on the calendar tomorrow?")
        await chat.say("undo")
        for _ in range(asides):
            await chat.say("what's on the calendar tomorrow?")
        assert ("Undone" in (await chat.say("yes")).text) is is_taken


async def test_second_open_question_is_asked_again(podcast, chat: Chat):
    await chat.say("create an agent that lists the overdue tasks every weekday at 9 and call it late-list")
    await chat.say("yes")
    await chat.say(
        "delete late-list. Then create an agent that lists open tasks every friday at 9, called open-list"
    )
    answer = await chat.say("yes")
    assert "Still open: " in answer.text and "late-list" in answer.text
    await chat.say("yes")
    names = [agent.slug async for agent in AgentDefinition.objects.exclude(status="archived")]
    assert names == ["open-list"]


async def test_repeated_offer_shows_no_empty_card(podcast, chat: Chat):
    await chat.say("The skips always come back late and nobody rings the driver")
    answer = await chat.say("show me the tasks")
    assert "Still open: Want me to set that up?" in answer.text
    assert not [event for event in answer.events if isinstance(event, Wizard)]
