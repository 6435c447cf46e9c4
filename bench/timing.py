"""Durations over several rounds."""

import time
from collections.abc import Callable


def times(before: Callable[[], None], measured: Callable[[], None], rounds: int) -> tuple[float, float]:
    """Return the median and the 95th percentile of `measured` in milliseconds. `before` is not measured."""
    taken = []
    for _ in range(rounds):
        before()
        began = time.perf_counter()
        measured()
        taken.append((time.perf_counter() - began) * 1000)
    taken.sort()
    return taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
