"""A circuit breaker: after consecutive failures, block calls for a while."""

import time
from collections import defaultdict
from weakref import WeakKeyDictionary

from omniforge.llm.base import Provider
from omniforge.llm.errors import ModelUnavailable


class CircuitBreaker:
    """Opens after `failures` in a row, then lets one call through each `pause` seconds until one succeeds."""

    def __init__(self, *, failures: int = 5, pause: float = 30.0) -> None:
        self._limit = failures
        self._pause = pause
        self._failures = 0
        self._closed_from = 0.0

    @property
    def is_open(self) -> bool:
        """True while calls are refused."""
        return time.monotonic() < self._closed_from

    def check(self) -> None:
        """Allow a call, or raise ModelUnavailable."""
        if self.is_open:
            raise ModelUnavailable(retry_after=self._closed_from - time.monotonic())
        if self._failures >= self._limit:
            self._open()  # blocks all calls except this one, the probe

    def succeeded(self) -> None:
        """Close the breaker."""
        self._failures = 0
        self._closed_from = 0.0

    def failed(self) -> None:
        """Count a failure. Open after `failures` in a row."""
        self._failures += 1
        if self._failures >= self._limit:
            self._open()

    def _open(self) -> None:
        self._closed_from = time.monotonic() + self._pause


_breakers: WeakKeyDictionary[Provider, defaultdict[str, CircuitBreaker]] = WeakKeyDictionary()


def breaker_of(provider: Provider, model: str) -> CircuitBreaker:
    """Return the breaker that all calls of this model in this process share."""
    return _breakers.setdefault(provider, defaultdict(CircuitBreaker))[model]
