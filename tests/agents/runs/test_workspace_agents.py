"""Agents for the workspace's own projects, built in talk and run without a model."""

import pytest

from agents.models import AgentDefinition
from omniforge.files.attached import AttachedFile
from omniforge.files.services import store_file
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.services import EntityService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
LONG = (
    "Some weeks ago we began to plan the harvest supper. The barn has to be cleared by then, the band is "
    "booked, and the caterer wants a figure for the guests before the end of the month."
)


async def add(access: Access, project: Project, *titles: str, **fields: object) -> None:
    service = EntityService(access, Kind.TASK)
    for title in titles:
        await in_database(lambda title=title: service.create(project.pk, title=title, **fields))


async def agent_for(access: Access, work: str) -> None:
    await AgentDefinition.objects.acreate(
        tenant_id=access.tenant_id, slug="supper-watch", description=work, source="this workspace"
    )


async def test_work_that_is_no_question_gets_an_example(chat: Chat, ann: Access, launch: Project):
    await agent_for(ann, "Prepare the harvest supper")
    answer = await chat.say("run supper-watch")
    assert "I can't read “Prepare the harvest supper” as a question about your projects" in answer.text
    assert "Say it like: list the open tasks of Launch." in answer.text
    assert "Paste" not in answer.text and "no text was given" not in answer.text


async def test_subject_of_an_agent_is_not_read_as_orders(chat: Chat, ann: Access, launch: Project):
    await agent_for(ann, "Prepare the harvest supper")
    await AgentDefinition.objects.aupdate(subject="the time, the guests and which barn and next week")
    answer = await chat.say("run supper-watch")
    assert not [one for one in answer.operations if one.entity_type == "event"]
    assert "I can't read “Prepare the harvest supper”" in answer.text


async def test_file_of_the_chat_is_not_the_agents_text(chat: Chat, ann: Access, launch: Project):
    await agent_for(ann, "List the open tasks")
    file = await in_database(store_file, access=ann, name="fees.csv", content=b"Name,Fee\nIda,40\n")
    chat.files = (AttachedFile(file.pk, file.name, file.media_type, file.size),)
    assert "There are no open tasks" in (await chat.say("run supper-watch")).text


async def test_earlier_messages_are_not_the_agents_text(chat: Chat, ann: Access, launch: Project):
    await agent_for(ann, "Prepare the harvest supper")
    await chat.say(LONG)
    answer = await chat.say("run supper-watch")
    assert "main sentences" not in answer.text and "I can't read" in answer.text


async def test_project_named_in_another_sentence_is_used(
    chat: Chat, ann: Access, launch: Project, relocation: Project
):
    await add(ann, launch, "Write the invitation")
    await add(ann, relocation, "Order boxes")
    await chat.say(
        "Nobody looks after the tasks of Launch. I'd like an agent that lists the open ones without an "
        "assignee, every Tuesday at 16:00"
    )
    await chat.say("yes")
    agent = await AgentDefinition.objects.aget()
    answer = await chat.say(f"run {agent.slug}")
    assert "Write the invitation" in answer.text and "Order boxes" not in answer.text
