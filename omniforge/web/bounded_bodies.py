"""Limits HTTP bodies over ASGI: by declared length, else by counting received bytes."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from omniforge.errors import OmniForgeError
from omniforge.web.asgi_types import Application, Receive, Scope, Send
from omniforge.web.body_bounds import BodyBound, body_bound, refusal

_LINGER = 10.0  # seconds


class BoundedBodies:
    """ASGI middleware that enforces the body limit of a request's path."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        bound = body_bound(scope["path"], scope["headers"])
        try:
            _require_announced(scope, bound)
            await self._inner(scope, _counted(receive, bound), send)
        except OmniForgeError as error:  # errors of Django's views never reach this point
            await _refuse(refusal(scope["path"], error), receive, send)


async def _refuse(answer: Sequence[dict[str, Any]], receive: Receive, send: Send) -> None:
    """Respond, and keep reading for a while: an immediate close could discard the response."""
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
    """Return a `receive` that raises the limit's error once it is exceeded.

    It yields to the event loop between pieces, even if the whole body has arrived.
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
