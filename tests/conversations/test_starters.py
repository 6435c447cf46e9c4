"""What the empty page offers comes from the workspace itself."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from agents.context.dialogue import DialogueState
from agents.context.open import Draft, OpenDraft
from agents.definitions.services import create_agent
from conversations.models import Conversation
from conversations.pages.starters import greet, list_starters
from intent.types import ActionType, Pending
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant, User
from tests.agents.chat import Chat


def titles(access: Access) -> list[str]:
    return [starter.title for starter in list_starters(access)]


def make_draft(access: Access, asking: str = "source", *, left: bool = False) -> Conversation:
    draft = OpenDraft(
        Draft(kind="create_agent", asking=asking),
        Pending(ActionType.CREATE_AGENT, "slot", "Where?"),
        left=left,
    )
    state = DialogueState(open=(draft,))
    return Conversation.objects.create(
        tenant_id=access.tenant_id, user_id=access.user_id, title="Weekly report", dialogue=state.to_dict()
    )


def test_an_empty_workspace_offers_examples(ann: Access) -> None:
    assert titles(ann) == ["Our weekly reports are always late", "What can you do?"]


def test_unfinished_work_comes_first_and_links_to_its_conversation(ann: Access) -> None:
    conversation = make_draft(ann)
    first = list_starters(ann)[0]
    assert (first.title, first.href) == ("Continue: Weekly report", f"/c/{conversation.pk}/")


def test_a_draft_left_for_another_and_a_mere_offer_are_no_unfinished_work(ann: Access) -> None:
    make_draft(ann, left=True)
    make_draft(ann, asking="start")
    assert "Continue: Weekly report" not in titles(ann)


def test_agents_of_the_workspace_are_offered_to_be_run(ann: Access) -> None:
    create_agent(access=ann, slug="notion-reporter", description="Weekly summaries")
    run = next(starter for starter in list_starters(ann) if starter.icon == "play")
    assert (run.message, run.note) == ("Run notion-reporter", "Weekly summaries")


def test_open_work_is_asked_for_where_there_is_a_project(ann: Access, bob: Access) -> None:
    ProjectService(ann).create(name="Launch")
    assert list_starters(ann)[0].message == "What is on my plate?"
    assert "What is on my plate?" not in titles(bob)


def test_nothing_of_others_is_offered(ann: Access, amy: Access, bob: Access) -> None:
    make_draft(ann)
    create_agent(access=ann, slug="notion-reporter", description="Weekly summaries")
    assert "Continue: Weekly report" not in titles(amy)
    assert "Run notion-reporter" not in titles(bob)


@pytest.mark.django_db(transaction=True)
async def test_each_example_is_answered_without_a_model(ann: Access) -> None:
    for starter in await in_database(list_starters, ann):
        answer = await Chat(ann).say(starter.message)
        assert not answer.shown.startswith(("I can't", "I don't"))


@pytest.mark.parametrize(
    ("hour", "zone", "greeting"),
    [
        (6, "UTC", "Good morning, Ann."),
        (13, "UTC", "Good afternoon, Ann."),
        (23, "UTC", "Good evening, Ann."),
        (23, "Asia/Tokyo", "Good morning, Ann."),
    ],
)
def test_the_greeting_is_that_of_the_workspaces_hour(
    ann: Access, monkeypatch: pytest.MonkeyPatch, hour: int, zone: str, greeting: str
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 21, hour, tzinfo=UTC))
    Tenant.objects.update(time_zone=zone)
    assert greet(ann, User(name="Ann Archer")) == greeting
