"""A real HTTP server on loopback with scripted responses and a log of requests."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Asked:
    """A received request."""

    method: str
    path: str
    headers: Message
    body: bytes


@dataclass
class Page:
    """The response of a path; several `pieces` are sent one by one, without a length."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    pieces: Callable[[], Iterator[bytes]] | None = None


def wrapped(tls: ssl.SSLContext, listening: socket.socket) -> ssl.SSLSocket:
    """Wrap it in TLS; handshakes run in each client's thread, so a silent client blocks no other."""
    return tls.wrap_socket(listening, server_side=True, do_handshake_on_connect=False)


def redirect(to: str, status: int = 302) -> Page:
    """Return a page that sends on."""
    return Page(status=status, headers={"Location": to})


class PageServer:
    """Answers the paths of `pages` (without their query), else 404; `requests` are all that came."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.pages: dict[str, Page] = {}
        self.requests: list[Asked] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        if tls:
            self._http.socket = wrapped(tls, self._http.socket)
        self._http.daemon_threads = True
        self._http.handle_error = lambda *_: None  # a client that hangs up is part of some tests

    @property
    def port(self) -> int:
        return self._http.server_port

    @property
    def host(self) -> str:
        """As OMNIFORGE_ALLOWED_HOSTS_OUT names it."""
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        return f"http://{self.host}{path}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                server.requests.append(Asked(self.command, self.path, self.headers, body))
                self._send(server.pages.get(self.path.partition("?")[0], Page(b"none", 404)))

            def _send(self, page: Page) -> None:
                self.send_response(page.status)
                headers = {"Content-Type": page.content_type, **page.headers}
                if page.pieces is None:
                    headers.setdefault("Content-Length", str(len(page.body)))
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                for piece in page.pieces() if page.pieces else (page.body,):
                    self.wfile.write(piece)

            do_GET = do_POST = do_PUT = do_HEAD = answer

            def log_message(self, *_: object) -> None:
                """Say nothing on standard error."""

        return Handler


@contextmanager
def serving(tls: ssl.SSLContext | None = None) -> Iterator[PageServer]:
    """Run a server in a thread until the block ends."""
    server = PageServer(tls)
    thread = threading.Thread(target=server._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server._http.shutdown()
        server._http.server_close()
        thread.join()
