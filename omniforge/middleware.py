"""What every HTTP answer carries."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# The API browser sets styles from script, as its library does; it still loads nothing from elsewhere.
DOCS_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


@sync_and_async_middleware
def content_security_policy(get_response: Callable[[HttpRequest], Answer]) -> Callable[[HttpRequest], Answer]:
    """Allow scripts, styles and connections from this site alone, and nothing inline (CSP level 3)."""

    def protect(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        policy = DOCS_POLICY if request.path.startswith("/api/docs/") else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    async def awaited(request: HttpRequest) -> HttpResponseBase:
        return protect(request, await get_response(request))  # type: ignore[misc]

    def called(request: HttpRequest) -> HttpResponseBase:
        return protect(request, get_response(request))  # type: ignore[arg-type]

    return awaited if iscoroutinefunction(get_response) else called
