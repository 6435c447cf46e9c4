"""CPU and memory of processes and their children."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import psutil


class Meter:
    """Measures the trees of processes below `pids`. `peak_mb` is the most memory seen while watching."""

    def __init__(self, *pids: int) -> None:
        self._roots = [psutil.Process(pid) for pid in pids]
        self.peak_mb = 0.0

    def cpu_seconds(self) -> float:
        """Return user and system time so far, of children that have ended as well."""
        return sum(sum(times[:4]) for times in self._each("cpu_times"))  # own and reaped, user and system

    def memory_mb(self) -> float:
        """Return resident memory in megabytes."""
        return sum(info.rss for info in self._each("memory_info")) / 1e6

    async def watch_memory(self) -> None:
        """Keep `peak_mb` up to date until cancelled."""
        while True:
            self.peak_mb = max(self.peak_mb, self.memory_mb())
            await asyncio.sleep(0.5)

    def _each(self, what: str) -> Iterator[Any]:
        for root in self._roots:
            for process in [root, *root.children(recursive=True)]:
                with contextlib.suppress(psutil.NoSuchProcess):  # it ended between the two lines
                    yield getattr(process, what)()
