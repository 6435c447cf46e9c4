"""What is being worked on here: ids that each log line of it tells.

They belong to the context of the request, socket, turn or task. No text of a person is among them.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context, ContextVar
from types import MappingProxyType

from omniforge.telemetry.spans import keep_in

NAMES = ("request_id", "turn_id", "conversation_id", "tenant_id", "task")
_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


def about() -> Mapping[str, str]:
    """Return the ids by their names."""
    return _about.get()


def note(**ids: object) -> None:
    """Tell them too from here on, in this context."""
    _about.set({**_about.get(), **{name: str(one) for name, one in ids.items()}})


@contextmanager
def working_on(**ids: object) -> Iterator[None]:
    """Tell them too within the block."""
    with restored({**_about.get(), **{name: str(one) for name, one in ids.items()}}):
        yield


@contextmanager
def restored(ids: Mapping[str, str]) -> Iterator[None]:
    """Tell these within the block, as `about` returned them elsewhere, and no others."""
    token = _about.set(ids)
    try:
        yield
    finally:
        _about.reset(token)


def apart() -> Context:
    """Return an empty context that knows what is worked on: for what outlives who asked for it."""
    context = Context()
    context.run(_about.set, _about.get())
    keep_in(context)
    return context


class AboutFilter(logging.Filter):
    """Writes the ids into each record, as fields of its own; what masks secrets comes after it."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, one in _about.get().items():
            setattr(record, name, one)
        return True
