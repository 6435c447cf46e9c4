"""Messages sent during a run reach the model before its next call; none is lost."""

import asyncio
from uuid import UUID

import pytest

from conversations.models import Message, Turn, TurnStatus
from conversations.turns.acceptance import accept_message
from conversations.wire.commands import SendMessage
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.conversations.loop.talking import Heard, Talk
from tests.standin.server import ModelServer
from tests.waiting import until_true

pytestmark = pytest.mark.django_db(transaction=True)
NOTE = {"name": "todo", "arguments": {"items": [{"title": "Look", "state": "doing"}]}}


async def begin(talk: Talk, message: str) -> "asyncio.Task[Heard]":
    """Say `message` and return its turn at work, once it is stored."""
    saying = asyncio.create_task(talk.say(message))
    await until_true(lambda: talk.id is not None)
    return saying


async def also(talk: Talk, message: str, busy: str = "steer") -> UUID:
    command = SendMessage(new_id(), message, talk.id, busy=busy)
    return (await in_database(accept_message, talk.access, command)).turn_id


@pytest.fixture
def slow(model_server: ModelServer) -> ModelServer:
    """A model that thinks long enough to be told something meanwhile."""
    model_server.ttft_ms = 500
    model_server.queue({"tools": [NOTE]}, {"text": "As you wish."})
    return model_server


def statuses(talk: Talk) -> list[str]:
    return list(
        Turn.objects.filter(conversation_id=talk.id).order_by("number").values_list("status", flat=True)
    )


async def test_it_reaches_the_loop_before_its_next_call(talk: Talk, slow: ModelServer):
    saying = await begin(talk, "Plan the trip")
    turn_id = await also(talk, "By train, please")
    heard = await saying
    assert heard.text == "As you wish." and len(slow.requests) == 2
    assert "By train, please" in slow.requests[1].text and "By train, please" not in slow.requests[0].text
    claimed = await in_database(Turn.objects.get, pk=turn_id)
    assert claimed.status == TurnStatus.RUNNING  # it was claimed as the next one
    message = await in_database(Message.objects.get, pk=claimed.user_message_id)
    assert message.metadata["answered_in"] == str(heard.turn_id)


async def test_its_own_turn_points_to_the_answer_without_asking_a_model(talk: Talk, slow: ModelServer):
    saying = await begin(talk, "Plan the trip")
    turn_id = await also(talk, "By train, please")
    first = await saying
    following = await talk.following(first)
    assert following.turn_id == turn_id and following.ended == "completed"
    (intent,) = following.of("intent")
    assert "above" in following.text and intent["entities"]["answered_in"] == str(first.turn_id)
    assert len(slow.requests) == 2
    assert await in_database(statuses, talk) == ["completed", "completed"]
    slow.ttft_ms = 0
    await talk.say("And back?")
    assert slow.requests[-1].text.count("By train, please") == 1


async def test_what_comes_after_the_last_word_is_answered_in_the_same_turn(
    talk: Talk, model_server: ModelServer
):
    model_server.ttft_ms = 500
    model_server.queue({"text": "Here is the plan."}, {"text": "By train then."})
    saying = await begin(talk, "Plan the trip")
    await also(talk, "By train, please")
    assert (await saying).text == "Here is the plan.\n\nBy train then."


async def test_what_was_queued_is_answered_by_itself(talk: Talk, slow: ModelServer):
    saying = await begin(talk, "Plan the trip")
    await also(talk, "By train, please", busy="enqueue")
    await also(talk, "And a hotel")  # behind a queued one: the order of answers is that of receipt
    first = await saying
    assert "By train" not in slow.requests[1].text and "hotel" not in slow.requests[1].text
    slow.queue({"text": "The train leaves at 8."}, {"text": "One near the station."})
    second = await talk.following(first)
    assert second.text == "The train leaves at 8.\n\nOne near the station."


async def test_when_the_turn_fails_it_is_answered_by_itself(talk: Talk, model_server: ModelServer):
    model_server.ttft_ms = 500
    model_server.queue({"tools": [NOTE]}, *[{"fault": "server_error"}] * 4)
    saying = await begin(talk, "Plan the trip")
    await also(talk, "By train, please")
    first = await saying
    assert first.ended == "failed"
    model_server.queue({"text": "By train."})
    assert (await talk.following(first)).text == "By train."
