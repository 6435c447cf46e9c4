"""The stand-in in a thread of its own, so that any event loop, or none, can be on the other side."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.standin.server import ModelServer


@contextmanager
def running(server: ModelServer) -> Iterator[ModelServer]:
    """Let `server` listen on a free port until the block ends."""
    loop, started, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with await server.start():
            started.set()
            await stop.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run, name="model-server", daemon=True)
    thread.start()
    started.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
