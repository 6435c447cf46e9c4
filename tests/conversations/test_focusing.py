"""What a conversation is about, chosen by its person over REST and with its first message."""

import pytest

from conversations.models import Conversation
from conversations.turns.acceptance import accept_message
from conversations.turns.context import load_context
from conversations.wire.commands import SendMessage
from omniforge.errors import NotFound
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.clients import program
from tests.projects.watcher import watching


@pytest.fixture
def launch(ann: Access) -> Project:
    return ProjectService(ann).create(name="Launch", context="We bring the app out in May.").row


@pytest.fixture
def talk(ann: Access) -> Conversation:
    return Conversation.objects.create(tenant_id=ann.tenant_id, user_id=ann.user_id, title="Talk")


def put(access: Access, talk: Conversation, **focus):
    url = f"/api/v1/conversations/{talk.pk}/focus/"
    return program(access).put(url, focus, content_type="application/json")


def test_a_conversation_is_about_everything_then_a_project_then_one_thing_in_it(ann, launch, talk):
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write the mail").row
    about = program(ann).get(f"/api/v1/conversations/{talk.pk}/focus/").json()
    assert (about["scope"], about["project_id"], about["project"]) == ("global", None, "")
    assert put(ann, talk, project_id=str(launch.pk)).json()["project"] == "Launch"
    about = put(ann, talk, project_id=str(launch.pk), type="task", id=str(task.pk)).json()
    assert (about["scope"], about["type"], about["name"]) == ("entity", "task", "Write the mail")
    assert put(ann, talk).json()["scope"] == "global"


@pytest.mark.parametrize(
    "focus",
    [
        {"project_id": "launch"},
        {"type": "task"},
        {"project_id": str(new_id()), "type": "moon", "id": str(new_id())},
    ],
)
def test_a_focus_that_cannot_be_is_refused_in_words(ann, talk, focus):
    answer = put(ann, talk, **focus)
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_a_thing_of_another_project_or_workspace_is_not_there(ann, bob, launch, talk):
    other = ProjectService(ann).create(name="Podcast").row
    foreign = ProjectService(bob).create(name="Secret").row
    document = DocumentService(ann).create(other.pk, title="Episodes").row
    assert put(ann, talk, project_id=str(launch.pk), type="document", id=str(document.pk)).status_code == 404
    assert put(ann, talk, project_id=str(foreign.pk)).status_code == 404


def test_the_first_message_may_say_what_the_talk_is_about_and_the_turn_knows_it(ann, launch):
    accepted = accept_message(ann, SendMessage(new_id(), "What is open?", focus=Focus(launch.pk)))
    loaded = load_context(accepted.claim)
    assert loaded.pack.focus == Focus(launch.pk)
    assert loaded.pack.scope and loaded.pack.scope.name == "Launch"
    assert loaded.usage.parts["scope"] == loaded.pack.scope.tokens


def test_a_message_about_what_is_not_there_is_not_taken(ann):
    with pytest.raises(NotFound):
        accept_message(ann, SendMessage(new_id(), "What is open?", focus=Focus(new_id())))


def test_a_project_in_the_trash_is_talked_of_no_more(ann, launch):
    accepted = accept_message(ann, SendMessage(new_id(), "What is open?", focus=Focus(launch.pk)))
    ProjectService(ann).delete(launch.pk)
    assert load_context(accepted.claim).pack.scope is None


@pytest.mark.django_db(transaction=True)
async def test_a_choice_is_told_to_all_tabs_of_its_person_and_to_nobody_else(ann, amy, launch, talk):
    async with watching(ann) as tab, watching(amy) as foreign:
        await in_database(put, ann, talk, project_id=str(launch.pk))
        told = await tab.wait_for("focus")
        await foreign.send("ping")
        heard = {(await foreign.receive())["type"] for _ in range(2)}
    assert heard == {"listening", "pong"}
    about = await in_database(lambda: program(ann).get(f"/api/v1/conversations/{talk.pk}/focus/").json())
    assert (told["conversation_id"], told["focus"]) == (str(talk.pk), about)
    assert about["project"] == "Launch"
