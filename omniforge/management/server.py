"""The web server of `manage.py serve`: uvicorn, with limits on clients."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from omniforge.management.bounded_http import BoundedHttp
from omniforge.management.bounded_socket import BoundedSocket

_LARGEST_FRAME = 1 << 20  # bytes; the application's own limit is lower, with a better message
_KEEP_ALIVE = 75  # seconds that an idle HTTP connection stays open
_GRACE = 2  # seconds that requests have to finish after SIGTERM


class SiteServer(uvicorn.Server):
    """Serves until SIGINT or SIGTERM, both a clean exit. `on_ready` is called once it listens."""

    def __init__(self, application: Any, on_ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                loop="asyncio",
                http=BoundedHttp,
                ws=BoundedSocket,
                ws_max_size=_LARGEST_FRAME,
                ws_per_message_deflate=False,  # 64 KB a socket
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                headers=[("server", "omniforge")],
                timeout_keep_alive=_KEEP_ALIVE,
                timeout_graceful_shutdown=_GRACE,
            )
        )
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()  # else it raises them again, which kills the process
