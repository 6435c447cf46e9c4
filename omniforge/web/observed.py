"""The outermost ASGI layer: assigns request ids, and counts requests by path template."""

import re
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from omniforge.telemetry.about import with_ids
from omniforge.telemetry.metrics import REQUESTS
from omniforge.web.asgi_types import Application, Receive, Scope, Send

_HEADER = b"x-request-id"
_WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Observed:
    """The handler that resolves a request's view stores its template in `scope["route"]`."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = _request_id(scope["headers"])

        async def answer(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                _count(scope, message["status"])
                headers = [*message.get("headers", ()), (_HEADER, request_id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        with with_ids(request_id=request_id):
            await self._application(scope, receive, answer)


def _request_id(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the X-Request-ID if it is well formed, else a new id."""
    given = next((value.decode("latin-1") for name, value in headers if name == _HEADER), "")
    return given if _WELL_FORMED.fullmatch(given) else uuid4().hex


def _count(scope: Scope, status: int) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    REQUESTS.labels(method, scope.get("route", "none"), status).inc()
