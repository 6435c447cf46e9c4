"""Limits concurrent requests per session or key: each takes a thread, and threads share one processor.

Without it, sixty requests of one person would leave a sixtieth of the time for every other request.
"""

from contextlib import AsyncExitStack
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from omniforge.shares import Shares
from omniforge.web.asgi_types import Application, Receive, Scope, Send


class WaitingRequests:
    """Runs up to settings.REQUESTS_AT_ONCE requests per caller. More of them wait.

    A request holds its slot until its response starts: streaming takes no thread.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._shares = Shares(settings.REQUESTS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = _caller(scope)
        if caller is None:
            await self._application(scope, receive, send)
            return
        async with AsyncExitStack() as slot:
            await slot.enter_async_context(self._shares.slot(caller))

            async def answer(message: dict[str, Any]) -> None:
                await slot.aclose()
                await send(message)

            await self._application(scope, receive, answer)


def _caller(scope: Scope) -> bytes | str | None:
    """Return the request's key or session, or None."""
    headers = dict(scope["headers"])
    if authorization := headers.get(b"authorization"):
        return bytes(authorization)
    return parse_cookie(headers.get(b"cookie", b"").decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
