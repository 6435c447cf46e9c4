"""Authenticates sockets: pages of this site by session, programs by API key."""

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any
from uuid import UUID

from channels.auth import AuthMiddlewareStack, get_user
from channels.db import database_sync_to_async
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext

from omniforge.errors import NotAllowed, NotSignedIn, OmniForgeError
from omniforge.storage.database import in_database_low_priority
from omniforge.tenants.access import Access, access_of, work_in
from omniforge.tenants.browser_sessions import note_session
from omniforge.tenants.keys import find_key_holder
from omniforge.tenants.models import User
from omniforge.tenants.open_sockets import OneSocketMore
from omniforge.tenants.origins import is_own_origin

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class AccessMiddleware:
    """Sets `scope["access"]` to an `Access`, or to the error why there is none.

    A page must come from this site's origin, since browsers attach its cookie by themselves.
    """

    def __init__(self, inner: Application) -> None:
        counted = OneSocketMore(inner)
        self._with_key = _KeyAccess(counted)
        self._with_session: Application = AuthMiddlewareStack(_SessionAccess(counted))
        self._denied: Application = WebsocketDenier.as_asgi()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await self._way_of(scope)(scope, receive, send)

    def _way_of(self, scope: dict[str, Any]) -> Application:
        if b"authorization" in dict(scope["headers"]):
            return self._with_key
        return self._with_session if is_own_origin(scope) else self._denied


class _KeyAccess:
    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        access = await database_sync_to_async(_by_key)(scope)
        await _let_in(self._inner, scope, access, receive, send)


class _SessionAccess:
    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        access = await database_sync_to_async(_by_session)(scope)
        await _let_in(self._inner, scope, access, receive, send)


async def _let_in(
    inner: Application, scope: dict[str, Any], access: Access | OmniForgeError, receive: Any, send: Any
) -> None:
    if isinstance(access, Access):
        work_in(access)
    await inner({**scope, "access": access}, receive, send)


def _by_key(scope: dict[str, Any]) -> Access | OmniForgeError:
    scheme, _, key = dict(scope["headers"])[b"authorization"].decode("latin-1").partition(" ")
    try:
        access = find_key_holder(key.strip() if scheme.lower() == "bearer" else "").access
        access.require_scope("chat")
    except OmniForgeError as error:
        return error
    return access


def _by_session(scope: dict[str, Any]) -> Access | OmniForgeError:
    return _of_person(scope, scope["user"], scope["session"].get("tenant"))


def _of_person(
    scope: dict[str, Any], user: User | AnonymousUser, tenant_id: UUID | str | None
) -> Access | OmniForgeError:
    if isinstance(user, AnonymousUser):
        return NotSignedIn()
    note_session(
        scope["session"].session_key, user, dict(scope["headers"]).get(b"user-agent", b"").decode("latin-1")
    )
    try:
        return access_of(user, tenant_id=tenant_id)
    except OmniForgeError as error:
        return error


async def current_access(scope: dict[str, Any]) -> Access | OmniForgeError:
    """Check again who opened a socket: they may have signed out, left the workspace or lost the key.

    Switching to another workspace in the meantime doesn't close this one's socket.
    """
    if b"authorization" in dict(scope["headers"]):
        return await in_database_low_priority(_by_key, scope)
    session = import_module(settings.SESSION_ENGINE).SessionStore(scope["session"].session_key)
    user = await get_user({**scope, "session": session})
    opened = scope["access"].tenant_id
    access = await in_database_low_priority(_of_person, scope, user, opened)
    gone = isinstance(access, Access) and access.tenant_id != opened
    return NotAllowed(gettext("You no longer belong to this workspace.")) if gone else access
