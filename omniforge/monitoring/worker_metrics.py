"""The worker's own metrics: a separate listener, since it serves no site."""

import logging
from collections.abc import Iterable
from threading import Thread
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import generate_latest

from omniforge.monitoring.metrics import CONTENT_TYPE, may_scrape
from omniforge.telemetry.metrics import REGISTRY

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

logger = logging.getLogger(__name__)
_PATIENCE = 5.0  # seconds in which a request must arrive


class _Request(WSGIRequestHandler):
    timeout = _PATIENCE

    def log_message(self, format: str, *arguments: object) -> None:
        """Don't log requests."""


def listen(address: str) -> WSGIServer | None:
    """Serve the metrics at `host:port`, in a thread. A failure to bind is logged. The worker continues."""
    host, _, port = address.rpartition(":")
    try:
        server = make_server(host, int(port), _told, handler_class=_Request)
    except (OSError, ValueError) as error:
        logger.error("the worker's figures cannot be told at %s: %s", address, error)
        return None
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server


def _told(environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
    if environ["PATH_INFO"] != "/metrics" or not may_scrape(environ.get("HTTP_AUTHORIZATION", "")):
        start("404 Not Found", [("Content-Type", "text/plain")])
        return [b"Not found.\n"]
    start("200 OK", [("Content-Type", CONTENT_TYPE)])
    return [generate_latest(REGISTRY)]
