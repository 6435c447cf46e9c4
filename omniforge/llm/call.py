"""One running model call: its permission, usage and outcome."""

import asyncio
import logging
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from omniforge.errors import OmniForgeError
from omniforge.llm.breaker import CircuitBreaker
from omniforge.llm.errors import ModelCutOff, ModelDeclined, ModelError, ModelOutage
from omniforge.llm.prices import PriceList, load_price_list
from omniforge.llm.types import Delta, FinishReason, ModelCall, ModelRequest, Purpose, Usage
from omniforge.telemetry.metrics import MODEL_CALLS, MODEL_COST, MODEL_TOKENS
from omniforge.telemetry.spans import Attributes, step

logger = logging.getLogger(__name__)
_CHARACTERS_A_TOKEN = 4  # English average


class Call:
    """A context manager around a call. On exit it always passes a ModelCall to `record`."""

    def __init__(
        self,
        purpose: Purpose,
        provider: str,
        request: ModelRequest,
        breaker: CircuitBreaker,
        record: Callable[[ModelCall], None],
    ) -> None:
        self._purpose = purpose
        self._provider = provider
        self._request = request
        self._breaker = breaker
        self._record = record
        self._answered = 0  # characters
        self._first_token_ms: int | None = None
        self._finish_reason: FinishReason | None = None
        self._usage = Usage()

    async def __aenter__(self) -> Self:
        self._breaker.check()
        self._step = step("model call", self._names(), apart=True)
        self._started = time.perf_counter()
        self._price_list = load_price_list()
        return self

    def _names(self) -> dict[str, str]:
        model = self._request.model
        return {"role": self._purpose, "gen_ai.provider.name": self._provider, "gen_ai.request.model": model}

    def note(self, delta: Delta) -> None:
        """Record time, usage and finish reason from a piece of the answer."""
        self._answered += len(delta.text) + delta.drafted
        if self._first_token_ms is None and (delta.text or delta.drafted):
            self._first_token_ms = self._elapsed_ms()
        if delta.usage is not None:
            self._usage |= delta.usage
        self._finish_reason = delta.finish_reason or self._finish_reason

    @property
    def reached_limit(self) -> bool:
        """True if the answer ended at the maximum length."""
        return self._finish_reason == "length"

    def check_finished(self) -> None:
        """Raise if the answer was cut off or declined. One at the maximum length is accepted."""
        if self._finish_reason is None:
            raise ModelCutOff
        if self._finish_reason == "refused":
            raise ModelDeclined

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, ModelOutage):
            self._breaker.failed()
        elif error is None or isinstance(error, ModelError):
            self._breaker.succeeded()
        if error is not None:
            model = f"{self._provider}:{self._request.model}"
            why = type(error.__cause__ or error).__name__
            logger.warning("%s by %s ended: %s (%s)", self._purpose, model, _code(error), why)
        result = self._result(_code(error), await self._price_list)
        _count(result)
        self._step.tell(_measured(result))
        self._step.end(kind)
        self._record(result)

    def _result(self, error: str, prices: PriceList) -> ModelCall:
        usage = self._final_usage()
        return ModelCall(
            purpose=self._purpose,
            provider=self._provider,
            model=self._request.model,
            usage=usage,
            cost=prices.price(self._provider, self._request.model, usage),
            latency_ms=self._elapsed_ms(),
            first_token_ms=self._first_token_ms,
            error=error,
        )

    def _final_usage(self) -> Usage:
        """Return the reported usage, or an estimate if the call ended earlier: vendors charge for it too."""
        told = self._finish_reason is not None and self._usage.output_tokens > 0
        if told or not self._answered:
            return self._usage
        asked = _length(self._request)
        return self._usage | Usage(asked // _CHARACTERS_A_TOKEN, self._answered // _CHARACTERS_A_TOKEN)

    def _elapsed_ms(self) -> int:
        return round((time.perf_counter() - self._started) * 1000)


def _count(call: ModelCall) -> None:
    of = call.provider, call.purpose
    MODEL_CALLS.labels(*of, call.error or "ok").inc()
    MODEL_TOKENS.labels(*of, "input").inc(call.usage.input_tokens)
    MODEL_TOKENS.labels(*of, "output").inc(call.usage.output_tokens)
    MODEL_COST.labels(*of).inc(float(call.cost))


def _measured(call: ModelCall) -> Attributes:
    return {
        "outcome": call.error or "ok",
        "first_token_ms": call.first_token_ms or 0,
        "gen_ai.usage.input_tokens": call.usage.input_tokens,
        "gen_ai.usage.output_tokens": call.usage.output_tokens,
    }


def _length(request: ModelRequest) -> int:
    """Return the approximate number of characters in the request."""
    calls = [call for message in request.messages for call in message.requests]
    tools = [tool.description + str(tool.schema) for tool in request.tools]
    return sum(map(len, [*(m.content for m in request.messages), *(c.arguments for c in calls), *tools]))


def _code(error: BaseException | None) -> str:
    if isinstance(error, OmniForgeError):
        return error.code
    if isinstance(error, asyncio.CancelledError | GeneratorExit):
        return "cancelled"
    return OmniForgeError.code if error else ""
