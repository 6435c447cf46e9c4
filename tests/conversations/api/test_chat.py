"""`POST /api/v1/chat` in every detail, on a running site over real HTTP."""

import json
from collections.abc import Iterator
from uuid import uuid4

import httpx2
import pytest

from tests.conversations.conftest import QUESTION, ChatSite, plain_client
from tests.site import Site
from tests.states import Peopled

CHAT = "/api/v1/chat"


@pytest.fixture
def http(plain_site: Site, peopled: Peopled) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {peopled[1]['ann']}"}
    with plain_client(plain_site.url, **headers) as client:
        yield client


def blocks(text: str) -> list[tuple[str, dict]]:
    """Parse server-sent events like a browser."""
    events = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "event" in lines:
            events.append((lines["event"], json.loads(lines["data"])))
    return events


def test_a_message_is_answered_by_chunks_and_then_done(http):
    answer = http.post(CHAT, json={"message": "Hello, help me create an agent"})
    events = blocks(answer.text)
    kinds = [kind for kind, _ in events]
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"].startswith("no-cache")
    assert set(kinds[:-1]) == {"chunk"}
    assert kinds[-1] == "done"
    assert all(set(data) == {"content"} and data["content"] for kind, data in events if kind == "chunk")
    assert events[-1][1]["conversation_id"]
    assert isinstance(events[-1][1]["usage"]["tokens"], int)


def test_a_conversation_goes_on_by_its_id(http):
    first = blocks(http.post(CHAT, json={"message": "Hello"}).text)[-1][1]["conversation_id"]
    again = http.post(CHAT, json={"message": "What can you do?", "conversation_id": first})
    assert blocks(again.text)[-1][1]["conversation_id"] == first
    page = http.get(f"/api/v1/conversations/{first}/messages/").json()
    assert [message["role"] for message in page["results"]] == ["user", "assistant"] * 2


def test_a_message_sent_again_by_its_id_is_the_same_message(http):
    body = {"id": str(uuid4()), "message": "Hello"}
    first, again = (blocks(http.post(CHAT, json=body).text) for _ in range(2))
    assert "".join(data.get("content", "") for _, data in first) == "".join(
        data.get("content", "") for _, data in again
    )
    assert first[-1] == again[-1]
    page = http.get(f"/api/v1/conversations/{first[-1][1]['conversation_id']}/messages/").json()
    assert len(page["results"]) == 2


def test_other_words_under_the_same_id_are_refused(http):
    body = {"id": str(uuid4()), "message": "Hello"}
    told = blocks(http.post(CHAT, json=body).text)[-1][1]
    refused = http.post(CHAT, json=body | {"message": "What can you do?"})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert "Make a new UUID for each message." in refused.json()["detail"]
    page = http.get(f"/api/v1/conversations/{told['conversation_id']}/messages/").json()
    assert page["results"][0]["content"] == "Hello" and len(page["results"]) == 2


def test_a_client_may_say_that_it_wants_an_event_stream(http):
    answer = http.post(CHAT, json={"message": "Hello"}, headers={"Accept": "text/event-stream"})
    assert blocks(answer.text)[-1][0] == "done"


def test_every_script_and_emoji_comes_back_whole(http):
    text = "Grüße 👩‍👩‍👧‍👦 こんにちは שלום \u200d \U0001f3f3\ufe0f"
    done = blocks(http.post(CHAT, json={"message": text}).text)[-1][1]
    page = http.get(f"/api/v1/conversations/{done['conversation_id']}/messages/").json()
    assert page["results"][0]["content"] == text


def test_what_is_not_to_be_stored_is_not(http):
    before = http.get("/api/v1/conversations/").json()["results"]
    answer = http.post(CHAT, json={"message": "Hello", "store": False})
    assert blocks(answer.text)[-1] == (
        "done",
        {"conversation_id": None, "usage": {"tokens": 0}, "stored": False, "finish_reason": "completed"},
    )
    assert http.get("/api/v1/conversations/").json()["results"] == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"message": ""}, 400, "invalid_request"),
        ({"message": "  \n "}, 400, "invalid_request"),
        ({}, 400, "invalid_request"),
        ({"message": 7}, 400, "invalid_request"),
        ([], 400, "invalid_request"),
        ({"message": "x" * 10_001}, 413, "too_large"),
        ({"message": "x", "conversation_id": "me"}, 400, "invalid_request"),
        ({"message": "x", "conversation_id": str(uuid4())}, 404, "not_found"),
        ({"message": "x", "store": "no"}, 400, "invalid_request"),
        ({"message": "x", "stor": False}, 400, "invalid_request"),
        ({"message": "x", "conversationId": str(uuid4())}, 400, "invalid_request"),
        ({"message": "x", "store": False, "conversation_id": str(uuid4())}, 400, "invalid_request"),
    ],
)
def test_a_bad_request_is_a_problem_before_any_stream(http, body, status, code):
    answer = http.post(CHAT, json=body)
    problem = answer.json()
    assert answer.status_code == problem["status"] == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["code"] == code
    assert problem["detail"]
    if isinstance(body, dict) and status == 400:
        assert set(problem["errors"]) <= {"message", *body}


