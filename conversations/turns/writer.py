"""Writes a turn's event log: numbers events, and joins text that arrives within milliseconds."""

import asyncio

from agents.events import Event, TextDelta
from conversations.turns.eventlog import TurnLog

_PAUSE = 0.015  # seconds between two pieces of text; the eye sees no difference, the processor does


class TurnWriter:
    """Appends the events of one turn in the order given."""

    def __init__(self, log: TurnLog) -> None:
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._held: list[str] = []
        self._flush_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def write(self, event: Event) -> None:
        """Append `event`. Text may wait a moment to be joined, but nothing overtakes it."""
        if isinstance(event, TextDelta):
            self._hold(event.text)
        else:
            self.flush()
            self._log.append(event)

    def flush(self) -> None:
        """Append the waiting text."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._held:
            text = "".join(self._held)
            self._held.clear()
            self._flush_at = self._loop.time() + _PAUSE
            self._log.append(TextDelta(text))

    def _hold(self, text: str) -> None:
        self._held.append(text)
        if self._timer:
            return
        if self._loop.time() >= self._flush_at:
            self.flush()
        else:
            self._timer = self._loop.call_at(self._flush_at, self.flush)
