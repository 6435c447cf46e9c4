"""The guarantees of a turn, each with an attempt to break it, over a real socket."""

import asyncio
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from tests.conversations.conftest import QUESTION, ChatSite
from tests.standin import Fault

pytestmark = pytest.mark.slow
LONG = " ".join(f"word{number}" for number in range(400))


async def test_an_answer_streams_and_every_event_has_the_next_number(chat_site: ChatSite):
    chat_site.model.script("schedules work", "A schedule starts the agent at its time.")
    async with chat_site.chat() as ann:
        accepted, text = await ann.ask(QUESTION)
        events = ann.events_of(accepted["turn_id"])
    assert "A schedule starts the agent at its time." in text
    assert [event["seq"] for event in events] == sorted({event["seq"] for event in events})
    assert events[0]["type"] == "session"
    assert events[-1]["type"] == "done"
    assert events[-1]["data"]["finish_reason"] == "completed"
    assert events[-1]["data"]["stored"] is True


async def test_the_same_message_twice_is_answered_once(chat_site: ChatSite):
    async with chat_site.chat() as ann:
        message = {"id": str(uuid4()), "content": QUESTION}
        await asyncio.gather(ann.send("message", **message), ann.send("message", **message))
        first = await ann.wait_for("accepted")
        await ann.wait_for("done", first["turn_id"])
        await ann.send("message", **message)
        await ann.wait(lambda f: sum(g["type"] == "accepted" for g in ann.frames) == 3)
        turns = {f["turn_id"] for f in ann.frames if f["type"] == "accepted"}
    assert turns == {first["turn_id"]}
    assert len(chat_site.model.requests) == 1


async def test_other_words_under_the_same_id_are_refused_and_replay_nothing(chat_site: ChatSite):
    async with chat_site.chat() as ann:
        first, _ = await ann.ask(QUESTION)
    async with chat_site.chat() as again:
        await again.send("message", id=first["id"], content="Something else entirely")
        refused = await again.wait_for("error")
        assert (refused["id"], refused["code"]) == (first["id"], "conflict")
        assert not again.events_of(first["turn_id"])
        await again.send("message", id=first["id"], content=QUESTION)
        assert (await again.wait_for("done"))["turn_id"] == first["turn_id"]


async def test_messages_are_answered_one_at_a_time_in_order_of_receipt(chat_site: ChatSite):
    chat_site.model.gap_ms = 2
    async with chat_site.chat() as ann:
        first = await ann.say(QUESTION)
        rest = [await ann.say(QUESTION, first["conversation_id"]) for _ in range(3)]
        for accepted in rest:
            await ann.wait_for("done", accepted["turn_id"])
        starts_and_ends = [(f["type"], f["turn_id"]) for f in ann.frames if f["type"] in ("session", "done")]
    order = [first["turn_id"], *(accepted["turn_id"] for accepted in rest)]
    assert starts_and_ends == [(kind, turn) for turn in order for kind in ("session", "done")]
    assert [first["turn_number"], *(accepted["turn_number"] for accepted in rest)] == [1, 2, 3, 4]


async def test_tabs_are_told_what_runs_until_the_last_that_waited_is_answered(chat_site: ChatSite):
    chat_site.model.gap_ms = 300
    chat_site.model.script("schedules work", LONG)
    async with chat_site.chat() as ann:
        first = await ann.say(QUESTION)
        second = await ann.say(QUESTION, first["conversation_id"])
        chat_site.model.gap_ms = 0
        await ann.wait(lambda f: f["type"] == "conversation" and f.get("running", "") is None)
        told = [f["running"] for f in ann.frames if f["type"] == "conversation" and "running" in f]
    assert told == [second["turn_id"], None]


async def test_a_client_that_leaves_cancels_nothing_and_resumes_where_it_was(chat_site: ChatSite):
    chat_site.model.gap_ms = 3
    chat_site.model.script("schedules work", LONG)
    async with chat_site.chat() as ann:
        accepted = await ann.say(QUESTION)
        turn_id = accepted["turn_id"]
        await ann.wait_for("text_delta", turn_id)
        seen = ann.events_of(turn_id)
    async with chat_site.chat() as again:
        await again.send("subscribe", turn_id=turn_id, after=seen[-1]["seq"])
        await again.wait_for("done", turn_id)
        rest = again.events_of(turn_id)
    text = "".join(e["data"]["text"] for e in [*seen, *rest] if e["type"] == "text_delta")
    assert LONG in text
    assert min(e["seq"] for e in rest) > seen[-1]["seq"]


