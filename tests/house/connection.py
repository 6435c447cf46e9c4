"""A low-level HTTP client that sends exactly the bytes that a test wants."""

import json
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

FORM = "multipart/form-data; boundary=xx"


class Connection:
    """One connection to a site. `post` sends headers, `send` whatever follows them, `answer` reads."""

    def __init__(self, url: str, seconds: float = 60) -> None:
        self.http = HTTPConnection(urlsplit(url).netloc, timeout=seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()

    def post(self, path: str, **headers: object) -> Self:
        """Send the head of a POST. `Content_Type=…` becomes the header Content-Type."""
        self.http.putrequest("POST", path)
        for name, value in headers.items():
            self.http.putheader(name.replace("_", "-"), str(value))
        self.http.endheaders()
        return self

    def send(self, body: bytes) -> Self:
        """Send bytes of a body, or as many of them as the server takes before it hangs up."""
        with suppress(OSError):  # the server has sent its reason; `answer` reads it
            self.http.send(body)
        return self

    def answer(self) -> tuple[int, str, dict[str, Any]]:
        """Return the status, the media type and the JSON of the answer."""
        answer: HTTPResponse = self.http.getresponse()
        body = answer.read()
        kind = answer.headers.get_content_type()
        return answer.status, kind, json.loads(body) if kind.endswith("json") else {}


def form(content: bytes, name: str = "notes.txt") -> bytes:
    """Return a form with a file as its field `file`, in parts divided by the boundary of FORM."""
    head = f'--xx\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return head.encode() + content + b"\r\n--xx--\r\n"


def chunk(content: bytes) -> bytes:
    """Return `content` as one chunk of a body without a length (RFC 9112, 7.1)."""
    return b"%x\r\n%s\r\n" % (len(content), content)