def test_the_head_comes_before_the_model_has_said_a_word(chat_site: ChatSite):
    chat_site.model.ttft_ms = 60_000
    with (
        chat_site.http() as http,
        http.stream("POST", CHAT, json={"message": QUESTION}, timeout=30) as answer,
    ):
        conversation_id = answer.headers["x-conversation-id"]
        assert answer.status_code == 200
        page = http.get(f"/api/v1/conversations/{conversation_id}/messages/").json()
        turn = page["results"][-1]["turn"]
        assert (turn["id"], turn["status"]) == (answer.headers["x-turn-id"], "running")
        assert turn["first_text_ms"] is None
        http.post(f"/api/v1/turns/{turn['id']}/cancel")
        [(kind, told)] = blocks("".join(answer.iter_text()))
        assert (kind, told["finish_reason"]) == ("done", "cancelled")


def test_after_an_error_the_conversation_goes_on(chat_site: ChatSite):
    chat_site.model.fail("refused")
    with chat_site.http() as http:
        answer = http.post(CHAT, json={"message": QUESTION})
        kind, told = blocks(answer.text)[-1]
        assert kind == "error"
        assert set(told) == {"code", "message", "conversation_id"}
        assert told["conversation_id"] == answer.headers["x-conversation-id"]
        again = http.post(CHAT, json={"message": QUESTION, "conversation_id": told["conversation_id"]})
        assert blocks(again.text)[-1][1]["conversation_id"] == told["conversation_id"]


def test_what_is_not_stored_has_no_conversation_to_name(chat_site: ChatSite):
    chat_site.model.fail("refused")
    with chat_site.http() as http:
        answer = http.post(CHAT, json={"message": QUESTION, "store": False})
    assert "x-conversation-id" not in answer.headers
    assert blocks(answer.text)[-1][1]["conversation_id"] is None


def test_what_is_no_json_is_refused(http):
    assert http.post(CHAT, content="{", headers={"Content-Type": "application/json"}).status_code == 400
    assert http.post(CHAT, content=b"\xff", headers={"Content-Type": "application/json"}).status_code == 400
    assert http.post(CHAT, content="hi", headers={"Content-Type": "text/plain"}).status_code == 415
    assert http.get(CHAT).status_code == 405


def test_who_has_no_key_is_told_how_to_get_in(plain_site, http):
    answer = httpx2.post(plain_site.url + CHAT, json={"message": "Hello"})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["code"] == "not_signed_in"
    wrong = httpx2.post(
        plain_site.url + CHAT, json={"message": "Hello"}, headers={"Authorization": "Bearer of_wrong"}
    )
    assert wrong.status_code == 401


def test_what_is_left_of_the_limit_is_said(http):
    answer = http.post(CHAT, json={"message": "Hello"})
    assert answer.headers["ratelimit-policy"] == '"user";q=60;w=60'
    assert answer.headers["ratelimit"].startswith('"user";r=')


def test_all_events_of_a_turn_are_streamed_and_replayed_with_the_same_numbers(http):
    accepted = http.post(CHAT, json={"message": "Hello"})
    conversation_id = blocks(accepted.text)[-1][1]["conversation_id"]
    page = http.get(f"/api/v1/conversations/{conversation_id}/messages/").json()
    turn_id = page["results"][-1]["turn"]["id"]
    whole = http.get(f"/api/v1/turns/{turn_id}/events").text
    events = blocks(whole)
    assert events[0][0] == "session"
    assert events[-1][0] == "done"
    middle = events[len(events) // 2][1]["seq"]
    rest = blocks(http.get(f"/api/v1/turns/{turn_id}/events?after={middle}").text)
    assert [e["seq"] for _, e in rest] == [e["seq"] for _, e in events if e["seq"] > middle]
    by_header = http.get(f"/api/v1/turns/{turn_id}/events", headers={"Last-Event-ID": str(middle)}).text
    assert blocks(by_header) == rest
    again = http.get(f"/api/v1/turns/{turn_id}/events?after=1", headers={"Last-Event-ID": str(middle)}).text
    assert blocks(again) == rest  # as a browser reconnects
    assert http.get(f"/api/v1/turns/{turn_id}/events?after=x").status_code == 400
    assert http.get(f"/api/v1/turns/{turn_id}").json()["status"] == "completed"


def test_a_cut_reader_leaves_no_reader_behind(own_chat_site: ChatSite):
    own_chat_site.model.gap_ms = 10
    with own_chat_site.http() as http:
        for _ in range(5):
            with http.stream("POST", CHAT, json={"message": QUESTION}) as answer:
                next(answer.iter_bytes())
        listed = http.get("/api/v1/conversations/").json()["results"]
        assert len(listed) == 5
        own_chat_site.model.ttft_ms = 60_000
        with http.stream("POST", CHAT, json={"message": QUESTION}):
            assert own_chat_site.site.stop() == 0  # with a waiting reader
    assert "Traceback" not in own_chat_site.site.log
