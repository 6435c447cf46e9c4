"""The event log of running turns: one writer per turn, any number of readers, each at its own pace.

A reader remembers the last seq that it has seen and asks for more. A reader that has fallen behind gets
adjacent text joined and superseded progress omitted, so a slow client costs no memory, and resuming after a
disconnect is the same call as reading on. This log is in the memory of one process.
conversations/turns/shared/ makes it one log for all processes.
"""

import asyncio
import contextlib
from bisect import bisect_right
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from agents.events import AgentPhase, Done, Event, TextDelta
from conversations.turns.pulse import Pulse
from conversations.turns.replay import replay
from conversations.wire.protocol import data_of, envelope

# Seconds that a log stays after its end. Stored turns are replayed from the database, with the same numbers.
_KEPT_STORED, _KEPT_UNSTORED = 5.0, 120.0
_PULSE = 15.0  # seconds without an event, after which a reader gets an empty batch

Owner = tuple[UUID, UUID]


@dataclass(frozen=True, slots=True)
class Entry:
    """One event with its number. `frame` is its envelope as JSON, encoded once for all readers."""

    seq: int
    kind: str
    data: dict[str, Any]
    frame: str


@dataclass(slots=True, eq=False)
class TurnLog:
    """The events of one turn of `owner`, a tenant and a user, numbered from `start` + 1 up.

    `rows` may hold its beginning, up to the number `rows_until`, in the form of `compact`. `on_change` is
    called with the log after each event and after its end.
    """

    turn_id: UUID
    conversation_id: UUID
    owner: Owner
    start: int = 0
    entries: list[Entry] = field(default_factory=list)
    rows: Sequence[Sequence[Any]] = ()
    rows_until: int = 0
    ended: bool = False
    on_change: Callable[["TurnLog"], None] | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def append(self, event: Event) -> Entry:
        """Append `event` with the next number and wake the readers."""
        entry = self.entry_for(event)
        self.take([entry])
        return entry

    def take(self, entries: Sequence[Entry]) -> None:
        """Append already numbered entries, and wake the readers."""
        self.entries.extend(entries)
        self._wake()
        if self.on_change:
            self.on_change(self)

    def entry_for(self, event: Event) -> Entry:
        """Return `event` as the next entry, without appending it."""
        return self._entry(self.last + 1, event.type, data_of(event))

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.entries[-1].seq if self.entries else max(self.start, self.rows_until)

    def end(self) -> None:
        """End the log: readers stop once they have all of it."""
        self.ended = True
        self._wake()
        if self.on_change:
            self.on_change(self)

    def is_complete(self) -> bool:
        """Return whether it has the final event. The log of a turn taken elsewhere ends without it."""
        return bool(self.entries) and self.entries[-1].kind == Done.type

    def after(self, seq: int) -> list[Entry]:
        """Return the entries after `seq`, merged."""
        begun = replay(self.rows, seq) if seq < self.rows_until else ()
        fresh = self.entries[bisect_right(self.entries, seq, key=lambda entry: entry.seq) :]
        return self._merged([*(self._entry(*event) for event in begun), *fresh])

    async def follow(self, after: int = 0, *, pulse: float = _PULSE) -> AsyncGenerator[list[Entry], None]:
        """Yield all entries after `after` as they arrive, in batches, until the turn has ended.

        A batch is empty if nothing has come for `pulse` seconds.
        """
        with Pulse(pulse, self._wake) as beat:
            while True:
                changed = self._changed
                batch = self.after(after)
                if batch:
                    after = batch[-1].seq
                elif self.ended:
                    return
                elif not beat.is_due():
                    beat.wait()
                    await changed.wait()
                    continue
                yield batch

    def _wake(self) -> None:
        # A new Event each time: waiters on the old one wake, and nobody has to clear it.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _merged(self, entries: Sequence[Entry]) -> list[Entry]:
        merged: list[Entry] = []
        for entry in entries:
            last = merged[-1] if merged else None
            if last and last.kind == entry.kind == TextDelta.type:
                text = last.data["text"] + entry.data["text"]
                merged[-1] = self._entry(entry.seq, TextDelta.type, {"text": text})
            elif last and last.kind == entry.kind == AgentPhase.type:
                merged[-1] = entry
            else:
                merged.append(entry)
        return merged

    def _entry(self, seq: int, kind: str, data: dict[str, Any]) -> Entry:
        frame = envelope(self.turn_id, self.conversation_id, seq, kind, data, datetime.now(UTC))
        return Entry(seq, kind, data, frame)


class EventLog:
    """The logs of all running and recently ended turns of this process."""

    def __init__(self) -> None:
        self._logs: dict[UUID, TurnLog] = {}
        self._awaited: dict[UUID, asyncio.Event] = {}

    def start(self) -> None:
        """Start listening to other processes, if there can be any."""

    async def stop(self) -> None:
        """Stop listening."""

    def open(self, turn_id: UUID, conversation_id: UUID, owner: Owner, start: int = 0) -> TurnLog:
        """Return the log of a turn that runs here, creating it if needed."""
        log = self._logs.setdefault(turn_id, TurnLog(turn_id, conversation_id, owner, start))
        if turn_id in self._awaited:
            self._awaited.pop(turn_id).set()
        return log

    def find(self, turn_id: UUID) -> TurnLog | None:
        """Return the log of a turn that runs here, or recently ended, or None."""
        return self._logs.get(turn_id)

    async def elsewhere(
        self, turn_id: UUID, conversation_id: UUID, owner: Owner, after: int, idle: float
    ) -> AsyncGenerator[Sequence[Entry], None]:
        """Yield in batches the events after `after` of a turn that runs elsewhere, if they arrive here.

        It ends if nothing has come for `idle` seconds, or if the turn starts here.
        """
        if turn_id not in self._logs:
            begun = self._awaited.setdefault(turn_id, asyncio.Event())
            try:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(begun.wait(), idle)
            finally:
                self._awaited.pop(turn_id, None)  # Other waiters check again after their timeout.
        return
        yield  # makes it a generator: this log doesn't listen to other processes

    async def recall(self, turn_id: UUID) -> list[list[Any]]:
        """Return as rows the known events of a turn whose process is dead."""
        return []

    async def take(self, turn_id: UUID, token: str) -> str:
        """Return the token of the acceptance that answers a turn: this one, if it is the first.

        Empty if an unknown other process has started to answer.
        """
        return token

    async def cancel_at(self, worker: str, turn_id: UUID) -> None:
        """Notify the process `worker` of a cancelled turn, if possible."""

    def close(self, log: TurnLog, *, is_stored: bool) -> None:
        """End a log, and drop it a while later. `is_stored`: the database has its turn."""
        log.end()
        kept = _KEPT_STORED if is_stored else _KEPT_UNSTORED
        asyncio.get_running_loop().call_later(kept, self._logs.pop, log.turn_id, None)

    def forget(self, log: TurnLog) -> None:
        """Drop the log of a turn that another process has taken: its readers switch to that one's."""
        self._logs.pop(log.turn_id, None)
        log.on_change = None
        log.end()
