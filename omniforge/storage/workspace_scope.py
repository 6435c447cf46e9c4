"""Which rows the current context may see: one workspace's, all, or, by default, none.

It is a context variable of the request, socket, turn or task. It has effect if PostgreSQL's row level
security is on (`omniforge/storage/row_security`), in addition to the filters of each query.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, _GeneratorContextManager, contextmanager
from contextvars import ContextVar
from typing import Final
from uuid import UUID

NOBODY: Final = ""
EVERYBODY: Final = "*"
_scope: ContextVar[str] = ContextVar("workspace_scope", default=NOBODY)


def current_scope() -> str:
    """Return a workspace's id, or one of the two constants above."""
    return _scope.get()


def enter_workspace(tenant_id: UUID | None) -> None:
    """Restrict this context to one workspace's rows from here on, with None to no workspace's."""
    _scope.set(NOBODY if tenant_id is None else str(tenant_id))


def enter_all_workspaces() -> None:
    """Allow this context all workspaces from here on: for processes that serve the site itself."""
    _scope.set(EVERYBODY)


@contextmanager
def within_scope(whose: str) -> Iterator[None]:
    """Set the scope within the block to one that `current_scope` returned in another context."""
    token = _scope.set(whose)
    try:
        yield
    finally:
        _scope.reset(token)


def within_workspace(tenant_id: UUID | None) -> AbstractContextManager[None]:
    """Restrict the block to one workspace's rows. None means rows without a workspace."""
    return within_scope(EVERYBODY if tenant_id is None else str(tenant_id))


def across_workspaces() -> _GeneratorContextManager[None]:
    """Allow all workspaces within the block or function: for finding the workspace, or work for all."""
    return within_scope(EVERYBODY)
