"""Concurrent requests per caller are limited; other callers are not delayed."""

import asyncio
from typing import Any

import pytest

from omniforge.web.waiting_requests import WaitingRequests

KEY, OTHER_KEY = (b"authorization", b"Bearer of_ann"), (b"authorization", b"Bearer of_bob")
SESSION = (b"cookie", b"theme=dark; sessionid=abc")


class Views:
    """An application that begins each response and ends each body only when a test says so."""

    def __init__(self) -> None:
        self.entered = 0
        self.begins, self.ends = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.entered += 1
        await self.begins.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.ends.wait()
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def views() -> Views:
    return Views()


@pytest.fixture
def asked(views: Views, settings):
    settings.REQUESTS_AT_ONCE = 2
    door, sent = WaitingRequests(views), []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    def ask(*headers: tuple[bytes, bytes]) -> asyncio.Task[None]:
        return asyncio.create_task(door({"type": "http", "headers": headers}, None, send))

    return ask


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("caller", [KEY, SESSION])
async def test_concurrent_requests_per_caller_are_limited(views: Views, asked, caller):
    tasks = [asked(caller) for _ in range(5)]
    await settle()
    assert views.entered == 2
    tasks.append(asked(OTHER_KEY))
    await settle()
    assert views.entered == 3
    views.begins.set()
    views.ends.set()
    await asyncio.gather(*tasks)
    assert views.entered == 6


async def test_streaming_request_frees_its_slot(views: Views, asked):
    views.begins.set()
    tasks = [asked(KEY) for _ in range(5)]
    await settle()
    assert views.entered == 5
    views.ends.set()
    await asyncio.gather(*tasks)


async def test_anonymous_requests_are_not_limited(views: Views, asked):
    tasks = [asked() for _ in range(5)]
    await settle()
    assert views.entered == 5
    for task in tasks:
        task.cancel()


async def test_failed_request_frees_its_slot(settings):
    settings.REQUESTS_AT_ONCE = 1

    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError

    door = WaitingRequests(broken)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            await asyncio.wait_for(door({"type": "http", "headers": [KEY]}, None, None), 10)
