"""How quick this machine is at the moment: what is to take little is measured by it, not by the clock."""

import time

_USUAL = 0.0035  # seconds of processor time that the same work took where the bounds were written


def slowness() -> float:
    """Return how many times longer than there work takes here and now, 1 at least."""
    return max(1.0, min(_worked() for _ in range(3)) / _USUAL)


def _worked() -> float:
    began, total = time.thread_time(), 0
    for number in range(200_000):
        total += number
    return time.thread_time() - began