async def test_a_hundred_cuts_give_every_event_once(chat_site: ChatSite):
    chat_site.model.gap_ms = 100  # slow enough for many cuts on any machine, and then as quick as can be
    chat_site.model.script("schedules work", LONG)
    async with chat_site.chat() as ann:
        turn_id = (await ann.say(QUESTION))["turn_id"]
    events, cuts = [], 0
    while not events or events[-1]["type"] != "done":
        async with chat_site.chat() as ann:
            await ann.send("subscribe", turn_id=turn_id, after=events[-1]["seq"] if events else 0)
            await ann.wait(lambda f: f.get("turn_id") == turn_id and "seq" in f)
            events.extend(ann.events_of(turn_id))
        cuts += 1
        chat_site.model.gap_ms = 100 if cuts < 30 else 2
    seqs = [event["seq"] for event in events]
    assert cuts > 10
    assert seqs == sorted(set(seqs))
    assert LONG in "".join(e["data"]["text"] for e in events if e["type"] == "text_delta")


async def test_cancel_from_another_tab_keeps_what_was_said(chat_site: ChatSite):
    chat_site.model.gap_ms = 100
    chat_site.model.script("schedules work", LONG)
    async with chat_site.chat() as one, chat_site.chat() as two:
        accepted = await one.say(QUESTION)
        turn_id = accepted["turn_id"]
        await one.wait(lambda f: "word5" in one.text_of(turn_id))
        await two.send("cancel", turn_id=turn_id)
        done = await one.wait_for("done", turn_id)
    assert done["data"]["finish_reason"] == "cancelled"
    with chat_site.http() as http:
        page = http.get(f"/api/v1/conversations/{accepted['conversation_id']}/messages/").json()
    answer = next(message for message in page["results"] if message["role"] == "assistant")
    assert answer["status"] == "partial"
    assert "word5" in answer["content"]
    assert "word399" not in answer["content"]


async def test_a_killed_process_loses_no_message_and_retry_answers_once(own_chat_site: ChatSite):
    own_chat_site.model.gap_ms = 15
    own_chat_site.model.script("schedules work", LONG)
    own_chat_site.model.fail(Fault.STALL, after=300)  # so that it is not done, however late it is killed
    async with own_chat_site.chat() as ann:
        accepted = await ann.say(QUESTION)
        turn_id = accepted["turn_id"]
        await ann.wait(lambda f: "word200" in ann.text_of(turn_id))  # more than two seconds: one checkpoint
        last = ann.events_of(turn_id)[-1]["seq"]
        own_chat_site.site.kill()
    own_chat_site.site.start()
    async with own_chat_site.chat() as ann:
        await ann.send("subscribe", turn_id=turn_id, after=last)
        done = await ann.wait_for("done", turn_id)
        assert done["data"]["finish_reason"] == "interrupted"
        told = ann.events_of(turn_id)
        assert [event["type"] for event in told] == ["session", "text_delta", "error", "done"]
        assert all(event["seq"] > last for event in told)
        assert "word20" in ann.text_of(turn_id)
        own_chat_site.model.gap_ms = 0
        again = {"id": str(uuid4()), "turn_id": turn_id}
        await ann.send("retry", **again)
        await ann.send("retry", **again)
        retried = await ann.wait(lambda f: f["type"] == "accepted" and f["id"] == again["id"])
        assert retried["turn_id"] == again["id"]
        await ann.wait_for("done", again["id"])
        assert LONG in ann.text_of(again["id"])
    with own_chat_site.http() as http:
        page = http.get(f"/api/v1/conversations/{accepted['conversation_id']}/messages/").json()
    contents = [(message["role"], message["status"]) for message in page["results"]]
    assert contents.count(("user", "complete")) == 1
    assert contents.count(("assistant", "complete")) == 1
    assert len(own_chat_site.model.requests) == 2


