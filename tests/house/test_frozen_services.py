"""PostgreSQL or Redis hangs, as a machine does that swaps: whoever probes hears so, and soon."""

import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from redis import Redis

from tests import services
from tests.site import Site
from tests.waiting import until

pytestmark = pytest.mark.slow
SLOW = 5.0  # seconds, in which a probe has its answer on any machine; a hang lasts as long as the freeze


@contextmanager
def frozen(*pids: int) -> Iterator[None]:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def probe(site: Site) -> tuple[float, dict]:
    began = time.monotonic()
    try:
        with urllib.request.urlopen(f"{site.url}/readyz", timeout=60) as answer:
            told = json.load(answer)
    except urllib.error.HTTPError as refused:
        told = json.load(refused)
    return time.monotonic() - began, told


def backends_of(url: str) -> list[int]:
    """Return the processes of a PostgreSQL that answer a site's connections."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()").fetchall()
    return [pid for (pid,) in rows]


def test_a_probe_is_answered_while_they_hang(tmp_path: Path):
    with services.postgres() as database_url, services.redis() as redis_url:
        site = Site(tmp_path, DATABASE_URL=database_url, REDIS_URL=redis_url)
        site.manage("prepare")
        site.start()
        try:
            assert probe(site)[1]["status"] == "degraded"  # there is no worker
            redis = Redis.from_url(redis_url).info()["process_id"]
            with frozen(*backends_of(database_url)):
                took, told = until(lambda: (found := probe(site))[1]["database"] == "unavailable" and found)
                assert took < SLOW
            assert until(lambda: probe(site)[1]["database"] == "ok")
            with frozen(redis):
                took, told = until(lambda: (found := probe(site))[1]["redis"] == "away" and found)
                assert took < SLOW
                assert told["database"] == "ok"
            assert until(lambda: probe(site)[1]["redis"] == "ok")
        finally:
            site.kill()
