"""Which tools a model is told of: half of them only once there is a project to use them in."""

import pytest

from agents.dialogue import DialogueState, KeptThing
from agents.events import ToolAnswered
from agents.runs.offering import OPENING
from agents.tools.registry import our_tools
from omniforge.projects.focus import Focus
from omniforge.projects.models import Entity
from omniforge.projects.services import ProjectService
from omniforge.tenants.access import Access
from tests.agents.chat import Chat, replying
from tests.agents.runs.test_model_runs import request

pytestmark = pytest.mark.django_db(transaction=True)

VAGUE = "Work out what to tell the board about last week, please."
INSIDE = {"create_entity", "read_document", "list_tasks", "search_project", "get_document_metadata"}


@pytest.fixture
def launch(ann: Access):
    return ProjectService(ann).create(name="Launch").row


def told(scripted, round: int = 0) -> set[str]:
    return {spec.name for spec in scripted.requests[round].tools}


async def test_a_talk_about_nothing_in_particular_begins_with_the_tools_that_find_a_project(
    ann: Access, launch
):
    models, scripted = replying("Nothing happened.")
    await Chat(ann, models).say(VAGUE)
    assert told(scripted) >= OPENING and not told(scripted) & INSIDE
    assert our_tools().keys() >= OPENING | INSIDE


async def test_once_a_project_was_looked_for_the_others_come(ann: Access, launch):
    made = request("create_entity", "c2", kind="task", title="Tell the board", project="Launch")
    models, scripted = replying([request("list_projects")], [made], "I have added the task.")
    await Chat(ann, models).say(VAGUE)
    assert told(scripted, 1) >= OPENING | INSIDE


@pytest.mark.parametrize(
    "message",
    ["Work out what to tell the board of the launch.", "add a task 'Call Bob'", "Which tasks are overdue?"],
)
async def test_a_message_that_is_about_a_project_brings_them_along(ann: Access, launch, message: str):
    models, scripted = replying("Well.")
    await Chat(ann, models).say(message)
    assert told(scripted) >= INSIDE


async def test_in_a_project_and_after_a_change_in_one_they_are_there(ann: Access, launch):
    spoken_of = DialogueState(touched=(KeptThing("project", str(launch.pk), "Launch"),))
    for chat in (Chat(ann, focus=Focus(launch.pk)), Chat(ann, dialogue=spoken_of)):
        chat.models, scripted = replying("Nothing happened.")
        await chat.say(VAGUE)
        assert told(scripted) >= INSIDE


async def test_what_a_model_is_not_told_of_runs_all_the_same(ann: Access, launch):
    made = request("create_entity", kind="task", title="Tell the board", project="Launch")
    models, scripted = replying([made], "I have added the task.")
    answer = await Chat(ann, models).say(VAGUE)
    assert "create_entity" not in told(scripted)
    assert [event.ok for event in answer.events if isinstance(event, ToolAnswered)] == [True]
    assert await Entity.objects.filter(project=launch).aexists()
