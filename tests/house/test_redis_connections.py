"""Redis unavailable, hanging, or under load: no call waits for long, and connections stay few."""

import json
import os
import signal
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis

from omniforge.background.later import enqueue_encrypted
from omniforge.errors import StorageUnavailable
from omniforge.storage import redis_cache
from omniforge.storage.redis_cache import TolerantRedisCache
from omniforge.storage.redis_pause import RedisPause

LONG = 5.0  # seconds, which a hundred calls would exceed if each waited for its time limit


@pytest.fixture
def server(redis_url: str) -> Iterator["Redis[bytes]"]:
    with Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_cache, "_pause", RedisPause())


@contextmanager
def frozen(server: "Redis[bytes]") -> Iterator[None]:
    pid = server.info()["process_id"]
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def cache_of(url: str) -> TolerantRedisCache:
    """Return a cache as a thread or an async context of its own has one."""
    return TolerantRedisCache(url, {})


def test_threads_and_contexts_share_redis_connections(redis_url: str, server: "Redis[bytes]"):
    before = len(server.client_list())
    for number in range(200):
        cache_of(redis_url).set(f"key{number}", number)
    threads = [threading.Thread(target=cache_of(redis_url).get, args=("key1",)) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache_of(redis_url).get("key7") == 7
    assert len(server.client_list()) - before <= 32


def test_cache_misses_quickly_while_redis_is_frozen(redis_url: str, server: "Redis[bytes]"):
    cache_of(redis_url).set("held", "value")
    with frozen(server):
        began = time.monotonic()
        found = [cache_of(redis_url).get("held") for _ in range(100)]
        took = time.monotonic() - began
    assert set(found) == {None}
    assert took < LONG
    redis_cache._pause = RedisPause()
    assert cache_of(redis_url).get("held") == "value"


def test_enqueueing_is_refused_while_redis_hangs(redis_url: str, server: "Redis[bytes]", monkeypatch):
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", redis_url)
    with frozen(server):
        began = time.monotonic()
        with pytest.raises(StorageUnavailable):
            enqueue_encrypted("a.task", email="ann@acme.example")
        assert time.monotonic() - began < LONG
    enqueue_encrypted("a.task", email="ann@acme.example")
    queued = server.lrange("celery", 0, -1)
    server.delete("celery")
    assert len(queued) == 1 and b"ann@" not in b64decode(json.loads(queued[0])["body"])
