"""The measured setup: a site of one or more web processes on its stores, and the fake model server."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.processes import Meter
from tests import services
from tests.ports import free_port, wait_for_port
from tests.site import ROOT, Site

# PostgreSQL's default: a commit is on disk.
_KEEPING = """ALTER SYSTEM RESET fsync;
ALTER SYSTEM RESET synchronous_commit;
SELECT pg_reload_conf();"""
Store = AbstractContextManager[tuple[dict[str, str], int]]  # variables of the site, and the store's process


@dataclass(slots=True)
class Stage:
    """Everything that runs. `meters`: of the web processes, and of stores that have processes."""

    stores: str
    sites: list[Site]
    model: tuple[int, Meter]
    keys: list[str]
    long: str
    started_in: float
    meters: tuple[Meter, ...]
    at_rest: float = 0.0  # megabytes

    def port(self, user: int) -> int:
        """Return the port of a user's web process. Users are spread evenly."""
        return self.sites[user % len(self.sites)].port


@contextmanager
def _postgres() -> Iterator[tuple[dict[str, str], int]]:
    with services.postgres_server() as server:
        server.psql(_KEEPING)
        yield {"DATABASE_URL": services.url_of(server)}, server.get_pid()


@contextmanager
def _redis() -> Iterator[tuple[dict[str, str], int]]:
    with services.redis_server() as server:
        yield {"REDIS_URL": server.url}, server.pid


STORES: dict[str, tuple[Callable[[], Store], ...]] = {
    "SQLite": (),
    "PostgreSQL": (_postgres,),
    "PostgreSQL and Redis": (_postgres, _redis),
}


@contextmanager
def stage(stores: str, processes: int, users: int, model: tuple[int, Meter]) -> Iterator[Stage]:
    """Start web processes with `users` users. Stops everything at the end."""
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory(prefix="omniforge-bench-"))
        started = [ending.enter_context(store()) for store in STORES[stores]]
        variables = settings(model[0])
        for added, _ in started:
            variables |= added
        sites = [Site(Path(folder), **variables) for _ in range(processes)]
        sites[0].manage("prepare")
        data = json.loads(module(sites[0], "bench.data", str(users)))
        seconds = [_started_in(site, ending) for site in sites]
        webs, pids = Meter(*(site.pid for site in sites)), [pid for _, pid in started]
        meters = (webs, Meter(*pids)) if pids else (webs,)
        yield Stage(stores, sites, model, data["keys"], data["long"], seconds[0], meters)


def _started_in(site: Site, ending: ExitStack) -> float:
    """Start a web process, and return the seconds until it answers."""
    ending.callback(site.kill)
    began = time.perf_counter()
    site.start()
    return time.perf_counter() - began


def settings(model_port: int) -> dict[str, str]:
    """Return the variables of a site that uses the fake model server for answers only."""
    return {
        "OPENAI_API_KEY": "bench",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{model_port}/v1",
        "OMNIFORGE_MODEL_INTENT": "rules",
        "OMNIFORGE_MODEL_SUMMARY": "rules",
        "OMNIFORGE_MESSAGES_PER_MINUTE": "0",
        "OMNIFORGE_WRITES_PER_MINUTE": "0",
        "OMNIFORGE_TURNS_AT_ONCE": "0",
        "OMNIFORGE_REQUESTS_AT_ONCE": "0",
    }


@contextmanager
def model_server() -> Iterator[tuple[int, Meter]]:
    """Run the fake model server in a separate process. Yields its port and its meter."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.standin", "--port", str(port)], cwd=ROOT)
    try:
        wait_for_port(port, process)
        yield port, Meter(process.pid)
    finally:
        process.terminate()
        process.wait()


def module(site: Site, name: str, *arguments: str) -> str:
    """Run a module on the site's state and return its output."""
    command = [sys.executable, "-m", name, *arguments]
    ended = subprocess.run(command, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, text=True, check=True)
    return ended.stdout
