"""HTTP bodies over ASGI: refused by their announced length, else counted as they come."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from omniforge.errors import OmniForgeError
from omniforge.web.asgi_types import Application, Receive, Scope, Send
from omniforge.web.body_bounds import BodyBound, body_bound, refusal

_LINGER = 10.0  # seconds


class BoundedBodies:
    """Hands a request to the application inside, with no more of its body than its path may have."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        bound = body_bound(scope["path"], scope["headers"])
        try:
            _require_announced(scope, bound)
            await self._inner(scope, _counted(receive, bound), send)
        except OmniForgeError as error:  # what Django's views raise never comes as far as here
            await _refuse(refusal(scope["path"], error), receive, send)


async def _refuse(answer: Sequence[dict[str, Any]], receive: Receive, send: Send) -> None:
    """Answer, and hear the client out for a while: closing at once would take the answer from it."""
    start, body = answer
    await send(start)
    await send(body | {"more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(_LINGER):
            while (await receive()).get("more_body"):
                pass
    await send({"type": "http.response.body"})


def _require_announced(scope: Scope, bound: BodyBound) -> None:
    announced = dict(scope["headers"]).get(b"content-length", b"")
    if announced.isdigit() and int(announced) > bound.most:
        raise bound.error


def _counted(receive: Receive, bound: BodyBound) -> Receive:
    """Return a `receive` that raises the bound's error as soon as more has come than may.

    Between two pieces others have their turn, also where the whole body is there already.
    """
    came = 0

    async def receive_counted() -> Mapping[str, Any]:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > bound.most:
            raise bound.error
        if message.get("more_body"):
            await asyncio.sleep(0)
        return message

    return receive_counted
