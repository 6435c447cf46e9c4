"""The supervisor: dead programs are restarted, a refusal or a person stops it, and nothing is left behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from omniforge.supervisor.procfile import Program, read_procfile
from tests.site import ROOT
from tests.waiting import until

RUN = """
import sys
from omniforge.supervisor.procfile import read_procfile
from omniforge.supervisor.supervisor import Supervisor
from pathlib import Path
sys.exit(Supervisor(read_procfile(Path("Procfile")), first_pause=0.1, steady=0.6).run())
"""


class Supervised:
    """A supervisor of its own, with short pauses, in a terminal's process group."""

    def __init__(self, folder: Path, procfile: str) -> None:
        self.folder = folder
        (folder / "Procfile").write_text(procfile)
        self._log = (folder / "log").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def pids(self, name: str) -> list[int]:
        """Return the processes of a program so far, which says its pid first."""
        return [int(pid) for pid in re.findall(rf" {name} +\| pid (\d+)", self.log)]

    def pid(self, name: str, number: int = 1) -> int:
        until(lambda: len(self.pids(name)) >= number, every=0.01)
        return self.pids(name)[number - 1]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._log.close()


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator:
    started: list[Supervised] = []

    def start(procfile: str) -> Supervised:
        started.append(Supervised(tmp_path, procfile))
        return started[-1]

    yield start
    for one in started:
        one.close()


STAYS = "echo pid $$; exec sleep 60"


def test_killed_program_is_restarted_while_the_other_stays(supervise):
    running = supervise(f"web: {STAYS}\nworker: {STAYS}\n")
    web = running.pid("web")
    os.kill(running.pid("worker"), signal.SIGKILL)
    assert psutil.pid_exists(running.pid("worker", 2))
    os.kill(web, signal.SIGTERM)
    assert psutil.pid_exists(running.pid("web", 2))
    assert len(running.pids("worker")) == 2


def test_restart_pauses_grow_and_reset_after_a_steady_run(supervise):
    running = supervise("worker: echo pid $$; test -e steady && sleep 1; exit 3\n")
    running.pid("worker", 4)
    (running.folder / "steady").touch()
    until(lambda: running.log.count("again in 0.1 s") == 2)
    said = re.findall(r"worker \| ended with 3\. Starting again in ([\d.]+) s", running.log)
    assert said[:3] == ["0.1", "0.2", "0.4"]


def test_program_with_a_config_error_ends_all(supervise):
    running = supervise(f"web: echo Port 1 cannot be had.; exit {os.EX_CONFIG}\nworker: {STAYS}\n")
    assert running.process.wait(30) == os.EX_CONFIG
    assert running.log.count("web    | Port 1 cannot be had.\n") == 1
    assert not any(map(_lives, running.pids("worker")))


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda pid: os.killpg(pid, signal.SIGINT), id="Ctrl-C"),
        pytest.param(lambda pid: os.kill(pid, signal.SIGTERM), id="SIGTERM"),
        pytest.param(lambda pid: os.killpg(pid, signal.SIGHUP), id="hang-up"),
    ],
)
def test_sigterm_ends_all_programs_gracefully(supervise, end):
    ends = "sh -c 'trap \"echo in peace; exit\" TERM; echo pid $$; sleep 60 & wait'"
    running = supervise(f"web: exec {ends}\nworker: exec {ends}\n")
    pids = running.pid("web"), running.pid("worker")
    end(running.process.pid)
    assert running.process.wait(30) == 0
    assert running.log.count("in peace") == 2
    assert not any(map(_lives, pids))


def test_second_sigint_kills_at_once(supervise):
    running = supervise("web: trap '' TERM; echo pid $$; while true; do sleep 0.1; done\n")
    pid = running.pid("web")
    os.kill(running.process.pid, signal.SIGINT)
    until(lambda: not _interrupted_alone(running))
    assert running.process.wait(10) == 0
    assert not _lives(pid)


def _interrupted_alone(running: Supervised) -> bool:
    if running.process.poll() is None:
        os.kill(running.process.pid, signal.SIGINT)
    return running.process.poll() is None


def test_killed_supervisor_leaves_no_process_behind(supervise):
    starter = "echo pid $$; sleep 60 & echo pid $!; wait"
    deaf = "trap '' TERM; echo pid $$; while true; do sleep 0.1; done"
    running = supervise(f"web: {starter}\nworker: {deaf}\n")
    pids = running.pid("web"), running.pid("web", 2), running.pid("worker")
    began = time.monotonic()
    running.process.kill()
    until(lambda: not any(map(_lives, pids)), 20)
    assert time.monotonic() - began < 15


def test_children_of_a_program_end_before_its_restart(supervise):
    running = supervise("worker: echo pid $$; sleep 60 & echo pid $!; wait\n")
    child = running.pid("worker", 2)
    os.kill(running.pid("worker"), signal.SIGKILL)
    running.pid("worker", 3)
    assert not _lives(child)


def _lives(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_procfile_is_parsed_into_web_and_worker(tmp_path):
    assert [program.name for program in read_procfile(ROOT / "Procfile")] == ["web", "worker"]
    (tmp_path / "Procfile").write_text("# two\n\nweb: exec a: b\n")
    assert read_procfile(tmp_path / "Procfile") == [Program("web", "exec a: b")]
