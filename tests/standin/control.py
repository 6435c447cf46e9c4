"""Control over HTTP: scripting answers and reading the log of requests: /script, /requests, /reset."""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.standin.server import ModelServer

PATHS = ("/script", "/requests", "/reset")


def control(server: "ModelServer", path: str, body: bytes) -> tuple[int, Any]:
    """Return status and body of the answer to a request of `path`.

    /script takes a list of answers (tests/standin/script.py), /requests gives the journal.
    """
    if path == "/requests":
        return 200, [{"vendor": r.vendor, "body": r.body, "left": r.left} for r in server.requests]
    if path == "/reset":
        server.reset()
        return 200, {}
    try:
        server.queue(*json.loads(body))
    except (KeyError, TypeError, ValueError) as error:
        return 400, {"error": {"message": f"This is no list of answers: {error!r}"}}
    return 200, {}
