"""Which rows the current context may see: one workspace's, all, or, by default, none.

It is a context variable of the request, socket, turn or task. It has effect if PostgreSQL's row level
security is on (`omniforge/storage/walls`), in addition to the filters of each query.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, _GeneratorContextManager, contextmanager
from contextvars import ContextVar
from typing import Final
from uuid import UUID

NOBODY: Final = ""
EVERYBODY: Final = "*"
_reach: ContextVar[str] = ContextVar("reach", default=NOBODY)


def reach() -> str:
    """Return a workspace's id, or one of the two constants above."""
    return _reach.get()


def confine(tenant_id: UUID | None) -> None:
    """Restrict this context to one workspace's rows from here on; with None to no workspace's."""
    _reach.set(NOBODY if tenant_id is None else str(tenant_id))


def open_all() -> None:
    """Allow this context all workspaces from here on: for processes that serve the site itself."""
    _reach.set(EVERYBODY)


@contextmanager
def reaching(whose: str) -> Iterator[None]:
    """Set the reach within the block to one that `reach` returned in another context."""
    token = _reach.set(whose)
    try:
        yield
    finally:
        _reach.reset(token)


def confined(tenant_id: UUID | None) -> AbstractContextManager[None]:
    """Restrict the block to one workspace's rows; None means rows without a workspace."""
    return reaching(EVERYBODY if tenant_id is None else str(tenant_id))


def across_workspaces() -> _GeneratorContextManager[None]:
    """Allow all workspaces within the block or function: for finding the workspace, or work for all."""
    return reaching(EVERYBODY)
