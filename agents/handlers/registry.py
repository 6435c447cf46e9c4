"""The registry of command handlers."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

from agents.handlers.task import Answer, Task
from intent.commands import Command

Handler = Callable[[Task, Command], Awaitable[Answer]]
_HANDLERS: dict[str, Handler] = {}


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Register a handler for the commands of these names."""

    def registered(handler: Handler) -> Handler:
        for name in names:
            _HANDLERS[name] = handler
        return handler

    return registered


@cache
def handlers() -> Mapping[str, Handler]:
    """Return all handlers by the names of their commands."""
    package = import_module("agents.handlers")
    for module in walk_packages(package.__path__, "agents.handlers."):
        import_module(module.name)
    return dict(_HANDLERS)
