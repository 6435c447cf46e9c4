"""The stand-in in a thread of its own, so that any event loop, or none, can be on the other side."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.standin.server import ModelServer


@contextmanager
def running(server: ModelServer, port: int = 0) -> Iterator[ModelServer]:
    """Let `server` listen on `port`, or on a free one, until the block ends."""
    loop, started, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with await server.start(port=port):
            started.set()
            await stop.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run, name="model-server", daemon=True)
    thread.start()
    assert started.wait(60), f"Nothing listens on port {port}."
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
