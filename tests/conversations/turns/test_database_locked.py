"""Another process holds SQLite's lock: everybody gets an answer within 2 s, and nothing is lost."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

import httpx2
import pytest

from tests.conversations.conftest import QUESTION, ChatSite, plain_client
from tests.states import PASSWORD
from tests.waiting import until

pytestmark = pytest.mark.slow
AT_ONCE = 6
T = TypeVar("T")


@contextmanager
def locked(site: ChatSite) -> Iterator[None]:
    """Hold the lock as a long transaction of another process does."""
    with closing(sqlite3.connect(site.site.var / "omniforge.sqlite3", timeout=60)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


def in_time(free: float) -> float:
    """Return the time limit of an answer: two seconds; on a busy machine one wait plus 6 `free`.

    With the timeout of other processes it would be twenty seconds.
    """
    return max(2, 1.2 + 6 * free)


def timed(ask: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds that an answer took, and the answer."""
    began = time.monotonic()
    answer = ask()
    return time.monotonic() - began, answer


def ask_while_locked(site: ChatSite, ask: Callable[[], T]) -> T:
    """Return the answer that is given under the lock, in time."""
    free, _ = timed(ask)
    with locked(site):
        taken, answer = timed(ask)
    assert taken < in_time(free)
    return answer


def readiness(http: httpx2.Client) -> tuple[int, dict]:
    answer = http.get("/readyz")
    return answer.status_code, answer.json()


def test_readyz_says_so_while_it_lasts(chat_site: ChatSite):
    with chat_site.http() as http:
        until(lambda: readiness(http)[0] == 200)
        free, _ = timed(lambda: readiness(http))
        with locked(chat_site):
            until(lambda: readiness(http)[0] == 503, in_time(free))
            taken, (status, told) = timed(lambda: readiness(http))
        assert (status, told["database"]) == (503, "unavailable")
        assert taken < in_time(free)
        until(lambda: readiness(http)[0] == 200, 3 + in_time(free))


async def test_messages_are_acknowledged_in_time_and_stored_afterwards(chat_site: ChatSite):
    free = await asyncio.gather(*(say(chat_site, to_its_end=True) for _ in range(AT_ONCE)))
    with locked(chat_site):
        told = await asyncio.gather(*(say(chat_site) for _ in range(AT_ONCE)))
    assert {(frame["type"], frame["stored"]) for frame, *_ in told} == {("accepted", False)}
    assert longest(told) < in_time(longest(free))
    conversations = [frame["conversation_id"] for frame, *_ in told]
    await asyncio.to_thread(until, lambda: all(map(stored(chat_site), conversations)))


Said = tuple[dict, float, float]


async def say(site: ChatSite, *, to_its_end: bool = False) -> Said:
    """Open a socket and say something; returns the frames, and the seconds of opening and of answering."""
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
    with chat_site.http() as http:
        free = first_line(http)
        with locked(chat_site):
            taken = first_line(http)
    assert taken < in_time(free)


def first_line(http: httpx2.Client) -> float:
    """Return the seconds to the first line of an answer, which goes on to its end."""
    began = time.monotonic()
    with http.stream("POST", "/api/v1/chat", json={"message": QUESTION}) as answer:
        assert answer.status_code == 200
        lines = answer.iter_lines()
        next(lines)
        taken = time.monotonic() - began
        assert "event: done" in list(lines)
    return taken


def test_reading_goes_on_and_writing_is_refused_clearly(chat_site: ChatSite):
    with chat_site.http() as http:
        read = ask_while_locked(chat_site, lambda: http.get("/api/v1/conversations/"))
        refused = ask_while_locked(chat_site, lambda: http.post("/api/v1/projects/", json={"name": "Spring"}))
    assert read.status_code == 200
    assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
    assert refused.headers["retry-after"] == "5" and "send it again" in refused.json()["detail"]
    assert refused.headers["Content-Type"] == "application/problem+json"


def test_a_page_says_that_it_can_be_tried_again(chat_site: ChatSite):
    answer = ask_while_locked(chat_site, lambda: sign_in(chat_site.site.url))
    assert answer.status_code == 503 and "Try again in a moment" in answer.text


def sign_in(url: str) -> httpx2.Response:
    """Sign in with a new session."""
    with plain_client(url) as http:
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', http.get("/sign-in/").text)[1]
        form = {"email": "ann@example.org", "password": PASSWORD, "csrfmiddlewaretoken": token}
        return http.post("/sign-in/", data=form)
