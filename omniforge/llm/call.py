"""One call of a model while it runs: may it be made, what did it take, how did it end."""

import logging
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from omniforge.llm.breaker import CircuitBreaker
from omniforge.llm.errors import ModelCutOff, ModelDeclined, ModelError, ModelLengthLimit, ModelOutage
from omniforge.llm.prices import price
from omniforge.llm.types import Delta, FinishReason, ModelCall, Purpose, Usage

logger = logging.getLogger(__name__)


class Call:
    """A context manager around a call; at its end it hands a ModelCall to `record`, however the call went."""

    def __init__(
        self, purpose: Purpose, role: str, breaker: CircuitBreaker, record: Callable[[ModelCall], None]
    ) -> None:
        self._purpose = purpose
        self._provider, _, self._model = role.partition(":")
        self._breaker = breaker
        self._record = record
        self._first_token_ms: int | None = None
        self._finish_reason: FinishReason | None = None
        self._usage = Usage()

    def __enter__(self) -> Self:
        self._started = time.perf_counter()
        self._breaker.check()
        return self

    def note(self, delta: Delta) -> None:
        """Take the time, the usage and the finish reason out of a piece of the answer."""
        if self._first_token_ms is None:
            self._first_token_ms = self._elapsed_ms()
        self._usage = delta.usage or self._usage
        self._finish_reason = delta.finish_reason or self._finish_reason

    def check_finished(self) -> None:
        """Raise where the answer is not whole: cut off, too long, or declined."""
        if self._finish_reason is None:
            raise ModelCutOff
        if self._finish_reason == "length":
            raise ModelLengthLimit
        if self._finish_reason == "refused":
            raise ModelDeclined

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, ModelOutage):
            self._breaker.failed()
        elif error is None or isinstance(error, ModelError):
            self._breaker.succeeded()
        self._record(self._result(_code(error)))

    def _result(self, error: str) -> ModelCall:
        if error:
            logger.warning("model call failed: %s:%s for %s: %s", self._provider, self._model, self._purpose, error)
        return ModelCall(
            purpose=self._purpose,
            provider=self._provider,
            model=self._model,
            usage=self._usage,
            cost=price(self._provider, self._model, self._usage),
            latency_ms=self._elapsed_ms(),
            first_token_ms=self._first_token_ms,
            error=error,
        )

    def _elapsed_ms(self) -> int:
        return round((time.perf_counter() - self._started) * 1000)


def _code(error: BaseException | None) -> str:
    if isinstance(error, ModelError):
        return error.code
    return "" if error is None else "cancelled"
