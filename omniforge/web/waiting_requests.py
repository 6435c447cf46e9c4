"""Requests of one session or key take turns: each takes a thread, and threads share one processor.

Without it sixty requests of one person leave a sixtieth of the time for each of anybody else's.
"""

from contextlib import AsyncExitStack
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from omniforge.shares import Shares
from omniforge.web.asgi_types import Application, Receive, Scope, Send


class WaitingRequests:
    """Lets settings.REQUESTS_AT_ONCE requests of the same caller into an application; more of them wait.

    A request holds its slot until its answer begins: what is streamed takes no thread.
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
    """Return the key or the session that a request names; None where it names none."""
    headers = dict(scope["headers"])
    if authorization := headers.get(b"authorization"):
        return bytes(authorization)
    return parse_cookie(headers.get(b"cookie", b"").decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
