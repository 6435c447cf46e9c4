"""Another process holds SQLite's lock: everybody has an answer in two seconds, and nothing is lost."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import httpx2
import pytest

from tests.conversations.conftest import QUESTION, ChatSite
from tests.pace import slowness
from tests.waiting import until

pytestmark = pytest.mark.slow
AT_ONCE = 12


@contextmanager
def locked(site: ChatSite) -> Iterator[None]:
    """Hold the lock as a long transaction of another process does."""
    with closing(sqlite3.connect(site.site.var / "omniforge.sqlite3", timeout=60)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def within_two_seconds() -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < 2 * slowness()


def readiness(http: httpx2.Client) -> tuple[int, dict]:
    answer = http.get("/readyz")
    return answer.status_code, answer.json()


def test_readyz_says_so_while_it_lasts(chat_site: ChatSite):
    with chat_site.http() as http:
        until(lambda: readiness(http)[0] == 200)
        with locked(chat_site):
            until(lambda: readiness(http)[0] == 503, 2 * slowness())
            assert readiness(http)[1]["database"] == "unavailable"
            with within_two_seconds():
                assert readiness(http)[0] == 503
        until(lambda: readiness(http)[0] == 200, 5)


async def test_messages_are_acknowledged_in_time_and_stored_afterwards(chat_site: ChatSite):
    free = await asyncio.gather(*(say(chat_site, to_its_end=True) for _ in range(AT_ONCE)))
    with locked(chat_site):
        told = await asyncio.gather(*(say(chat_site) for _ in range(AT_ONCE)))
    assert {(frame["type"], frame["stored"]) for frame, *_ in told} == {("accepted", False)}
    # However busy the machine is: one wait for the lock beside what as many take without it.
    assert longest(told) < max(2, 1.2 + 2 * longest(free))
    conversations = [frame["conversation_id"] for frame, *_ in told]
    await asyncio.to_thread(until, lambda: all(map(stored(chat_site), conversations)))


Said = tuple[dict, float, float]


async def say(site: ChatSite, *, to_its_end: bool = False) -> Said:
    """Open a socket and say something; returns what came back, and the seconds that each of both took."""
    began = time.monotonic()
    async with site.chat() as socket:
        opened = time.monotonic()
        said = await socket.say(QUESTION)
        accepted = time.monotonic()
        if to_its_end:
            await socket.wait_for("done", said["turn_id"])
        return said, opened - began, accepted - opened


def longest(told: list[Said]) -> float:
    return max(seconds for _, *both in told for seconds in both)


def stored(site: ChatSite):
    def look(conversation_id: str) -> bool:
        with site.http() as http:
            return http.get(f"/api/v1/conversations/{conversation_id}/messages/").status_code == 200

    return look


def test_the_chat_api_answers(chat_site: ChatSite):
    with chat_site.http() as http, locked(chat_site):
        began = time.monotonic()
        with http.stream("POST", "/api/v1/chat", json={"message": QUESTION}) as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()
            next(lines)
            assert time.monotonic() - began < 2 * slowness()
            assert "event: done" in list(lines)


def test_reading_goes_on_and_writing_is_refused_clearly(chat_site: ChatSite):
    with chat_site.http() as http, locked(chat_site):
        with within_two_seconds():
            assert http.get("/api/v1/conversations/").status_code == 200
        with within_two_seconds():
            refused = http.post("/api/v1/projects/", json={"name": "Spring"})
    assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
    assert refused.headers["Content-Type"] == "application/problem+json"


def test_a_page_says_that_it_can_be_tried_again(chat_site: ChatSite):
    with httpx2.Client(base_url=chat_site.site.url, timeout=120) as http:
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', http.get("/sign-in/").text)[1]
        form = {"email": "ann@example.org", "password": "a short sentence works well"}
        with locked(chat_site), within_two_seconds():
            answer = http.post("/sign-in/", data=form | {"csrfmiddlewaretoken": token})
    assert answer.status_code == 503 and "Try again in a moment" in answer.text
