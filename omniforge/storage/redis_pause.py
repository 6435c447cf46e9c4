"""Skips calls to Redis for a second after a failure, so that not every call waits for the timeout."""

import time

from omniforge.telemetry.metrics import REDIS_PAUSES

_SECONDS = 1.0


class RedisPause:
    """Per process. Races between threads cost one wait at most."""

    def __init__(self) -> None:
        self._until = float("-inf")

    def begin(self) -> None:
        """Start a pause: Redis did not answer."""
        self._until = time.monotonic() + _SECONDS
        REDIS_PAUSES.inc()

    def is_on(self) -> bool:
        return time.monotonic() < self._until
