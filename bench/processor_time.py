"""What an operation takes: processor time, PostgreSQL's too, and waiting, which load lengthens."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import psutil
from django.db import connection

from bench.load import percentile

HEAD = """| database | query | processor p50 / p95 ms | waiting p50 / p95 ms |
| --- | --- | ---: | ---: |"""


class Spent(NamedTuple):
    """Milliseconds of one operation."""

    processor: float
    waiting: float


@contextmanager
def measure(into: list[Spent]) -> Iterator[None]:
    """Append what the block takes."""
    began, before = time.perf_counter(), _processor_seconds()
    yield
    spent, waited = _processor_seconds() - before, time.perf_counter() - began
    into.append(Spent(spent * 1000, waited * 1000))


def repeat(work: Callable[[], object], times: int) -> list[Spent]:
    """Run `work` so many times and return what each took."""
    taken = list[Spent]()
    for _ in range(times):
        with measure(taken):
            work()
    return taken


def row(kind: str, taken: Sequence[Spent]) -> None:
    """Print a row of the report."""
    columns = (f"{percentile(one, 50):.1f} / {percentile(one, 95):.1f}" for one in zip(*taken, strict=True))
    print(f"| {connection.vendor} | {kind} | {' | '.join(columns)} |", flush=True)


@cache
def postgres_pid() -> int | None:
    """Return PostgreSQL's main process, the parent of those that answer, or None on SQLite."""
    if connection.vendor == "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return psutil.Process(cursor.fetchone()[0]).ppid()


def _processor_seconds() -> float:
    """Return the processor time so far of this process and of PostgreSQL's."""
    spent = time.process_time()
    if server := postgres_pid():
        for pid in Path(f"/proc/{server}/task/{server}/children").read_text().split():
            with suppress(FileNotFoundError):  # it has ended meanwhile
                spent += int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    return spent
