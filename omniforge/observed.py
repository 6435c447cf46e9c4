"""The outermost layer of the application: each request is counted by the template of its path."""

from typing import Any

from omniforge.asgi_types import Application, Receive, Scope, Send
from omniforge.telemetry.metrics import REQUESTS

_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Observed:
    """Whoever finds the view of a request writes its template into `scope["route"]`."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                _count(scope, message["status"])
            await send(message)

        await self._application(scope, receive, answer)


def _count(scope: Scope, status: int) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    REQUESTS.labels(method, scope.get("route", "none"), status).inc()
