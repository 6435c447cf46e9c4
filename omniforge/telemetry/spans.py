"""OpenTelemetry traces of turns. Until `begin` is called, steps are no-ops and cost next to nothing.

Attributes are ids, our own names and numbers, never people's texts or error messages.
"""

import logging
import os
from collections.abc import Mapping
from contextvars import Context
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider

logger = logging.getLogger(__name__)
Attributes = Mapping[str, str | int | float | bool]
_FAREWELL = 2.0  # seconds for sending the last spans
_provider: "TracerProvider | None" = None


class Step:
    """A context manager around a part of a turn. This base class is the no-op."""

    def __enter__(self) -> Self:
        return self

    def tell(self, attributes: Attributes) -> None:
        """Add attributes that become known later."""

    def end(self, kind: type[BaseException] | None = None) -> None:
        """End the step, normally or by an exception of this type."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end(kind)


class _Traced(Step):
    """A span. Steps within it are its children, unless it is `apart`."""

    def __init__(self, provider: "TracerProvider", name: str, attributes: Attributes, *, apart: bool) -> None:
        from opentelemetry import context, trace

        self._span = provider.get_tracer("omniforge").start_span(name, attributes=dict(attributes))
        self._context, self._token = context, None
        if not apart:
            self._token = context.attach(trace.set_span_in_context(self._span))

    def tell(self, attributes: Attributes) -> None:
        self._span.set_attributes(dict(attributes))

    def end(self, kind: type[BaseException] | None = None) -> None:
        if self._token is not None:
            self._context.detach(self._token)
        if kind is not None:
            self._note(kind)
        self._span.end()

    def _note(self, kind: type[BaseException]) -> None:
        """Record the exception type. Cancellation is no error."""
        from opentelemetry.trace import Status, StatusCode

        self._span.set_attribute("error.type", kind.__name__)
        if issubclass(kind, Exception):
            self._span.set_status(Status(StatusCode.ERROR))


_NOTHING = Step()


def step(name: str, attributes: Attributes | None = None, *, apart: bool = False) -> Step:
    """Return a step of the current trace. In a generator use `apart`: its context is its consumer's."""
    return _NOTHING if _provider is None else _Traced(_provider, name, attributes or {}, apart=apart)


def continue_trace_in(context: Context) -> None:
    """Make steps in another context children of the current one."""
    if _provider is not None:
        from opentelemetry import context as traced

        context.run(traced.attach, traced.get_current())


def begin(processor: "SpanProcessor") -> None:
    """Pass every ended step to `processor`."""
    from opentelemetry.sdk.trace import TracerProvider

    global _provider
    os.environ.setdefault("OTEL_SERVICE_NAME", "omniforge")
    _provider = TracerProvider(shutdown_on_exit=False)
    _provider.add_span_processor(processor)


def begin_sending(endpoint: str) -> None:
    """Send steps to a collector, configured by OpenTelemetry's own variables. '' means none."""
    if not endpoint:
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        logger.warning("No traces are sent to OTEL_EXPORTER_OTLP_ENDPOINT: install them with 'make traces'")
        return
    begin(BatchSpanProcessor(OTLPSpanExporter()))


def end() -> None:
    """Flush the last spans, for two seconds at most: the collector may be unavailable."""
    global _provider
    if _provider is not None:
        leaving = Thread(target=_provider.shutdown, daemon=True)
        leaving.start()
        leaving.join(_FAREWELL)
    _provider = None
