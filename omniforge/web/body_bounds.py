"""Size limits of request bodies, by path and by presence of credentials, for all servers.

It runs before a body is read, so it looks nothing up: Django validates the key or session later.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig

from omniforge.errors import NotSignedIn, OmniForgeError, TooLarge
from omniforge.web.middleware import POLICY
from omniforge.web.problems import map_exception, refuse

Headers = Iterable[tuple[bytes, bytes]]
_UPLOADS = re.compile(r"/(skills|api/v1/(files|skills/import|projects/[^/]+/import))/?")
_HEADERS = (  # no middleware sees this response
    ("Content-Security-Policy", POLICY),
    ("Cache-Control", "private, no-store"),
    ("X-Content-Type-Options", "nosniff"),
)
_DELIVERIES = re.compile(r"/api/v1/hooks/[^/]*/?")
MOST_DELIVERED = 256 * 1024  # bytes of a delivery to an incoming web hook
TOO_MUCH_DELIVERED = "A delivery is at most 256 KB. Send less, or a link to the rest."
_AROUND = 64 * 1024  # bytes of an upload besides the file: headers and boundaries


@dataclass(frozen=True, slots=True)
class BodyBound:
    """The maximum size of a body in bytes, and the error above it."""

    most: int
    error: OmniForgeError


def body_bound(path: str, headers: Headers) -> BodyBound:
    """Return the limit of a request's body. `headers` have lower-case names, as in ASGI."""
    small = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if _DELIVERIES.fullmatch(path):
        return BodyBound(MOST_DELIVERED, TooLarge(TOO_MUCH_DELIVERED))
    if not _UPLOADS.fullmatch(path):
        return BodyBound(small, map_exception(RequestDataTooBig()))
    if not _has_credentials(headers):
        return BodyBound(small, NotSignedIn())
    said = f"An upload is at most {settings.MAX_FILE_MB} MB. Send a smaller file, or fewer of them at once."
    return BodyBound((settings.MAX_FILE_MB << 20) + _AROUND, TooLarge(said))


def refusal(path: str, error: OmniForgeError) -> Sequence[dict[str, Any]]:
    """Return `error` as ASGI response messages that close the connection."""
    answer = refuse(path, error)
    headers = [(name.lower().encode(), value.encode()) for name, value in (*answer.items(), *_HEADERS)]
    headers += [(b"content-length", b"%d" % len(answer.content)), (b"connection", b"close")]
    start = {"type": "http.response.start", "status": answer.status_code, "headers": headers}
    return start, {"type": "http.response.body", "body": answer.content}


def _has_credentials(headers: Headers) -> bool:
    session = settings.SESSION_COOKIE_NAME.encode()
    return any(
        name == b"authorization" or (name == b"cookie" and session in value) for name, value in headers
    )
