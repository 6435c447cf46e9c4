"""The event log of running turns: one writer a turn, any number of readers, each at its own pace.

A reader keeps the last seq that it has seen and asks for more. One that has fallen behind gets neighbouring
text joined and superseded progress left out, so a slow client costs no memory, and resuming after a
cut is the same call as reading on. This log lives in the memory of one process.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from agents.events import AgentPhase, Event, TextDelta
from conversations.protocol import data_of, envelope
from conversations.turns.pulse import Pulse

# Seconds that a log stays after its end. A stored turn is replayed from the database, with the same numbers.
_KEPT_STORED, _KEPT_UNSTORED = 5.0, 120.0
_PULSE = 15.0  # seconds without an event, after which a reader gets an empty batch


@dataclass(frozen=True, slots=True)
class Entry:
    """One event with its number; `frame` is its envelope as JSON, encoded once for all readers."""

    seq: int
    event: Event
    frame: str

    @property
    def kind(self) -> str:
        return self.event.type

    @property
    def data(self) -> dict[str, Any]:
        return data_of(self.event)


@dataclass(slots=True, eq=False)
class TurnLog:
    """The events of one turn, numbered from `start` + 1 up."""

    turn_id: UUID
    conversation_id: UUID
    owner: tuple[UUID, UUID]
    start: int = 0
    entries: list[Entry] = field(default_factory=list)
    ended: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def append(self, event: Event) -> Entry:
        """Give `event` the next number and wake the readers."""
        entry = self.entry_for(event)
        self.entries.append(entry)
        self._wake()
        return entry

    def entry_for(self, event: Event) -> Entry:
        """Return `event` as the next entry, without appending it."""
        return self._entry(self.start + len(self.entries) + 1, event)

    def end(self) -> None:
        """Nothing follows any more: readers that have all of it stop."""
        self.ended = True
        self._wake()

    def after(self, seq: int) -> list[Entry]:
        """Return what stands after `seq`, merged."""
        return self._merged(self.entries[max(0, seq - self.start) :])

    async def follow(self, after: int = 0) -> AsyncGenerator[list[Entry], None]:
        """Yield everything after `after` as it comes, in batches, until the turn has ended.

        A batch is empty where nothing has come for a while.
        """
        with Pulse(_PULSE, self._wake) as pulse:
            while True:
                changed = self._changed
                batch = self.after(after)
                if batch:
                    after = batch[-1].seq
                elif self.ended:
                    return
                elif not pulse.is_due():
                    pulse.wait()
                    await changed.wait()
                    continue
                yield batch

    def _wake(self) -> None:
        # A new Event each time: whoever waits on the old one wakes, and nobody has to clear it.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _merged(self, entries: Sequence[Entry]) -> list[Entry]:
        merged: list[Entry] = []
        for entry in entries:
            last = merged[-1] if merged else None
            if last and isinstance(last.event, TextDelta) and isinstance(entry.event, TextDelta):
                merged[-1] = self._entry(entry.seq, TextDelta(last.event.text + entry.event.text))
            elif last and isinstance(last.event, AgentPhase) and isinstance(entry.event, AgentPhase):
                merged[-1] = entry
            else:
                merged.append(entry)
        return merged

    def _entry(self, seq: int, event: Event) -> Entry:
        return Entry(seq, event, envelope(self.turn_id, self.conversation_id, seq, event, datetime.now(UTC)))


class EventLog:
    """The logs of all turns that run, or ended a moment ago, in this process."""

    def __init__(self) -> None:
        self._logs: dict[UUID, TurnLog] = {}
        self._awaited: dict[UUID, asyncio.Event] = {}

    def open(self, turn_id: UUID, conversation_id: UUID, owner: tuple[UUID, UUID], start: int = 0) -> TurnLog:
        """Return the log of a turn, a new one where there is none; `owner` is its tenant and user."""
        log = self._logs.setdefault(turn_id, TurnLog(turn_id, conversation_id, owner, start))
        if turn_id in self._awaited:
            self._awaited.pop(turn_id).set()
        return log

    async def wait_for(self, turn_id: UUID, seconds: float) -> TurnLog | None:
        """Return the log of a turn as soon as it begins here, or None after `seconds`."""
        if turn_id not in self._logs:
            opened = self._awaited.setdefault(turn_id, asyncio.Event())
            try:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(opened.wait(), seconds)
            finally:
                self._awaited.pop(turn_id, None)  # Whoever else waits looks again when their time is up.
        return self._logs.get(turn_id)

    def find(self, turn_id: UUID) -> TurnLog | None:
        return self._logs.get(turn_id)

    def close(self, log: TurnLog, *, is_stored: bool) -> None:
        """End a log, and forget it a while later. `is_stored` tells whether the database has its turn."""
        log.end()
        kept = _KEPT_STORED if is_stored else _KEPT_UNSTORED
        asyncio.get_running_loop().call_later(kept, self._logs.pop, log.turn_id, None)
