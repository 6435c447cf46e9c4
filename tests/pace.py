"""The machine's current speed, by which time limits in tests are scaled."""

import time

_USUAL = 0.0035  # seconds of CPU time of the same work on the reference machine


def slowness() -> float:
    """Return the slowdown relative to that, at least 1."""
    return max(1.0, min(_worked() for _ in range(3)) / _USUAL)


def _worked() -> float:
    began, total = time.thread_time(), 0
    for number in range(200_000):
        total += number
    return time.thread_time() - began
