"""`manage.py serve` starts, stops cleanly, restarts after a crash, and reports refusals in one line."""

import os
import socket
import subprocess
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from queue import Queue

import pytest
from cryptography.fernet import Fernet

from tests.site import Site, copy_state


@pytest.fixture
def begun_as_people_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Site, "begin", staticmethod(subprocess.Popen))


def get(url: str) -> int:
    with urllib.request.urlopen(url, timeout=180) as answer:
        return answer.status


def test_serve_answers_and_stops_cleanly(fresh_site):
    fresh_site.start()
    assert get(f"{fresh_site.url}/healthz") == get(f"{fresh_site.url}/readyz") == 200
    assert fresh_site.stop() == 0
    assert fresh_site.log.endswith(f"OmniForge is ready at {fresh_site.url}\n")


@pytest.mark.parametrize("sign", ["", "@"], ids=["a path", "an abstract name"])
def test_serve_notifies_the_service_manager_when_ready(fresh_site, tmp_path, sign):
    """Not earlier, so that in a rolling restart one process always answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        address = f"{tmp_path}/n"
        manager.bind(address.replace("/", "\0", 1) if sign else address)
        fresh_site.env["NOTIFY_SOCKET"] = address.replace("/", sign, 1) if sign else address
        fresh_site.start()
        manager.settimeout(180)
        assert manager.recv(64) == b"READY=1"
    assert get(f"{fresh_site.url}/healthz") == 200


def ask_on(url: str, answers: Queue[int]) -> None:
    """Request a page repeatedly, until nobody answers."""
    with suppress(OSError, HTTPException):
        while True:
            answers.put(get(url))


def test_serve_stops_cleanly_during_requests(fresh_site):
    fresh_site.start()
    answers: Queue[int] = Queue()
    with ThreadPoolExecutor(6) as people:
        for _ in range(6):
            people.submit(ask_on, f"{fresh_site.url}/first-account/", answers)
        assert {answers.get(timeout=180) for _ in range(60)} == {200}
        assert fresh_site.stop() == 0
    assert "Traceback" not in fresh_site.log


def test_serve_starts_again_after_a_crash(fresh_site):
    fresh_site.start()
    fresh_site.kill()
    fresh_site.start()
    assert get(f"{fresh_site.url}/readyz") == 200


def refusal(site: Site, server: str = "manage", *arguments: str) -> str:
    """Return the message of a site, or of another server of it, that refuses to start."""
    with site.beside(server, *(arguments or ("serve", "--port", str(site.port)))) as ended:
        code = ended.wait(60)
    assert code if arguments else code == os.EX_CONFIG
    told = (site.var / f"{server}.log").read_text()
    assert "Traceback" not in told
    return told


@pytest.mark.parametrize("command", [[], ["create_api_key", "--tenant", "acme", "--user", "ann"]])
def test_serve_and_commands_refuse_an_unmigrated_database(tmp_path, command):
    assert "python manage.py prepare" in refusal(Site(tmp_path), "manage", *command)


@pytest.fixture(scope="module")
def site_with_another_key(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site that has been in use under its own key, for tests in which nothing starts."""
    site = Site(copy_state(prepared_var, tmp_path_factory.mktemp("another") / "var"))
    site.start()
    site.stop()
    site.env["FIELD_ENCRYPTION_KEY"] = Fernet.generate_key().decode()
    return site


def test_serve_refuses_a_database_of_another_encryption_key(site_with_another_key):
    assert "FIELD_ENCRYPTION_KEY" in refusal(site_with_another_key)


@pytest.mark.parametrize(
    "command",
    [
        ["uvicorn", "omniforge.asgi:application", "--lifespan", "on", "--port", "0"],
        ["celery", "--quiet", "--app", "omniforge", "worker", "--pool", "threads"],
        ["manage", "verify_audit"],
    ],
)
def test_other_servers_and_the_worker_refuse_another_key(site_with_another_key, command):
    assert "Set FIELD_ENCRYPTION_KEY to the key" in refusal(site_with_another_key, *command)


def test_serve_refuses_a_taken_port(fresh_site, live_site):
    fresh_site.port = live_site.port
    assert f"Port {live_site.port} of 127.0.0.1 cannot be had" in refusal(fresh_site)


def test_serve_refuses_production_without_secrets(begun_as_people_do, fresh_site):
    fresh_site.env["OMNIFORGE_ENV"] = "production"
    assert "Set SECRET_KEY in production" in refusal(fresh_site)
