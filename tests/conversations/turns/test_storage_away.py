"""The database fails under a running site: messages are still answered, and nothing is lost."""

import asyncio
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest

from tests.chat_client import ChatClient
from tests.conversations.conftest import QUESTION, ChatSite
from tests.waiting import until

pytestmark = pytest.mark.slow


@contextmanager
def messages_away(chat_site: ChatSite, table: str = "conversations_message") -> Iterator[None]:
    """Take the table of messages away: every statement that needs it fails, as with a broken database."""
    path = chat_site.site.var / "omniforge.sqlite3"
    rename(path, table, "away")
    try:
        yield
    finally:
        rename(path, "away", table)


def rename(path, before: str, after: str) -> None:
    with sqlite3.connect(path, timeout=120) as database:
        database.execute("PRAGMA legacy_alter_table=ON")
        database.execute(f"ALTER TABLE {before} RENAME TO {after}")
    database.close()


def stored_messages(chat_site: ChatSite, conversation_id: str, number: int) -> list[dict]:
    """Wait until a conversation has `number` messages and return them; the spool is drained every 5 s."""

    def look() -> list[dict] | None:
        with chat_site.http() as http:
            answer = http.get(f"/api/v1/conversations/{conversation_id}/messages/")
        listed = answer.json()["results"] if answer.status_code == 200 else []
        return listed if len(listed) >= number else None

    return until(look)


async def test_a_message_that_cannot_be_stored_is_answered_and_stored_later_once(chat_site: ChatSite):
    chat_site.model.script("schedules work", "At their time.")
    async with chat_site.chat() as ann:
        with messages_away(chat_site):
            accepted, text = await ann.ask(QUESTION)
            session, done = ann.events_of(accepted["turn_id"])[0], ann.events_of(accepted["turn_id"])[-1]
            files = list((chat_site.site.var / "spool").rglob("*"))
            assert not any(b"schedules" in file.read_bytes() for file in files if file.is_file())
    assert accepted["stored"] is False
    assert "At their time." in text
    assert session["data"]["degraded"]
    assert done["data"]["stored"] is False
    messages = await asyncio.to_thread(stored_messages, chat_site, accepted["conversation_id"], 2)
    assert [message["content"] for message in messages] == [QUESTION, text]
    assert [message["role"] for message in messages] == ["user", "assistant"]
    assert messages[1]["turn"]["status"] == "completed"


async def test_an_answer_that_cannot_be_stored_is_delivered_and_stored_later_in_its_place(
    chat_site: ChatSite,
):
    chat_site.model.script("schedules work", " ".join(f"word{number}" for number in range(60)))
    chat_site.model.gap_ms = 300  # it does not end before the table is away
    async with chat_site.chat() as ann:
        accepted = await ann.say(QUESTION)
        await ann.wait(lambda f: "word5" in ann.text_of(accepted["turn_id"]))
        with messages_away(chat_site):
            chat_site.model.gap_ms = 0
            done = await ann.wait_for("done", accepted["turn_id"])
        assert accepted["stored"] is True
        assert done["data"]["stored"] is False
        following, _ = await ann.ask("Hello", accepted["conversation_id"])
    messages = await asyncio.to_thread(stored_messages, chat_site, accepted["conversation_id"], 4)
    assert [message["role"] for message in messages] == ["user", "assistant"] * 2
    assert "word59" in messages[1]["content"]
    assert [message["status"] for message in messages] == ["complete"] * 4
    assert following["turn_number"] == 2


async def test_a_message_that_comes_again_meanwhile_is_answered_once(chat_site: ChatSite):
    chat_site.model.script("schedules work", " ".join(f"word{number}" for number in range(60)))
    chat_site.model.gap_ms = 300
    message = {"id": str(uuid4()), "content": QUESTION}
    async with chat_site.chat() as ann, chat_site.chat() as again:
        await ann.send("message", **message)
        accepted = await ann.wait_for("accepted")
        await ann.wait(lambda f: "word2" in ann.text_of(accepted["turn_id"]))
        with messages_away(chat_site):
            await again.send("message", **message)
            assert (await again.wait_for("accepted"))["turn_id"] == accepted["turn_id"]
        chat_site.model.gap_ms = 0
        await ann.wait_for("done", accepted["turn_id"])
        assert ann.text_of(accepted["turn_id"]).count("word7 ") == 1
    assert len(chat_site.model.requests) == 1


