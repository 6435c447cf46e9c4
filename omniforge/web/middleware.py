"""What every HTTP answer carries, and how a request is made ready for its view."""

from collections.abc import Callable
from functools import partial

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware

from omniforge.storage.reach import confine

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# The API browser sets styles from script, as its library does; it still loads nothing from elsewhere.
DOCS_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
PROBES = frozenset(("/healthz", "/readyz", "/metrics"))

Handler = Callable[[HttpRequest], HttpResponseBase]


def content_security_policy(get_response: Handler) -> Handler:
    """Allow scripts, styles and connections from this site alone, and nothing inline (CSP level 3)."""

    def protected(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        policy = DOCS_POLICY if request.path.startswith("/api/docs/") else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return protected


def kept_by_nobody(get_response: Handler) -> Handler:
    """Let no browser or proxy keep an answer that does not say otherwise: it shows what is one person's.

    Who goes back after signing out, on a computer that others use too, is asked to sign in.
    """

    def unkept(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return unkept


def seeing_no_workspace(get_response: Handler) -> Handler:
    """Let a request see the rows of no workspace until it is known whose it is: `Access` says so."""

    def confined(request: HttpRequest) -> HttpResponseBase:
        confine(None)
        return get_response(request)

    return confined


def storable_address(get_response: Handler) -> Handler:
    """Refuse an address with NUL characters: no name holds one, and PostgreSQL takes none to look for it."""

    def guarded(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path or "%00" in request.META["QUERY_STRING"]:
            raise BadRequest("A NUL character in the address.")
        return get_response(request)

    return guarded


def measured_body(get_response: Handler) -> Handler:
    """Tell the length of a body that came in chunks (RFC 9112, 7.1): the API takes one without for none."""

    def measured(request: HttpRequest) -> HttpResponseBase:
        if "Transfer-Encoding" in request.headers:
            request.META["CONTENT_LENGTH"] = str(len(request.body))
        return get_response(request)

    return measured


class SlashMiddleware(CommonMiddleware):
    """Sends a path without its final slash to the one with it; a POST stays a POST, with its body (308)."""

    response_redirect_class = partial(HttpResponsePermanentRedirect, preserve_request=True)  # type: ignore[assignment]

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Look at the host, except for a probe: it comes from inside, and knows an address alone."""
        return None if request.path in PROBES else super().process_request(request)
