"""Runs a suite in `--workers` processes, which are forks, so that tests are collected only once.

All tests of a file run in one process, as they share fixtures. A free process takes the next file from one
end of the list; half of the processes take from the other end.
"""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from multiprocessing import Array
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any

import pytest

from tests.ports import WORKER

_LONGEST = 4096  # bytes of a test's name
_AT_ONCE = 20  # batch size of reports of passed tests; single ones would wake the main process each time


@dataclass
class _Worker:
    """A test process: its reports arrive in `way`, and `running` holds the current test's name."""

    pid: int
    way: Connection
    running: Any


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="run the tests in that many processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Return in each process when there is nothing left; a fork then ends like a separate run."""
    if not session.config.option.workers or session.config.option.collectonly or session.testsfailed:
        return None
    files = [[*tests] for _, tests in groupby(session.items, lambda item: item.path)]
    queue = _Queue(len(files))
    base = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    workers: list[_Worker] = []
    for number in range(min(session.config.option.workers, len(files))):
        ours, its = Pipe(duplex=False)
        running = Array("c", _LONGEST)
        _flush(session.config)
        if not (pid := os.fork()):
            teller = _become_worker(session, number, base, its)
            indexes = queue.drawn(from_end=number % 2 == 1)  # otherwise each would start with a browser
            _run(session, chain.from_iterable(files[index] for index in indexes), running)
            teller.send()
            return True
        its.close()
        workers.append(_Worker(pid, ours, running))
    _listen(session, workers, queue)
    return True


class _Queue:
    """The numbers of files, each taken once, from either end."""

    def __init__(self, length: int) -> None:
        self._ends = Array("i", [0, length])

    def drawn(self, *, from_end: bool) -> Iterator[int]:
        while (index := self._take(from_end)) is not None:
            yield index

    def _take(self, from_end: bool) -> int | None:
        with self._ends:
            first, end = self._ends
            if first == end:
                return None
            self._ends[from_end] += -1 if from_end else 1
            return end - 1 if from_end else first

    def empty(self) -> None:
        with self._ends:
            self._ends[0] = self._ends[1]


def _flush(config: pytest.Config) -> None:
    """Flush output before the fork, or the fork would repeat it."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    reporter.flush()


def _become_worker(session: pytest.Session, number: int, base: Path, way: Connection) -> "_Teller":
    """Set up a separate name and files, and report only to the main process."""
    os.environ |= {WORKER: str(number), "OMNIFORGE_TEST_RUN": str(os.getppid())}
    config, own = session.config, base / f"worker-{number}"
    own.mkdir(mode=0o700)
    config._tmp_path_factory._basetemp = own  # type: ignore[attr-defined]
    _capture_apart(config)
    config.pluginmanager.unregister(name="terminalreporter")
    reporter = pytest.TerminalReporter(config, open(os.devnull, "w"))  # noqa: SIM115
    config.pluginmanager.register(reporter, "terminalreporter")
    reporter.pytest_sessionstart(session)
    teller = _Teller(config, way)
    config.pluginmanager.register(teller)
    return teller


def _capture_apart(config: pytest.Config) -> None:
    """Capture into files of its own, under the descriptors that loggers and others already hold."""
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    captured = capture._global_capturing
    for stream in filter(None, (captured.out, captured.err)):
        with tempfile.TemporaryFile() as own:
            os.dup2(own.fileno(), stream.tmpfile.fileno())
            os.dup2(own.fileno(), stream.targetfd)


class _Teller:
    """Forwards reports, except successful set-up and teardown."""

    def __init__(self, config: pytest.Config, way: Connection) -> None:
        self._config, self._way = config, way
        self._reports: list[Any] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.passed:
            if report.when != "call":
                return
            report.sections.clear()
        as_data = self._config.hook.pytest_report_to_serializable
        self._reports.append(as_data(config=self._config, report=report))
        if not report.passed or len(self._reports) >= _AT_ONCE:
            self.send()

    def send(self) -> None:
        self._way.send(self._reports)
        self._reports = []


def _run(session: pytest.Session, items: Iterator[pytest.Item], running: Any) -> None:
    for item, following in pairwise(chain[pytest.Item | None](items, [None])):
        assert item is not None
        running.value = item.nodeid.encode()[:_LONGEST]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail or session.shouldstop:
            break


def _listen(session: pytest.Session, workers: list[_Worker], queue: _Queue) -> None:
    """Report what the workers tell until all have ended."""
    by_way = {worker.way: worker for worker in workers}
    while by_way:
        for way in wait(list(by_way)):
            assert isinstance(way, Connection)
            try:
                _hear(session, way.recv())
            except EOFError:
                _end(session, by_way.pop(way))
        if session.shouldfail or session.shouldstop:
            queue.empty()  # nobody begins another file


def _hear(session: pytest.Session, reports: list[Any]) -> None:
    hook = session.config.hook
    for told in reports:
        report = hook.pytest_report_from_serializable(config=session.config, data=told)
        hook.pytest_runtest_logreport(report=report)


def _end(session: pytest.Session, worker: _Worker) -> None:
    """Fail the test in which a worker died; its remaining tests are not run."""
    code = os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1])
    if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        return
    said = f"The process that ran this test ended with {code}, and ran no further test."
    test = worker.running.value.decode(errors="ignore")
    died = pytest.TestReport(test, (test.split("::")[0], None, test), {}, "failed", said, "call")
    session.config.hook.pytest_runtest_logreport(report=died)
