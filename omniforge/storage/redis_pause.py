"""Asks nothing of a Redis that has just failed to answer, so that not each of many calls waits for it."""

import time

from omniforge.telemetry.metrics import REDIS_PAUSES

_SECONDS = 1.0


class RedisPause:
    """Of one process; threads may overwrite each other's word, which costs one wait."""

    def __init__(self) -> None:
        self._until = float("-inf")

    def begin(self) -> None:
        """Redis did not answer."""
        self._until = time.monotonic() + _SECONDS
        REDIS_PAUSES.inc()

    def is_on(self) -> bool:
        return time.monotonic() < self._until
