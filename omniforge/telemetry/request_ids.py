"""The id of a request: the proxy's, or one of our own."""

import re
from collections.abc import Iterable
from uuid import uuid4

HEADER = b"x-request-id"
_WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def request_id_in(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return what X-Request-ID says, if it is well formed; else a new id."""
    given = next((value.decode("latin-1") for name, value in headers if name == HEADER), "")
    return given if _WELL_FORMED.fullmatch(given) else uuid4().hex
