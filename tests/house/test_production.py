"""Production: web processes of two kinds, on one PostgreSQL and one Redis, serve the same conversations."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet
from redis import Redis

from tests.ports import free_port, wait_for_port
from tests.site import ROOT, Site, copy_state
from tests.states import make_people
from tests.waiting import until

pytestmark = pytest.mark.slow
SLOW = 5.0  # seconds for a health check on any machine; a hang lasts as long as the freeze
CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "omniforge"]


@pytest.fixture(scope="module")
def site(
    postgres_url: str, redis_url: str, prepared_var: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """The first web process, by `manage.py serve`. Its static files are those of all sites."""
    site = Site(
        copy_state(prepared_var, tmp_path_factory.mktemp("production") / "var"),
        OMNIFORGE_ENV="production",
        SECRET_KEY="production-key-of-a-test-0123456789-abcdefghijklmnop",
        FIELD_ENCRYPTION_KEY=Fernet.generate_key().decode(),
        ALLOWED_HOSTS="127.0.0.1",
        DATABASE_URL=postgres_url,
        REDIS_URL=redis_url,
        OMNIFORGE_ROW_SECURITY="true",
        WEB_CONCURRENCY="2",
        SECURE_SSL_REDIRECT="false",
    )
    site.manage("prepare")
    site.start()
    yield site
    site.kill()


@pytest.fixture(scope="module")
def second_port(site: Site) -> Iterator[int]:
    """The port of the second process, by uvicorn."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "omniforge.asgi:application", "--port", str(port)]
    options = ["--lifespan", "on", "--ws", "websockets-sansio", "--workers", "1"]
    with subprocess.Popen([*command, *options], cwd=ROOT, env=site.env) as process:
        try:
            wait_for_port(port, process)
            yield port
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def key(site: Site) -> str:
    return make_people(site)["ann"]


def request(port: int, path: str, key: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    call = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(call, timeout=120) as answer:
        return answer.read().decode()


def test_both_web_processes_report_their_parts_in_readyz(site, second_port, key):
    for port in (site.port, second_port):
        told = json.loads(request(port, "/readyz", key))
        assert told == {
            "status": "degraded",
            "database": "ok",
            "row_security": "ok",
            "redis": "ok",
            "worker": "away",
            "disk": "ok",
            "spooled": 0,
        }


def test_message_sent_to_one_process_is_read_at_the_other(site, second_port, key):
    stream = request(site.port, "/api/v1/chat", key, {"message": "Which agents do I have?"})
    conversation = json.loads(stream.split("event: done\ndata: ")[1])["conversation_id"]
    answer = request(second_port, f"/api/v1/conversations/{conversation}/messages/", key)
    assert [m["role"] for m in json.loads(answer)["results"]] == ["user", "assistant"]


def test_worker_takes_its_tasks_from_redis(site, key, redis_url):
    def is_ready() -> bool:
        return json.loads(request(site.port, "/readyz", key))["status"] == "ready"

    options = ["worker", "--beat", "--pool", "threads", "--concurrency", "1"]
    log = (site.var / "worker.log").open("wb")
    with log, subprocess.Popen([*CELERY, *options], cwd=ROOT, env=site.env, stdout=log, stderr=log) as worker:
        try:
            until(is_ready)
            with Redis.from_url(redis_url) as redis:  # the next heartbeat must come from a task
                redis.delete(*redis.keys("*heartbeat*"))
            until(is_ready)
        finally:
            worker.terminate()
    assert "Traceback" not in (site.var / "worker.log").read_text()


def test_production_sets_hsts_secure_cookies_and_csp(site):
    call = urllib.request.Request(f"{site.url}/sign-in/", headers={"X-Forwarded-Proto": "https"})
    with urllib.request.urlopen(call, timeout=120) as answer:
        assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
        assert "Secure" in answer.headers["Set-Cookie"]
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


@contextmanager
def frozen(*pids: int) -> Iterator[None]:
    """Freeze processes, as on a swapping machine."""
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


def test_readyz_answers_while_postgres_or_redis_hangs(site, postgres_url, redis_url):
    redis = Redis.from_url(redis_url).info()["process_id"]
    with frozen(*backends_of(postgres_url)):
        took, _ = until(lambda: (found := probe(site))[1]["database"] == "unavailable" and found)
        assert took < SLOW
    assert until(lambda: probe(site)[1]["database"] == "ok")
    with frozen(redis):
        took, told = until(lambda: (found := probe(site))[1]["redis"] == "away" and found)
        assert took < SLOW
        assert told["database"] == "ok"
    assert until(lambda: probe(site)[1]["redis"] == "ok")
