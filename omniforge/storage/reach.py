"""Whose rows what is being worked on here may see: one workspace's, all of them, or, if nobody says, none.

It belongs to the context of the request, socket, turn or task. It is heeded where PostgreSQL's row level
security is on (`omniforge/storage/walls`), as a second wall behind the filters of each query.
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
    """Return a workspace's id, or one of the two words above."""
    return _reach.get()


def confine(tenant_id: UUID | None) -> None:
    """See one workspace's rows alone from here on in this context; with None no workspace's."""
    _reach.set(NOBODY if tenant_id is None else str(tenant_id))


def open_all() -> None:
    """See all workspaces from here on in this context: for a process that works for the site itself."""
    _reach.set(EVERYBODY)


@contextmanager
def reaching(whose: str) -> Iterator[None]:
    """See these rows within the block, as `reach` returned it elsewhere."""
    token = _reach.set(whose)
    try:
        yield
    finally:
        _reach.reset(token)


def confined(tenant_id: UUID | None) -> AbstractContextManager[None]:
    """See one workspace's rows alone within the block; None stands for what belongs to none of them."""
    return reaching(EVERYBODY if tenant_id is None else str(tenant_id))


def across_workspaces() -> _GeneratorContextManager[None]:
    """See all workspaces within the block or the function: what looks for the workspace, or works for all."""
    return reaching(EVERYBODY)
