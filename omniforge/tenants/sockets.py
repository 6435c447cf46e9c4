"""Who opens a socket: a page of this site with its session, or a program with an API key."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator

from omniforge.errors import NotAllowed, NotSignedIn, OmniForgeError
from omniforge.tenants.access import Access, access_of
from omniforge.tenants.keys import find_key_holder

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class AccessMiddleware:
    """Puts an `Access`, or the error that says why there is none, into `scope["access"]`.

    A page must come from an allowed origin, since its cookie is sent by itself; a key is sent on purpose.
    """

    def __init__(self, inner: Application) -> None:
        self._with_key = _KeyAccess(inner)
        self._with_session = AllowedHostsOriginValidator(AuthMiddlewareStack(_SessionAccess(inner)))

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        by_key = b"authorization" in dict(scope["headers"])
        await (self._with_key if by_key else self._with_session)(scope, receive, send)


class _KeyAccess:
    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        access = await database_sync_to_async(_by_key)(scope)
        await self._inner({**scope, "access": access}, receive, send)


class _SessionAccess:
    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        access = await database_sync_to_async(_by_session)(scope)
        await self._inner({**scope, "access": access}, receive, send)


def _by_key(scope: dict[str, Any]) -> Access | OmniForgeError:
    scheme, _, key = dict(scope["headers"])[b"authorization"].decode("latin-1").partition(" ")
    try:
        access = find_key_holder(key.strip() if scheme.lower() == "bearer" else "").access
    except OmniForgeError as error:
        return error
    return access if access.has_scope("chat") else NotAllowed("This API key lacks the scope 'chat'.")


def _by_session(scope: dict[str, Any]) -> Access | OmniForgeError:
    if not scope["user"].is_authenticated:
        return NotSignedIn()
    try:
        return access_of(scope["user"], tenant_id=scope["session"].get("tenant"))
    except OmniForgeError as error:
        return error
