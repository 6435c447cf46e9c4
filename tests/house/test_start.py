"""`make run` in a copy of the tree: it starts, answers, restarts quickly, and leaves nothing behind."""

import json
import os
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from urllib.error import HTTPError

import psutil
import pytest

from tests.pace import slowness
from tests.ports import OLLAMA, free_port, is_free, wait_for_port
from tests.site import ROOT
from tests.standin import ModelServer
from tests.standin.thread import running
from tests.waiting import until

pytestmark = pytest.mark.slow
# Bytecode is copied too: it matches these files, and compiling is not what is tested.
OWN = (".git", ".venv", "var", ".*_cache", ".hypothesis", "node_modules")
ENVIRONMENT = {k: os.environ[k] for k in ("PATH", "HOME") if k in os.environ}


class Running:
    """One `make run` and everything that it started."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "var" / "run.log"
        self.log.parent.mkdir(exist_ok=True)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ["make", "run", f"PORT={self.port}"],
                cwd=folder,
                env=ENVIRONMENT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for_port(self.port, self.process)
        make = psutil.Process(self.process.pid)
        self.started = make.children(recursive=True)
        self.cpu_seconds = sum(map(_cpu_seconds, (make, *self.started)))

    def read(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=180) as answer:
            return answer.read().decode()

    def interrupt(self) -> None:
        """Press Ctrl-C: the terminal sends SIGINT to the whole foreground group."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(timeout=180)

    def terminate(self) -> None:
        """End it as a service manager does: SIGTERM to make alone."""
        self.process.terminate()
        self.process.wait(timeout=180)

    def survivors(self) -> list[psutil.Process]:
        return [process for process in self.started if _lives(process)]


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _cpu_seconds(process: psutil.Process) -> float:
    try:
        return sum(process.cpu_times()[:4])
    except psutil.NoSuchProcess:  # one of a moment, as a shell is; its parent counts it
        return 0.0


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The tree as a fresh clone has it, with the installed packages of this one."""
    copy = shutil.copytree(
        ROOT, tmp_path_factory.mktemp("start") / "omniforge", ignore=shutil.ignore_patterns(*OWN)
    )
    (copy / ".venv").symlink_to(ROOT / ".venv")
    yield copy


def files_in(folder: Path) -> set[str]:
    """Return the files of the checkout, except its state and Python's caches."""
    names = subprocess.run(
        ["find", ".", "-type", "f"], cwd=folder, capture_output=True, text=True, check=True
    )
    return {n for n in names.stdout.split() if not n.startswith("./var/") and "__pycache__" not in n}


@pytest.fixture
def ollama() -> Iterator[None]:
    """A fake Ollama at its default port; another run's serves as well."""
    with running(ModelServer(), OLLAMA) if is_free(OLLAMA) else nullcontext():
        yield


def test_start_finds_a_model_answers_and_leaves_nothing_behind(checkout, ollama):
    before = files_in(checkout)
    site = Running(checkout)
    try:
        assert site.read("/healthz") == '{"status": "ok"}'
        assert 'name="password"' in site.read("/")  # the first visit makes the owner's account
    finally:
        site.interrupt()
    until(lambda: not site.survivors())
    assert files_in(checkout) == before
    assert (checkout / "var/keys.env").stat().st_mode & 0o777 == 0o600
    log = site.log.read_text()
    assert site.url in log
    assert f"Found Ollama at http://127.0.0.1:{OLLAMA}/v1 (gpt-4o" in log
    assert "Traceback" not in log and "ERROR" not in log and "WARNING" not in log


def works(site: Running) -> bool:
    """Return whether the worker tells that it is there."""
    with suppress(HTTPError):  # a busy machine may be slow to write
        return json.loads(site.read("/readyz"))["worker"] == "ok"
    return False


def test_second_start_is_fast_and_ends_on_sigterm(checkout):
    shutil.copy(checkout / ".env.example", checkout / ".env")  # unchanged, it changes nothing
    site = Running(checkout)
    try:
        # Of processor time, which other tests beside this one do not change.
        assert site.cpu_seconds < 5 * slowness()
        until(lambda: works(site))
    finally:
        site.terminate()
    until(lambda: not site.survivors())
