"""`GET /api/v1/approvals/`: what waits for a person, or all that was asked of them in one conversation."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from agents.models import AgentRun, Approval, ApprovalStatus
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.clients import program
from tests.factories import make_api_key


@pytest.fixture
def conversation_id() -> UUID:
    return new_id()


@pytest.fixture
def asked(ann: Access, conversation_id: UUID) -> None:
    """Ann was asked twice in one conversation, decided the first, and was asked once in another."""
    ask(ann, conversation_id, "Sending the draft", ApprovalStatus.REJECTED)
    ask(ann, conversation_id, "Sending the report")
    ask(ann, new_id(), "Deleting a file")


def ask(access: Access, conversation_id: UUID, what: str, status: str = ApprovalStatus.PENDING) -> None:
    whose = {"tenant_id": access.tenant_id, "user_id": access.user_id}
    Approval.objects.create(
        **whose,
        run=AgentRun.objects.create(**whose, conversation_id=conversation_id),
        turn_id=new_id(),
        signature="0" * 64,
        tool="send_message",
        what=what,
        status=status,
        expires_at=timezone.now() + timedelta(hours=1),
    )


def listed(access: Access, query: str = "") -> list[str]:
    key = make_api_key(access, "read")
    found = Client().get(f"/api/v1/approvals/{query}", headers={"Authorization": f"Bearer {key}"})
    assert found.status_code == 200
    return [one["what"] for one in found.json()["results"]]


def test_what_waits_is_listed_from_all_conversations(ann: Access, asked: None):
    assert listed(ann) == ["Deleting a file", "Sending the report"]


def test_of_a_conversation_the_decided_are_listed_too(ann: Access, asked: None, conversation_id: UUID):
    query = f"?conversation_id={conversation_id}"
    assert listed(ann, query) == ["Sending the report", "Sending the draft"]


def test_a_colleague_is_asked_nothing_of_it(amy: Access, asked: None, conversation_id: UUID):
    assert listed(amy) == listed(amy, f"?conversation_id={conversation_id}") == []


def test_what_is_no_conversation_id_is_said_so(ann: Access):
    key = make_api_key(ann, "read")
    headers = {"Authorization": f"Bearer {key}"}
    assert Client().get("/api/v1/approvals/?conversation_id=x", headers=headers).status_code == 400


def test_what_an_agent_to_be_lacks_is_told_with_it(ann: Access, conversation_id: UUID):
    ask(ann, conversation_id, "Creating the agent poster")
    arguments = {"name": "poster", "sources": ["Jira", "projects"], "channels": ["chat"]}
    Approval.objects.update(tool="save_agent", arguments=arguments)
    [told] = program(ann).get("/api/v1/approvals/").json()["results"]
    assert [one["problem"] for one in told["missing"]] == ["Jira isn't connected."]
    Approval.objects.update(tool="send_message")
    assert program(ann).get("/api/v1/approvals/").json()["results"][0]["missing"] == []
