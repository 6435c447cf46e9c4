"""One conversation as a file: all of it, in order, in its two forms, sent page by page."""

import json
from zoneinfo import ZoneInfo

import pytest
from django.http import StreamingHttpResponse
from django.test import AsyncClient

from conversations.models import Conversation, Message, MessageRole, MessageStatus
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant, User
from tests.conversations.rows import make_turn

pytestmark = pytest.mark.django_db(transaction=True)


async def download(access: Access, conversation_id: object, form: str) -> StreamingHttpResponse:
    client = AsyncClient()
    await client.aforce_login(await User.objects.aget(pk=access.user_id))
    return await client.get(f"/api/v1/conversations/{conversation_id}/export/", {"form": form})


async def exported(access: Access, conversation_id: object, form: str) -> tuple[str, str]:
    """Return the name of the file and what is in it."""
    answer = await download(access, conversation_id, form)
    assert answer.status_code == 200
    return answer["Content-Disposition"], b"".join([part async for part in answer.streaming_content]).decode()


@pytest.fixture
def talk(ann: Access) -> object:
    """A question that was answered twice, with a file, and one whose answer was stopped."""
    file = {"id": "1", "name": "churn.csv"}
    first = make_turn(ann, "What is due?", "Nothing.", metadata={"files": [file]})
    Message.objects.filter(pk=first.answer_id).update(status=MessageStatus.SUPERSEDED)
    again = {"parent_id": first.user_message_id, "role": MessageRole.ASSISTANT}
    talk = first.conversation_id
    Message.objects.create(
        conversation_id=talk, sequence=4, content="Two tickets.", metadata={"files": [file]}, **again
    )
    Conversation.objects.filter(pk=talk).update(last_sequence=4)
    cut = make_turn(ann, "Which?", "The first", conversation_id=talk)
    Message.objects.filter(pk=cut.answer_id).update(status=MessageStatus.PARTIAL)
    return talk


async def test_markdown_has_what_stands_in_its_order(ann, talk):
    name, text = await exported(ann, talk, "markdown")
    assert name == 'attachment; filename="what-is-due.md"'
    lines = [line.split(",")[0] for line in text.splitlines() if line and not line.startswith("Exported")]
    assert lines == [
        "# What is due?",
        *("## You", "What is due?", "## OmniForge", "Two tickets.", "Files: churn.csv"),
        *("## You", "Which?", "## OmniForge", "The first", "(interrupted)"),
    ]


async def test_times_are_those_of_the_workspace(ann, talk):
    await Tenant.objects.filter(pk=ann.tenant_id).aupdate(time_zone="Asia/Tokyo")
    at = (await Message.objects.filter(conversation_id=talk).afirst()).created_at
    _, text = await exported(ann, talk, "markdown")
    assert f"## You, {at.astimezone(ZoneInfo('Asia/Tokyo')):%d %B %Y, %H:%M} JST" in text


async def test_json_has_superseded_answers_too(ann, talk):
    name, text = await exported(ann, talk, "json")
    assert name == 'attachment; filename="what-is-due.json"'
    kept = json.loads(text)
    assert kept["title"] == "What is due?"
    assert [(one["status"], one["content"]) for one in kept["messages"][:3]] == [
        ("complete", "What is due?"),
        ("superseded", "Nothing."),
        ("complete", "Two tickets."),
    ]
    assert kept["messages"][2]["parent_id"] == kept["messages"][0]["id"]


async def test_a_long_conversation_comes_whole(ann, talk):
    await Message.objects.abulk_create(
        Message(conversation_id=talk, sequence=n, role="user", content=f"number {n}")
        for n in range(11, 2_011)
    )
    messages = json.loads((await exported(ann, talk, "json"))[1])["messages"]
    assert len(messages) == 2_005
    assert [one["sequence"] for one in messages] == sorted({one["sequence"] for one in messages})


async def test_another_form_is_refused_with_those_that_there_are(ann, talk):
    answer = await download(ann, talk, "pdf")
    assert answer.status_code == 400 and answer["Content-Type"] == "application/problem+json"
