"""A search engine on loopback that behaves like SearXNG, and finds something for every query."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


class SearchServer:
    """`most` is the number of results per query; every query has its own results."""

    def __init__(self) -> None:
        self.most = 10
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.address = f"http://{self.host}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def found(self, query: str) -> list[dict[str, Any]]:
        """Return a query's results."""
        name = query.replace(" ", "-")
        return [
            {
                "title": f"Result {number} for {query}",
                "url": f"https://found.example/{name}/{number}",
                "content": f"Number {number} about {query}.",
                "publishedDate": f"2026-11-{number:02}T00:00:00",
            }
            for number in range(1, self.most + 1)
        ]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                query = parse_qs(urlsplit(self.path).query).get("q", [""])[0]
                body = json.dumps({"query": query, "results": server.found(query)}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                """Keep quiet."""

        return Handler
