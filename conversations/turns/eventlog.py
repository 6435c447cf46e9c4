"""The event log of running turns: one writer a turn, any number of readers, each at its own pace.

A reader keeps the last seq that it has seen and asks for more. One that has fallen behind gets neighbouring
text joined and superseded progress left out, so a slow client costs no memory, and resuming after a
cut is the same call as reading on. This log lives in the memory of one process; what makes it one log for
all processes is in conversations/turns/shared/.
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

# Seconds that a log stays after its end. A stored turn is replayed from the database, with the same numbers.
_KEPT_STORED, _KEPT_UNSTORED = 5.0, 120.0
_PULSE = 15.0  # seconds without an event, after which a reader gets an empty batch

Owner = tuple[UUID, UUID]


@dataclass(frozen=True, slots=True)
class Entry:
    """One event with its number; `frame` is its envelope as JSON, encoded once for all readers."""

    seq: int
    kind: str
    data: dict[str, Any]
    frame: str


@dataclass(slots=True, eq=False)
class TurnLog:
    """The events of one turn of `owner`, a tenant and a user, numbered from `start` + 1 up.

    `rows` may hold its beginning, up to the number `rows_until`, as `compact` writes it. `on_change` is
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
        """Give `event` the next number and wake the readers."""
        entry = self.entry_for(event)
        self.take([entry])
        return entry

    def take(self, entries: Sequence[Entry]) -> None:
        """Append entries that have their numbers, and wake the readers."""
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
        """Nothing follows any more: readers that have all of it stop."""
        self.ended = True
        self._wake()
        if self.on_change:
            self.on_change(self)

    def is_complete(self) -> bool:
        """Return whether its last event is there; one that another process has taken ends without it."""
        return bool(self.entries) and self.entries[-1].kind == Done.type

    def after(self, seq: int) -> list[Entry]:
        """Return what stands after `seq`, merged."""
        begun = replay(self.rows, seq) if seq < self.rows_until else ()
        fresh = self.entries[bisect_right(self.entries, seq, key=lambda entry: entry.seq) :]
        return self._merged([*(self._entry(*event) for event in begun), *fresh])

    async def follow(self, after: int = 0, *, pulse: float = _PULSE) -> AsyncGenerator[list[Entry], None]:
        """Yield everything after `after` as it comes, in batches, until the turn has ended.

        A batch is empty where nothing has come for `pulse` seconds.
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
        # A new Event each time: whoever waits on the old one wakes, and nobody has to clear it.
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
    """The logs of all turns that run, or ended a moment ago, in this process."""

    def __init__(self) -> None:
        self._logs: dict[UUID, TurnLog] = {}
        self._awaited: dict[UUID, asyncio.Event] = {}

    def start(self) -> None:
        """Begin to hear other processes, if there can be any."""

    async def stop(self) -> None:
        """End what `start` began."""

    def open(self, turn_id: UUID, conversation_id: UUID, owner: Owner, start: int = 0) -> TurnLog:
        """Return the log of a turn that runs here, a new one if there is none."""
        log = self._logs.setdefault(turn_id, TurnLog(turn_id, conversation_id, owner, start))
        if turn_id in self._awaited:
            self._awaited.pop(turn_id).set()
        return log

    def find(self, turn_id: UUID) -> TurnLog | None:
        """Return the log of a turn that runs here, or ended a moment ago."""
        return self._logs.get(turn_id)

    async def elsewhere(
        self, turn_id: UUID, conversation_id: UUID, owner: Owner, after: int, idle: float
    ) -> AsyncGenerator[Sequence[Entry], None]:
        """Yield in batches what a turn that does not run here tells after `after`, as far as is heard here.

        It ends when nothing has come for `idle` seconds, or when the turn has begun here.
        """
        if turn_id not in self._logs:
            begun = self._awaited.setdefault(turn_id, asyncio.Event())
            try:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(begun.wait(), idle)
            finally:
                self._awaited.pop(turn_id, None)  # Whoever else waits looks again when their time is up.
        return
        yield  # which makes it a generator: this log hears of no other process

    async def recall(self, turn_id: UUID) -> list[list[Any]]:
        """Return as rows what a turn had told whose process is dead, as far as that is known here."""
        return []

    async def take(self, turn_id: UUID, token: str) -> str:
        """Return by its token the acceptance whose process answers a turn: this one, if it is the first.

        Empty if another process has begun to answer, of which no more is known.
        """
        return token

    async def cancel_at(self, worker: str, turn_id: UUID) -> None:
        """Tell the process `worker` that one of its turns is cancelled, if it can be told."""

    def close(self, log: TurnLog, *, is_stored: bool) -> None:
        """End a log, and forget it a while later. `is_stored` tells whether the database has its turn."""
        log.end()
        kept = _KEPT_STORED if is_stored else _KEPT_UNSTORED
        asyncio.get_running_loop().call_later(kept, self._logs.pop, log.turn_id, None)

    def forget(self, log: TurnLog) -> None:
        """Let go of the log of a turn that another process has taken: its readers go on with that one's."""
        self._logs.pop(log.turn_id, None)
        log.on_change = None
        log.end()
