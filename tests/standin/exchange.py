"""One request and its response, with its pace and its faults."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Protocol

from tests.standin.blocks import Answer, Piece, pieces
from tests.standin.connection import Connection
from tests.standin.faults import Failure, Fault
from tests.standin.request import Request

_BREAKS = (Fault.STALL, Fault.DISCONNECT, Fault.MALFORMED, Fault.ERROR_EVENT)


class Pace(Protocol):
    """Delays of the first and of each further token; a test may change them during an answer."""

    ttft_ms: float
    gap_ms: float


@dataclass(frozen=True)
class Exchange:
    """How `answer` goes to the client that sent `request`, in the form of `wire`."""

    request: Request
    wire: ModuleType
    connection: Connection
    answer: Answer
    pace: Pace
    failure: Failure | None

    async def run(self) -> None:
        """Answer. Raises ConnectionError if the client hangs up first."""
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
        reason = failure.reason or f"The stand-in was told to answer {failure.fault}."
        status, body = self.wire.error(failure.fault, reason)
        headers = {} if failure.retry_after is None else {"retry_after": str(failure.retry_after)}
        self.connection.send_json(status, body, **headers)

    async def _whole(self) -> None:
        tokens = len(pieces(self.answer))
        await asyncio.sleep((self.pace.ttft_ms + self.pace.gap_ms * tokens) / 1e3)
        if self.fault is Fault.STALL:
            await self._stall()
        elif self.fault is Fault.DISCONNECT:
            self.connection.drop()
        elif self.fault is Fault.MALFORMED:
            self.connection.send(200, b'{"choices": [{"message": ')
        else:
            self.connection.send_json(200, self.wire.whole(self.request, self.answer, self.fault))

    async def _stream(self) -> None:
        parts = pieces(self.answer)
        last = self.failure.after if self.failure and self.fault in (*_BREAKS, Fault.CUT) else None
        self.connection.start_stream()
        await self._send_paced(parts[:last])
        if self.fault in _BREAKS:
            return await self._break()
        self.connection.send_chunk(self.wire.closing(self.request, parts, self.fault))
        self.connection.end_stream()

    async def _send_paced(self, parts: list[Piece]) -> None:
        """Send each part at its time, counted from the start so that delays do not add up."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.pace.ttft_ms / 1e3
        opening = self.wire.opening(self.request)
        for event in self._events(parts):
            await asyncio.sleep(due - loop.time())
            self.connection.send_chunk(opening + event)
            due, opening = due + self.pace.gap_ms / 1e3, b""
        if opening:  # there was no part to go with it
            self.connection.send_chunk(opening)

    def _events(self, parts: list[Piece]) -> Iterator[bytes]:
        """Yield an event for each part; only its text is encoded anew each time."""
        before = after = b""
        for part in parts:
            opened = b""
            if part.opens:
                opened = self.wire.opened(self.request, part)
                before, after = self.wire.delta(self.request, part, "@@").split(b'"@@"')
            yield opened + before + json.dumps(part.text).encode() + after

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
