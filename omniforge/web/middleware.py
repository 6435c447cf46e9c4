"""Middleware: response headers, and preparation of requests."""

from collections.abc import Callable
from functools import partial

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware

from omniforge.storage.workspace_scope import enter_workspace

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# The API browser sets styles from script, as its library does; it still loads nothing from other sites.
DOCS_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
PROBES = frozenset(("/healthz", "/readyz", "/metrics"))

Handler = Callable[[HttpRequest], HttpResponseBase]


def content_security_policy(get_response: Handler) -> Handler:
    """Allow scripts, styles and connections only from this site, and nothing inline (CSP level 3)."""

    def protected(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        policy = DOCS_POLICY if request.path.startswith("/api/docs/") else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return protected


def kept_by_nobody(get_response: Handler) -> Handler:
    """Forbid caching of responses that don't allow it: they contain personal data.

    So the Back button after sign-out, on a shared computer, leads to the sign-in page.
    """

    def unkept(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return unkept


def seeing_no_workspace(get_response: Handler) -> Handler:
    """Hide all workspaces' rows from a request until its `Access` is known."""

    def hidden(request: HttpRequest) -> HttpResponseBase:
        enter_workspace(None)
        return get_response(request)

    return hidden


def storable_address(get_response: Handler) -> Handler:
    """Refuse paths with NUL characters: no name contains one, and PostgreSQL rejects them in queries."""

    def guarded(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path or "%00" in request.META["QUERY_STRING"]:
            raise BadRequest("A NUL character in the address.")
        return get_response(request)

    return guarded


def measured_body(get_response: Handler) -> Handler:
    """Set the length of a chunked body (RFC 9112, 7.1): DRF treats a body without a length as empty."""

    def measured(request: HttpRequest) -> HttpResponseBase:
        if "Transfer-Encoding" in request.headers:
            request.META["CONTENT_LENGTH"] = str(len(request.body))
        return get_response(request)

    return measured


class SlashMiddleware(CommonMiddleware):
    """Redirects a path without its final slash. A POST stays a POST, with its body (308)."""

    response_redirect_class = partial(HttpResponsePermanentRedirect, preserve_request=True)  # type: ignore[assignment]

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Validate the host, except for health probes, which use an internal address."""
        return None if request.path in PROBES else super().process_request(request)
