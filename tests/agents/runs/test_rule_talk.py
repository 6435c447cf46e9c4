"""Follow-ups and remarks about projects, without a model."""

import pytest

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService, EntityService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.runs.test_rule_workspace import add, tasks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("launch", "relocation")
async def test_new_project_becomes_the_project_of_the_chat(chat: Chat, ann: Access):
    await chat.say("create a project called Website")
    answer = await chat.say("add tasks to write the copy and test the forms")
    assert "in **Website**" in answer.text
    assert [title for title, *_ in await tasks(ann)] == ["Test the forms", "Write the copy"]


@pytest.mark.usefixtures("launch", "relocation")
async def test_other_order_drops_the_question_with_options(chat: Chat, ann: Access, launch: Project):
    await add(ann, launch, "Print the flyers")
    assert "In which project?" in (await chat.say("add a task to call Kim")).text
    assert "Deleted the task **Print the flyers**" in (await chat.say("delete the flyers task")).text
    assert await tasks(ann) == []


async def test_it_refers_to_the_last_task_in_a_project(inside: Chat, ann: Access):
    await inside.say("add a task to prepare the slides")
    await inside.say("actually make it due Thursday")
    assert await tasks(ann) == [("Prepare the slides", "todo", None, "2026-11-26")]
    await inside.say("rename it to Board deck")
    assert [title for title, *_ in await tasks(ann)] == ["Board deck"]
    await inside.say("delete it")
    assert await tasks(ann) == []


@pytest.mark.usefixtures("three_agents", "launch")
async def test_it_refers_to_the_last_task_or_agent_outside_projects(chat: Chat, ann: Access):
    await chat.say("add a task to call Kim")
    await chat.say("rename it to Call Tom")
    assert [title for title, *_ in await tasks(ann)] == ["Call Tom"]
    await chat.say("pause the jira monitor")
    await chat.say("rename it to jira-watch")
    assert [title for title, *_ in await tasks(ann)] == ["Call Tom"]
    assert chat.dialogue.last_agent == "jira-watch"


async def test_unblocked_task_is_open_again(inside: Chat, ann: Access, launch: Project):
    await add(ann, launch, "Print the flyers", state="blocked")
    assert "blocked" in (await inside.say("is the flyers task done?")).text
    await inside.say("unblock the flyers task")
    assert (await tasks(ann))[0][1] == "todo"


async def test_goal_of_the_only_project_is_told(chat: Chat, ann: Access, launch: Project):
    await in_database(lambda: EntityService(ann, Kind.GOAL).create(launch.pk, title="Ship in May"))
    assert "Ship in May" in (await chat.say("what's the goal of the project?")).text


@pytest.mark.usefixtures("three_agents", "launch")
async def test_import_and_export_orders_run_no_agent(chat: Chat):
    out = await chat.say("export the Launch project")
    assert "“Export as a zip”" in out.text and not any(one.action == "run" for one in out.operations)
    assert "“Import files”" in (await chat.say("upload a file")).text


@pytest.mark.usefixtures("launch")
async def test_question_about_a_document_does_not_list_plans(chat: Chat, ann: Access, launch: Project):
    await in_database(lambda: EntityService(ann, Kind.PLAN).create(launch.pk, title="Spring plan"))
    text = "The Team plans are billed by seat and month."
    await in_database(lambda: DocumentService(ann).create(launch.pk, title="Pricing", content=text))
    answer = await chat.say("what does the pricing document say about Team plans?")
    assert "Spring plan" not in answer.text and "billed by seat" in answer.text


async def test_restore_it_is_read_as_undo(inside: Chat):
    for words in ("restore it", "bring it back"):
        assert "nothing" in (await inside.say(words)).text.lower()
