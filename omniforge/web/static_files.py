"""Static files over ASGI: WhiteNoise finds them and their headers. They are read outside the event loop."""

import asyncio
from http import HTTPStatus
from pathlib import Path
from typing import Any

from whitenoise import WhiteNoise

from omniforge.web.asgi_types import Send
from omniforge.web.static_storage import HASHED


class _Files(WhiteNoise):  # type: ignore[misc]
    """Caches hashed names for a year, the maximum that clients honour."""

    FOREVER = 31_536_000


class StaticFiles:
    """An ASGI application for the files below `root`, at paths that begin with `prefix`.

    Hashed names are immutable. Any other file is revalidated at each use.
    """

    def __init__(self, root: Path, prefix: str) -> None:
        options = {"max_age": 0, "immutable_file_test": HASHED.pattern}
        self._files = _Files(None, root=str(root), prefix=prefix, **options).files

    async def __call__(self, scope: dict[str, Any], receive: object, send: Send) -> None:
        file = self._files.get(scope["path"])
        if file is None:
            return await _respond(
                send, HTTPStatus.NOT_FOUND, [("Content-Type", "text/plain")], b"No such file."
            )
        answer = await asyncio.to_thread(file.get_response, scope["method"], _as_environ(scope["headers"]))
        body = await asyncio.to_thread(_read, answer.file)
        await _respond(send, answer.status, answer.headers, body)


def _as_environ(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    return {
        f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
        for name, value in headers
    }


def _read(file: Any) -> bytes:
    if file is None:
        return b""
    with file:
        content: bytes = file.read()
    return content


async def _respond(send: Send, status: HTTPStatus, headers: list[tuple[str, str]], body: bytes) -> None:
    encoded = [(name.lower().encode("latin-1"), str(value).encode("latin-1")) for name, value in headers]
    encoded.append((b"x-content-type-options", b"nosniff"))
    await send({"type": "http.response.start", "status": int(status), "headers": encoded})
    await send({"type": "http.response.body", "body": body})
