"""Choosing the model over REST, the simple stream and the socket, on a running site."""

import asyncio
from collections.abc import Iterator

import httpx2
import pytest

from tests.conversations.api.test_chat import blocks
from tests.conversations.conftest import QUESTION, ChatSite

SMALL = "compatible:gpt-4o-mini"


@pytest.fixture
def http(chat_site: ChatSite) -> Iterator[httpx2.Client]:
    """A program of a workspace that has connected the stand-in."""
    with chat_site.http() as client:
        if not client.get("/api/v1/model-connections/").json():
            body = {
                "vendor": "compatible",
                "address": f"{chat_site.model.url}/v1",
                "key": "sk-test-0123456789",
            }
            assert client.post("/api/v1/model-connections/", json=body).status_code == 201
            for role in ("intent", "grade", "summary"):
                client.put(f"/api/v1/model-roles/{role}/", json={})
        yield client


def asked(site: ChatSite) -> str:
    return str([one for one in site.model.requests if one.body.get("stream")][-1].body["model"])


def test_the_models_that_can_be_picked_are_listed(http):
    listed = http.get("/api/v1/models/").json()
    assert [one["id"] for one in listed][:2] == ["compatible:gpt-4o", SMALL]
    assert listed[0]["is_default"] and not listed[1]["is_default"]
    assert {"connection", "context", "abilities", "input_price", "output_price"} <= set(listed[0])


def test_a_message_picks_the_model_of_its_conversation(http, chat_site):
    answer = http.post("/api/v1/chat", json={"message": QUESTION, "model": SMALL})
    assert [kind for kind, _ in blocks(answer.text)][-1] == "done"
    assert asked(chat_site) == "gpt-4o-mini"
    path = f"/api/v1/conversations/{answer.headers['x-conversation-id']}/"
    assert http.get(path).json()["model"] == SMALL
    turn = answer.headers["x-turn-id"]
    assert http.get(f"/api/v1/turns/{turn}/receipt/").json()["model"] == SMALL
    (stored,) = [m for m in http.get(f"{path}messages/").json()["results"] if m["role"] == "assistant"]
    assert stored["metadata"]["model"]["name"] == "gpt-4o-mini"
    assert http.patch(path, json={"model": ""}).json()["model"] == ""
    again = http.post(f"/api/v1/turns/{turn}/retry", json={"model": SMALL}).json()
    events = blocks(http.get(f"/api/v1/turns/{again['turn_id']}/events").text)
    assert [kind for kind, _ in events].count("model") == 1
    assert http.get(path).json()["model"] == ""


def test_what_is_not_kept_is_answered_by_the_picked_model_too(http, chat_site):
    http.post("/api/v1/chat", json={"message": QUESTION, "store": False, "model": SMALL})
    assert asked(chat_site) == "gpt-4o-mini"


@pytest.mark.parametrize("extra", [{}, {"store": False}])
def test_a_model_that_is_not_offered_is_refused(http, extra):
    refused = http.post("/api/v1/chat", json={"message": QUESTION, "model": "made-up:model", **extra})
    assert refused.status_code == 400
    assert refused.json()["errors"]["model"] == ["model can't be picked here. Pick another model."]
    made = http.post("/api/v1/conversations/", json={}).json()
    changed = http.patch(f"/api/v1/conversations/{made['id']}/", json={"model": "made-up:model"})
    assert changed.status_code == 400


def test_a_frame_picks_the_model_and_the_events_tell_of_it(http, chat_site):
    async def say() -> list[str]:
        async with chat_site.chat() as client:
            accepted = await client.say(QUESTION, model=SMALL)
            await client.wait_for("done", accepted["turn_id"])
            refused = await client.say(QUESTION, accepted["conversation_id"], model=7)
            assert refused["type"] == "error" and refused["code"] == "invalid_request"
            return [one["type"] for one in client.events_of(accepted["turn_id"])]

    assert asyncio.run(say())[:3] == ["session", "agent_state", "model"]
    assert asked(chat_site) == "gpt-4o-mini"
