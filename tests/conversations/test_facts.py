"""What a person states in a conversation is kept with it, encrypted, and answers later questions."""

import pytest
from django.db import connection
from django.test import AsyncClient

from agents.memory.state.facts import facts_of
from agents.memory.state.values import AgentState
from conversations.models import Conversation
from conversations.turns.engine import engine
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from omniforge.tenants.models import User

pytestmark = pytest.mark.django_db(transaction=True)
OPENING = "We open on 4 April 2027."


async def say(client: AsyncClient, message: str, conversation: str | None) -> str:
    body = {"message": message} | ({"conversation_id": conversation} if conversation else {})
    answer = await client.post("/api/v1/chat", body, content_type="application/json")
    return b"".join([piece async for piece in answer.streaming_content]).decode()


async def test_a_fact_is_kept_and_the_newest_answers(ann: Access):
    client = AsyncClient()
    await client.aforce_login(await User.objects.aget(pk=ann.user_id))
    try:
        await say(client, OPENING, None)
        id = str((await Conversation.objects.aget()).pk)
        assert "4 April 2027" in await say(client, "When do we open?", id)
        await say(client, "No, we open on 11 April 2027.", id)
        assert "11 April 2027" in await say(client, "When do we open?", id)
    finally:
        await engine.stop()
    conversation = await Conversation.objects.aget()
    assert facts_of(AgentState.from_json(conversation.agent_state)) == ("We open on 11 April 2027.",)
    assert "April" not in await in_database(_as_stored)


def _as_stored() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT agent_state FROM conversations_conversation")
        return str(cursor.fetchone()[0])