async def test_an_edit_is_answered_once_and_other_tabs_are_told_whose_place_it_takes(chat_site: ChatSite):
    chat_site.model.script("schedules work", "At their time.")
    chat_site.model.script("schedules fail", "They are tried again.")
    async with chat_site.chat() as one, chat_site.chat() as two:
        first, _ = await one.ask(QUESTION)
        edit = {"id": str(uuid4()), "turn_id": first["turn_id"], "content": "What if schedules fail?"}
        await asyncio.gather(one.send("edit", **edit), one.send("edit", **edit))
        accepted = await one.wait(lambda f: f["type"] == "accepted" and f["id"] == edit["id"])
        await one.wait_for("done", accepted["turn_id"])
        told = await two.wait(lambda f: f["type"] == "turn" and f["turn_id"] == accepted["turn_id"])
        titled = await two.wait(lambda f: f["type"] == "conversation" and "title" in f)
        assert "They are tried again." in one.text_of(accepted["turn_id"])
    assert accepted["message_id"] == told["message_id"] == edit["id"]
    assert (told["parent_id"], told["content"]) == (first["message_id"], edit["content"])
    assert (titled["id"], titled["title"]) == (first["conversation_id"], edit["content"])
    assert len(chat_site.model.requests) == 2


async def test_reject_names_the_running_turn_and_interrupt_stops_it(chat_site: ChatSite):
    chat_site.model.gap_ms = 200
    chat_site.model.script("schedules work", LONG)
    async with chat_site.chat() as ann:
        first = await ann.say(QUESTION)
        await ann.wait_for("text_delta", first["turn_id"])
        refused = await ann.say("Hello", first["conversation_id"], busy="reject")
        assert refused["type"] == "error"
        assert refused["code"] == "busy"
        by_rest = {"message": "Hello", "conversation_id": first["conversation_id"], "busy": "reject"}
        with chat_site.http() as http:
            answer = http.post("/api/v1/chat", json=by_rest)
        assert (answer.status_code, answer.json()["code"]) == (409, "busy")
        assert first["turn_id"] in refused["message"]
        second = await ann.say("Hello", first["conversation_id"], busy="interrupt")
        stopped = await ann.wait_for("done", first["turn_id"])
        assert stopped["data"]["finish_reason"] == "cancelled"
        chat_site.model.gap_ms = 0
        done = await ann.wait_for("done", second["turn_id"])
        assert done["data"]["finish_reason"] == "completed"


async def test_a_stranger_can_neither_read_nor_stop_a_turn(chat_site: ChatSite):
    chat_site.model.gap_ms = 100
    chat_site.model.script("schedules work", LONG)
    async with chat_site.chat("ann") as ann, chat_site.chat("bob") as bob:
        accepted = await ann.say(QUESTION)
        await ann.wait_for("text_delta", accepted["turn_id"])
        for frame in (
            {"kind": "subscribe"},
            {"kind": "cancel"},
            {"kind": "retry", "id": str(uuid4())},
            {"kind": "edit", "id": str(uuid4()), "content": "Mine"},
        ):
            kind = frame.pop("kind")
            bob.frames.clear()
            await bob.send(kind, turn_id=accepted["turn_id"], **frame)
            assert (await bob.wait_for("error"))["code"] == "not_found"
        bob.frames.clear()
        refused = await bob.say("Hello", accepted["conversation_id"])
        assert refused["code"] == "not_found"
        assert not any("word" in str(frame) for frame in bob.frames)
        await ann.send("cancel", turn_id=accepted["turn_id"])
        await ann.wait_for("done", accepted["turn_id"])


async def test_garbage_gets_an_error_and_keeps_the_socket(chat_site: ChatSite):
    async with chat_site.chat() as ann:
        for garbage in ("", "{", "[1]", '{"type": 7}', '{"type": "fly"}', "x" * 70_000, b"\x00\xff"):
            await ann.socket.send(garbage)
            ann.frames.clear()
            assert (await ann.wait_for("error"))["code"] in ("invalid_request", "too_large")
        await ann.send("ping")
        await ann.wait_for("pong")


async def test_a_flood_that_never_pauses_is_closed_with_its_code_and_stops_nobody_else(chat_site: ChatSite):
    async with chat_site.chat() as ann, chat_site.chat("bob") as bob:
        ann.socket.close_timeout = 1  # a flooding client is no longer read, so its close is not answered

        async def flood() -> None:
            while True:
                await ann.send("ping")
                await asyncio.sleep(0)  # the other one reads

        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.gather(flood(), ann.wait(lambda frame: False))
        assert closed.value.rcvd.code == 4429
        await bob.send("ping")
        await bob.wait_for("pong")
