"""The outermost layer of the application: each request gets its id, and is counted by its path's template."""

from typing import Any

from omniforge.telemetry.about import working_on
from omniforge.telemetry.metrics import REQUESTS
from omniforge.telemetry.request_ids import HEADER, request_id_in
from omniforge.web.asgi_types import Application, Receive, Scope, Send

_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Observed:
    """Whoever finds the view of a request writes its template into `scope["route"]`."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = request_id_in(scope["headers"])

        async def answer(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                _count(scope, message["status"])
                headers = [*message.get("headers", ()), (HEADER, request_id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        with working_on(request_id=request_id):
            await self._application(scope, receive, answer)


def _count(scope: Scope, status: int) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    REQUESTS.labels(method, scope.get("route", "none"), status).inc()
