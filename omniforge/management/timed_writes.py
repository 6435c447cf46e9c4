"""A write timeout, which uvicorn's protocols lack: a client that doesn't read is disconnected."""

import asyncio

ANSWER_SECONDS = 45.0  # for a client to read something


class TimedWrites(asyncio.Protocol):
    """A mix-in for protocols. A transport with over 64 KB unsent pauses its writers, but not for ever."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _cut: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        self._cut = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._wait_no_longer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait_no_longer(self) -> None:
        if self._cut:
            self._cut.cancel()
