"""The current work's ids, which are added to its log lines.

A context variable of the request, socket, turn or task. It never contains people's texts.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context, ContextVar
from types import MappingProxyType

from omniforge.telemetry.spans import continue_trace_in

NAMES = ("request_id", "turn_id", "conversation_id", "tenant_id", "task")
_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


def current_ids() -> Mapping[str, str]:
    """Return the ids by name."""
    return _about.get()


def add_ids(**ids: object) -> None:
    """Add ids from here on, in this context."""
    _about.set({**_about.get(), **{name: str(one) for name, one in ids.items()}})


@contextmanager
def with_ids(**ids: object) -> Iterator[None]:
    """Add ids within the block."""
    with restored({**_about.get(), **{name: str(one) for name, one in ids.items()}}):
        yield


@contextmanager
def restored(ids: Mapping[str, str]) -> Iterator[None]:
    """Replace the ids within the block by those that `about` returned in another context."""
    token = _about.set(ids)
    try:
        yield
    finally:
        _about.reset(token)


def detached_context() -> Context:
    """Return an empty context with only the current ids, for work that outlives its request."""
    context = Context()
    context.run(_about.set, _about.get())
    continue_trace_in(context)
    return context


class AboutFilter(logging.Filter):
    """Adds the ids to each log record as fields. The masking filter runs after it."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, one in _about.get().items():
            setattr(record, name, one)
        return True
