"""Which model answers: the one picked for the conversation, otherwise the workspace's."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

import pytest

from conversations.models import Conversation, Turn
from conversations.record.services import change_conversation
from conversations.turns.acceptance import accept_message
from conversations.turns.again import accept_again
from conversations.wire.commands import RunAgain, SendMessage
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import choice_of
from omniforge.tenants.connected.roles import set_role
from omniforge.tenants.connected.services import offer_models, remove_connection
from omniforge.tenants.models import ModelConnection
from tests.conversations.loop.talking import Heard, Talk
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = "How do schedules work, and what happens when a run fails?"
Connect = Callable[..., ModelConnection]


@pytest.fixture
def talk(ann: Access, settings, tmp_path) -> Talk:
    settings.VAR = tmp_path
    return Talk(ann)


@pytest.fixture
def connection(connect: Connect, ann: Access) -> ModelConnection:
    for role in ("intent", "grade", "summary"):
        set_role(access=ann, role=role)
    return connect()


def say(talk: Talk, **fields: str) -> Heard:
    async def said() -> Heard:
        return await talk._send(SendMessage(uuid4(), QUESTION, talk.id, **fields))

    return asyncio.run(said())


def asked(server: ModelServer) -> str:
    return str(server.requests[-1].body["model"])


def test_the_picked_model_answers_until_another_is_picked(talk, connection, model_server) -> None:
    assert say(talk).of("model") == []
    assert asked(model_server) == "gpt-4o"
    heard = say(talk, model="compatible:gpt-4o-mini")
    assert asked(model_server) == "gpt-4o-mini"
    assert heard.of("model") == [
        {"id": "compatible:gpt-4o-mini", "name": "gpt-4o-mini", "connection": connection.name, "note": ""}
    ]
    assert heard.of("done")[0]["usage"]["model"] == "compatible:gpt-4o-mini"
    say(talk)
    assert asked(model_server) == "gpt-4o-mini"
    change_conversation(talk.access, talk.id, model="")
    assert say(talk).of("model") == []
    assert asked(model_server) == "gpt-4o"


def test_a_model_that_is_gone_gives_way_to_the_workspaces_and_that_is_said_once(
    talk, connection, connect, ann, model_server
) -> None:
    second = connect(vendor="ollama")
    say(talk, model="ollama:gpt-4o-mini")
    remove_connection(access=ann, connection_id=second.pk)
    (told,) = say(talk).of("model")
    assert told["note"] == "gpt-4o-mini isn't available here any more. gpt-4o answers instead."
    assert asked(model_server) == "gpt-4o"
    assert say(talk).of("model") == []
    assert Conversation.objects.get(pk=talk.id).model == ""


def test_only_what_the_workspace_offers_can_be_picked(talk, connection, ann, bob, connect) -> None:
    offer_models(access=ann, connection_id=connection.pk, models=["gpt-4o-mini"])
    assert [one.model.id for one in choice_of(ann.tenant_id).offers] == ["gpt-4o", "gpt-4o-mini"]
    assert choice_of(bob.tenant_id).offers == ()
    offer_models(access=ann, connection_id=connection.pk, models=[])
    assert [one.model.id for one in choice_of(ann.tenant_id).offers] == ["gpt-4o"]
    for picked in ("compatible:gpt-4o-mini", "made-up:model"):
        with pytest.raises(InvalidInput, match="can't be picked here"):
            accept_message(ann, SendMessage(uuid4(), QUESTION, model=picked))
    with pytest.raises(InvalidInput, match="has no model called made-up"):
        offer_models(access=ann, connection_id=connection.pk, models=["made-up"])


def test_one_answer_is_given_again_by_another_model_and_the_conversation_keeps_its_own(
    talk, connection, ann, model_server
) -> None:
    first = say(talk)
    again = RunAgain(uuid4(), first.turn_id, model="compatible:gpt-4o-mini")
    accepted = accept_again(ann, again)
    heard = asyncio.run(talk.run(accepted.claim))
    assert heard.of("model")[0]["name"] == "gpt-4o-mini"
    assert accept_again(ann, again).repeated
    assert Turn.objects.get(pk=heard.turn_id).model == "compatible:gpt-4o-mini"
    say(talk)
    assert asked(model_server) == "gpt-4o"
    with pytest.raises(InvalidInput):
        accept_again(ann, RunAgain(uuid4(), first.turn_id, model="made-up:model"))
