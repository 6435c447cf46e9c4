"""Runs faults in parallel, each in its own process, on its own stage."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from bench.signals import stop_on
from faults import evidence, rounds
from faults.stage import stage
from faults.table import FAULTS
from tests.ports import WORKER
from tests.site import ROOT

FOUND = ROOT / "var" / "faults"  # logs and evidence of findings
_STAGE = 35.0  # seconds for set-up, and for storing at the end
_spawning = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Task:
    """A fault and its number of rounds."""

    name: str
    times: int
    seed: int

    def seconds(self, done: int = 0) -> float:
        """Return the time that it takes on a quiet machine after `done` rounds."""
        return FAULTS[self.name].takes * (self.times - done) + (0.0 if done else _STAGE)


@dataclass(frozen=True, slots=True)
class News:
    """Progress of a task: rounds `done`, and at the end its outcome, or None if it was aborted."""

    task: Task
    done: int = 0
    outcome: rounds.Outcome | None = None
    is_over: bool = False


def run(tasks: list[Task], lanes: int) -> Iterator[News]:
    """Run all tasks, the longest first, and yield their progress."""
    waiting = sorted(tasks, key=Task.seconds)
    running: dict[Connection, tuple[Task, SpawnProcess]] = {}
    while waiting or running:
        while waiting and len(running) < lanes:
            task = waiting.pop()
            ours, process = _begin(task, tasks.index(task))
            running[ours] = task, process
        for line in wait(list(running)):
            assert isinstance(line, Connection)
            news = _hear(line, running[line][0])
            if news.is_over:
                line.close()
                running.pop(line)[1].join()
            yield news


def _begin(task: Task, number: int) -> tuple[Connection, SpawnProcess]:
    ours, its = _spawning.Pipe()
    os.environ[WORKER] = str(number)  # for separate ports
    process = _spawning.Process(target=_perform, args=(task, its), daemon=True)  # ends with us, by SIGTERM
    process.start()
    its.close()
    return ours, process


def _hear(line: Connection, task: Task) -> News:
    try:
        told = line.recv()
    except EOFError:
        return News(task, is_over=True)
    if isinstance(told, int):
        return News(task, told)
    return News(task, task.times, told, is_over=True)


def _perform(task: Task, line: Connection) -> None:
    """Run a task and report its progress. Stop if the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # sent by a terminal to all; the parent handles it
    stop_on(signal.SIGTERM)
    with stage() as standing:
        listed, seed = FAULTS[task.name], f"{task.seed} {task.name}"
        outcome = asyncio.run(rounds.run(standing, listed, task.times, seed, line.send))
        if outcome.verdict.findings:
            evidence.keep(FOUND / task.name.replace(" ", "-"), outcome.evidence, standing)
    line.send(outcome)