@pytest.mark.parametrize("is_busy", [False, True])
async def test_a_message_that_comes_again_before_its_spool_is_empty_is_answered_once(
    chat_site: ChatSite, is_busy: bool
):
    chat_site.model.script("schedules work", " ".join(f"word{number}" for number in range(60)))
    chat_site.model.gap_ms = 300
    asked = len(chat_site.model.requests)
    async with chat_site.chat() as ann, chat_site.chat() as again:
        await let_it_read(ann)
        before = await ann.say(QUESTION) if is_busy else {"stored": True}
        assert before["stored"]
        message = {"id": str(uuid4()), "content": QUESTION, "conversation_id": before.get("conversation_id")}
        with messages_away(chat_site):
            await again.send("message", **message)
            accepted = await again.wait_for("accepted")
            put_off(chat_site)
        await let_it_read(ann)
        await ann.send("message", **message)
        repeated = await ann.wait(lambda f: f.get("id") == message["id"])
        assert (repeated["turn_id"], repeated["stored"]) == (accepted["turn_id"], True)
        chat_site.model.gap_ms = 0
        await again.wait_for("done", accepted["turn_id"])
        if is_busy:
            await ann.wait_for("done", before["turn_id"])
            await ann.ask("Hello", before["conversation_id"])  # which waits behind both
        assert again.text_of(accepted["turn_id"]).count("word7 ") == 1
    assert len(chat_site.model.requests) == asked + (3 if is_busy else 1)


async def let_it_read(client: ChatClient) -> None:
    """Have the site look at its tables: until a statement reads one that is back, triggers still miss it."""
    unknown = str(uuid4())
    await client.send("subscribe", turn_id=unknown, after=0)
    await client.wait(lambda f: f.get("id") == unknown)


def put_off(chat_site: ChatSite) -> None:
    """Postpone the spooled turns, as after earlier failures."""
    later = time.time() + 20
    for file in (chat_site.site.var / "spool").rglob("*"):
        os.utime(file, (later, later))


async def test_a_reader_of_a_turn_waits_until_the_database_is_back(own_chat_site: ChatSite):
    own_chat_site.model.script("schedules work", "At their time.")
    async with own_chat_site.chat() as ann:
        accepted, text = await ann.ask(QUESTION)
    own_chat_site.site.stop()
    own_chat_site.site.start()
    turn = {"turn_id": accepted["turn_id"], "after": 0}
    async with own_chat_site.chat() as ann:
        with messages_away(own_chat_site, "conversations_turn"):
            await ann.send("subscribe", **turn)
            await ann.send("ping")
            await ann.wait_for("pong")
        ended = await ann.wait(lambda f: f["type"] in ("done", "error"))
        assert (ended["type"], ann.text_of(accepted["turn_id"])) == ("done", text)


async def test_a_site_that_is_killed_with_its_database_away_stores_the_message_after_its_restart(
    own_chat_site: ChatSite,
):
    async with own_chat_site.chat() as ann:
        with messages_away(own_chat_site):
            accepted = await ann.say(QUESTION)
            own_chat_site.site.kill()
    own_chat_site.site.start()
    messages = await asyncio.to_thread(stored_messages, own_chat_site, accepted["conversation_id"], 1)
    assert messages[0]["content"] == QUESTION
    own_chat_site.let_leases_run_out()
    async with own_chat_site.chat() as ann:
        await ann.send("subscribe", turn_id=accepted["turn_id"], after=0)
        assert (await ann.wait_for("done"))["data"]["finish_reason"] in ("interrupted", "completed")


async def test_an_edit_that_cannot_be_stored_is_refused_and_changes_nothing(chat_site: ChatSite):
    chat_site.model.script("schedules work", "At their time.")
    async with chat_site.chat() as ann:
        accepted, _ = await ann.ask(QUESTION)
        edit = {"turn_id": accepted["turn_id"], "id": str(uuid4()), "content": "List my agents"}
        with messages_away(chat_site):
            await ann.send("edit", **edit)
            refused = await ann.wait_for("error")
        assert (refused["id"], refused["retryable"]) == (edit["id"], True)
        await ann.send("edit", **edit)
        again = await ann.wait(lambda f: f["type"] == "accepted" and f["id"] == edit["id"])
        await ann.wait_for("done", again["turn_id"])
    messages = await asyncio.to_thread(stored_messages, chat_site, accepted["conversation_id"], 4)
    assert [message["status"] for message in messages] == ["superseded"] * 2 + ["complete"] * 2
