"""The limit of open sockets per person in each process."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from omniforge.errors import TooManyRequests
from omniforge.telemetry.about import with_ids
from omniforge.tenants.access import Access

MOST = 50
_open: Counter[UUID] = Counter()


def count_open() -> int:
    """Return the number of open sockets in this process."""
    return _open.total()


class OneSocketMore:
    """Counts a socket while it is open. Above the limit, `scope["access"]` becomes an error."""

    def __init__(self, inner: Callable[[dict[str, Any], Any, Any], Awaitable[None]]) -> None:
        self._inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        access = scope["access"]
        if not isinstance(access, Access):
            await self._inner(scope, receive, send)
        elif _open[access.user_id] >= MOST:
            await self._inner({**scope, "access": _TOO_MANY}, receive, send)
        else:
            with with_ids(tenant_id=access.tenant_id):
                await self._count(access.user_id, self._inner(scope, receive, send))

    async def _count(self, user_id: UUID, socket: Awaitable[None]) -> None:
        _open[user_id] += 1
        try:
            await socket
        finally:
            _open[user_id] -= 1
            if not _open[user_id]:
                del _open[user_id]


_TOO_MANY = TooManyRequests(f"You have {MOST} connections open, and more are not taken. Close some of them.")
