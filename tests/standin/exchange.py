"""One request and its answer: at which pace it comes, and what goes wrong with it."""

import asyncio
from dataclasses import dataclass
from types import ModuleType

from tests.standin.answers import pieces
from tests.standin.connection import Connection
from tests.standin.faults import Fault
from tests.standin.request import Request

_BREAKS = (Fault.STALL, Fault.DISCONNECT, Fault.MALFORMED, Fault.ERROR_EVENT)


@dataclass(frozen=True)
class Failure:
    """A `fault`: after so many tokens where an answer has begun, with a Retry-After of so many seconds."""

    fault: Fault
    after: int = 3
    retry_after: float | None = None


@dataclass(frozen=True)
class Exchange:
    """How `text` goes to the client that sent `request`, in the form of `wire`; times are in seconds."""

    request: Request
    wire: ModuleType
    connection: Connection
    text: str
    ttft: float
    gap: float
    failure: Failure | None

    async def run(self) -> None:
        """Answer. Raises ConnectionError where the client hangs up first."""
        if self.failure and self.failure.fault in self.wire.STATUS:
            self._refuse(self.failure)
        elif self.request.stream:
            await self._stream()
        else:
            await self._whole()

    @property
    def fault(self) -> Fault | None:
        return self.failure.fault if self.failure else None

    def _refuse(self, failure: Failure) -> None:
        status, body = self.wire.error(failure.fault, f"The stand-in was told to answer {failure.fault}.")
        headers = {} if failure.retry_after is None else {"retry_after": str(failure.retry_after)}
        self.connection.send_json(status, body, **headers)

    async def _whole(self) -> None:
        tokens = len(pieces(self.text))
        await asyncio.sleep(self.ttft + self.gap * tokens)
        if self.fault is Fault.STALL:
            await self._stall()
        elif self.fault is Fault.DISCONNECT:
            self.connection.drop()
        elif self.fault is Fault.MALFORMED:
            self.connection.send(200, b'{"choices": [{"message": ')
        else:
            self.connection.send_json(200, self.wire.whole(self.request, self.text, tokens, self.fault))

    async def _stream(self) -> None:
        parts = pieces(self.text)
        last = self.failure.after if self.failure and self.fault in (*_BREAKS, Fault.CUT) else None
        self.connection.start_stream()
        await self._send_paced(parts[:last])
        if self.fault in _BREAKS:
            return await self._break()
        self.connection.send_chunk(self.wire.closing(self.request, len(parts), self.fault))
        self.connection.end_stream()

    async def _send_paced(self, parts: list[str]) -> None:
        """Send each part at its time, counted from the start so that delays do not add up."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.ttft
        opening = self.wire.opening(self.request)
        for event in self.wire.deltas(self.request, parts):
            await asyncio.sleep(due - loop.time())
            self.connection.send_chunk(opening + event)
            due, opening = due + self.gap, b""

    async def _break(self) -> None:
        if self.fault is Fault.STALL:
            return await self._stall()
        if self.fault is Fault.DISCONNECT:
            return self.connection.drop()
        broken = (
            b'data: {"choices": [{"delta": \n\n' if self.fault is Fault.MALFORMED else self.wire.error_event()
        )
        self.connection.send_chunk(broken)
        self.connection.end_stream()

    async def _stall(self) -> None:
        await self.connection.until_gone()
        raise ConnectionAbortedError
