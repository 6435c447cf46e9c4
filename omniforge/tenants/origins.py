"""Origin checks: Django's own check for forms, also for sockets."""

from copy import copy
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware


def _unused(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def is_own_origin(scope: dict[str, Any]) -> bool:
    """Return whether the handshake's Origin is this site's (scheme, host and port), or a trusted one.

    The site's own comes from Host and settings.SECURE_PROXY_SSL_HEADER. settings.CSRF_TRUSTED_ORIGINS
    lists others. A handshake without an Origin is refused.
    """
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    request = ASGIRequest({**scope, "type": "http", "method": "GET", "scheme": scheme}, BytesIO())
    if "HTTP_ORIGIN" not in request.META:
        return False
    return _is_verified(request)


def is_origin_of(request: HttpRequest, origin: str) -> bool:
    """Return whether `origin` is this site's, by the request's host, or a trusted one."""
    asking = copy(request)
    asking.META = {**request.META, "HTTP_ORIGIN": origin}
    return _is_verified(asking)


def _is_verified(request: HttpRequest) -> bool:
    return bool(CsrfViewMiddleware(_unused)._origin_verified(request))  # type: ignore[attr-defined]
