"""Answers to one person wait for each other; answers to others do not."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.chat_client import ChatClient, Frame
from tests.conversations.conftest import QUESTION, ChatSite, started
from tests.standin.server import ModelServer
from tests.states import Peopled
from tests.waiting import until

pytestmark = pytest.mark.slow
AT_ONCE = 2


@pytest.fixture
def shared_site(peopled: Peopled, tmp_path: Path, model_server: ModelServer) -> Iterator[ChatSite]:
    """A site on which two answers of a person are worked on at once, and no model's answer ever ends."""
    model_server.gap_ms = 60_000
    yield from started(peopled, model_server, tmp_path / "var", OMNIFORGE_TURNS_AT_ONCE=str(AT_ONCE))


async def phase_of(client: ChatClient, accepted: Frame, phase: str) -> Frame:
    return await client.wait(
        lambda f: (
            f["type"] == "agent_state" and f["turn_id"] == accepted["turn_id"] and f["data"]["phase"] == phase
        )
    )


async def cancelled(client: ChatClient, accepted: Frame) -> None:
    await client.send("cancel", turn_id=accepted["turn_id"])
    done = await client.wait_for("done", accepted["turn_id"])
    assert done["data"]["finish_reason"] == "cancelled"


async def test_what_is_too_much_of_one_person_waits_and_nobody_else_does(shared_site: ChatSite):
    async with shared_site.chat("ann") as ann, shared_site.chat("bob") as bob:
        running = [await ann.say(QUESTION) for _ in range(AT_ONCE)]
        for accepted in running:
            await ann.wait_for("text_delta", accepted["turn_id"])
        waiting = [await ann.say(QUESTION) for _ in range(3)]
        for accepted in waiting:
            assert accepted["stored"]
            await ann.wait_for("session", accepted["turn_id"])
            await phase_of(ann, accepted, "waiting")
        others = await bob.say(QUESTION)
        await bob.wait_for("text_delta", others["turn_id"])
        assert not [f for f in ann.frames if f["type"] == "intent" and f["turn_id"] in ids(waiting)]

        await cancelled(ann, waiting[1])
        await cancelled(ann, running[0])
        await ann.wait_for("text_delta", waiting[0]["turn_id"])
        assert not [f for f in ann.frames if f["type"] == "intent" and f["turn_id"] == waiting[2]["turn_id"]]


def ids(accepted: list[Frame]) -> set[str]:
    return {frame["turn_id"] for frame in accepted}


async def test_a_turn_that_waits_keeps_its_lease(shared_site: ChatSite):
    async with shared_site.chat("ann") as ann:
        for _ in range(AT_ONCE):
            await ann.say(QUESTION)
        waiting = await ann.say(QUESTION)
        await phase_of(ann, waiting, "waiting")
        lease = lease_of(shared_site, waiting)
        assert lease  # a turn that has ended has none, which is no longer lease
        await asyncio.to_thread(until, lambda: lease_of(shared_site, waiting) > lease)
        await cancelled(ann, waiting)


def lease_of(chat_site: ChatSite, accepted: Frame) -> str:
    turn_id = accepted["turn_id"].replace("-", "")
    with closing(sqlite3.connect(chat_site.site.var / "omniforge.sqlite3", timeout=120)) as database:
        rows = database.execute("SELECT lease_until FROM conversations_turn WHERE id = ?", (turn_id,))
        return rows.fetchone()[0] or ""
