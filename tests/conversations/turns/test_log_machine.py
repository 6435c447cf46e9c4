"""Both event logs, of one process and of all, driven at random through the life of turns.

A model holds each turn's events; whatever happened, no reader anywhere may get anything else.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from agents.events import Done, Event, Operation, Session, TextDelta
from conversations.turns.abandoned import NUMBERS_LOST
from conversations.turns.eventlog import Entry, EventLog, TurnLog
from conversations.turns.replay import replay
from conversations.turns.shared import tail
from conversations.turns.shared.log import SharedEventLog
from omniforge.storage.ids import new_id

OWNER = (new_id(), new_id())
WORDS = st.lists(st.sampled_from(["a ", "b ", "c "]).map(TextDelta), min_size=1, max_size=4)
EVENTS = st.one_of(WORDS, st.just([Operation("read", "agent", "x", "done")]))
PLACES = st.integers(0, 1)
Told = list[tuple[int, str, dict[str, Any]]]


class Process:
    """A web process: its log, and the turns that it has to cancel."""

    def __init__(self, url: str | None) -> None:
        self.worker = new_id().hex
        self.cancelled: asyncio.Queue[UUID] = asyncio.Queue()
        self.log = SharedEventLog(url, self.worker, self.cancelled.put_nowait) if url else EventLog()
        self.log.start()


@dataclass(eq=False)
class Running:
    """The expected state of a turn: `told` are its events, `at` its process (None: it died)."""

    turn_id: UUID
    at: Process | None
    log: TurnLog
    told: Told = field(default_factory=list)
    takers: int = 1

    @property
    def is_over(self) -> bool:
        return bool(self.told) and self.told[-1][1] == "done"


def shown(told: Told) -> tuple[str, list[int]]:
    """Return a reader's view: the text, and the numbers of other events; a session starts over."""
    begins = [number for number, (_, kind, _) in enumerate(told) if kind == "session"]
    last = told[begins[-1] :] if begins else told
    text = "".join(data["text"] for _, kind, data in last if kind == "text_delta")
    return text, [seq for seq, kind, _ in last if kind != "text_delta"]


class LogMachine(RuleBasedStateMachine):
    """The possible events of turns. `url` is the Redis of the log, or None."""

    def __init__(self, url: str | None) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.url = url
        self.all: list[Running] = []

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 30))

    @initialize()
    def begin(self) -> None:
        self.processes = [self.run(self._process()) for _ in range(2)]

    async def _process(self) -> Process:
        return Process(self.url)

    def teardown(self) -> None:
        for process in self.processes:
            self.run(process.log.stop())
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()

    # --- What happens ---------------------------------------------------------------------------

    @precondition(lambda self: len(self.all) < 3)
    @rule(place=PLACES)
    def accept(self, place: int) -> None:
        turn_id = new_id()
        process = self.processes[place]
        turn = Running(turn_id, process, self.run(self._opened(process, turn_id, 0)))
        self.all.append(turn)
        self._tell(turn, [self._session(turn)])

    @precondition(lambda self: self.running)
    @rule(which=st.integers(0, 2), events=EVENTS)
    def append(self, which: int, events: list[Event]) -> None:
        self._tell(self.running[which % len(self.running)], events)

    @precondition(lambda self: self.have_spoken)
    @rule(place=PLACES)
    def cancel(self, place: int) -> None:
        turn = self.have_spoken[0]
        self.run(self.processes[place].log.cancel_at(turn.at.worker, turn.turn_id))
        if self.url:
            assert self.run(turn.at.cancelled.get()) == turn.turn_id
        self._end(turn, "cancelled")

    @precondition(lambda self: self.have_spoken)
    @rule()
    def finish(self) -> None:
        self._end(self.have_spoken[0], "completed")

    @precondition(lambda self: self.have_spoken)
    @rule(place=PLACES)
    def crash(self, place: int) -> None:
        """The process dies. Others know only the beginning of its events, which had reached them."""
        process = self.processes[place]
        self.run(self._crashed(process))
        self.processes[place] = self.run(self._process())
        for turn in (one for one in self.all if one.at is process):
            turn.at = None
            if not turn.is_over:
                known = replay(self.run(self.processes[place].log.recall(turn.turn_id)), 0)
                turn.told = self._beginning(turn, known)

    @precondition(lambda self: self.have_spoken)
    @rule(place=PLACES)
    def drain(self, place: int) -> None:
        """The process shuts down cleanly: all its events have reached the others."""
        process = self.processes[place]
        self.run(process.log.stop())
        self.processes[place] = self.run(self._process())
        for turn in (one for one in self.all if one.at is process):
            turn.at = None
            if not turn.is_over:
                known = replay(self.run(self.processes[place].log.recall(turn.turn_id)), 0)
                before, turn.told = turn.told, self._beginning(turn, known)
                assert shown(turn.told) == (shown(before) if self.url else ("", []))

    @precondition(lambda self: self.orphans)
    @rule(place=PLACES)
    def adopt(self, place: int) -> None:
        turn = self.orphans[0]
        turn.at, start = self.processes[place], NUMBERS_LOST * turn.takers
        turn.takers += 1
        turn.log = self.run(self._opened(turn.at, turn.turn_id, start))
        self._tell(turn, [self._session(turn)])

    @precondition(lambda self: self.all)
    @rule(which=st.integers(0, 2), place=PLACES, part=st.floats(0, 1))
    def resume(self, which: int, place: int, part: float) -> None:
        """A reader with the beginning resumes anywhere, and gets the same events as everybody."""
        turn = self.all[which % len(self.all)]
        if turn.is_over and not turn.at:
            return  # the database has it, and no log need have
        seen = turn.told[: round(part * len(turn.told))]
        process = self.processes[place]
        if turn.at is process:
            heard = [(one.seq, one.kind, one.data) for one in turn.log.after(seen[-1][0] if seen else 0)]
        else:
            heard = self.run(self._heard(process, turn, seen))
        seqs = [seq for seq, *_ in heard]
        assert seqs == sorted(set(seqs))
        if turn.at is process or (self.url and turn.told):
            assert shown([*seen, *heard]) == shown(turn.told)
        else:
            assert not heard

    # --- Of which turns -------------------------------------------------------------------------

    @property
    def running(self) -> list[Running]:
        return [turn for turn in self.all if turn.at and not turn.is_over]

    @property
    def have_spoken(self) -> list[Running]:
        return [turn for turn in self.running if any(kind == "text_delta" for _, kind, _ in turn.told)]

    @property
    def orphans(self) -> list[Running]:
        return [turn for turn in self.all if not turn.at and not turn.is_over]

    # --- How ------------------------------------------------------------------------------------

    async def _opened(self, process: Process, turn_id: UUID, start: int) -> TurnLog:
        return process.log.open(turn_id, turn_id, OWNER, start)

    def _session(self, turn: Running) -> Session:
        return Session(str(turn.turn_id), 1, str(turn.turn_id), "")

    def _tell(self, turn: Running, events: list[Event]) -> None:
        turn.told += [(one.seq, one.kind, one.data) for one in self.run(self._appended(turn.log, events))]

    async def _appended(self, log: TurnLog, events: list[Event]) -> list[Entry]:
        return [log.append(event) for event in events]

    def _end(self, turn: Running, how: Any) -> None:
        self._tell(turn, [Done("m", how)])
        self.run(self._closed(turn))

    async def _closed(self, turn: Running) -> None:
        turn.log.end()  # what is kept of it then, and for how long, is no part of the log's word

    async def _crashed(self, process: Process) -> None:
        """End a process between two of its requests, with what it had not sent yet."""
        if isinstance(process.log, SharedEventLog):
            process.log._mirror._changed.clear()
        await process.log.stop()

    def _beginning(self, turn: Running, known: Told) -> Told:
        """Return the known events of a turn, which have to be a prefix of all."""
        last = known[-1][0] if known else 0
        beginning = [one for one in turn.told if one[0] <= last]
        assert shown(known) == shown(beginning)
        return beginning

    async def _heard(self, process: Process, turn: Running, seen: Told) -> Told:
        after, last = seen[-1][0] if seen else 0, turn.told[-1][0] if turn.told else 0
        heard: Told = []
        idle = 0.5 if self.url and after < last else 0.01
        while True:
            coming = process.log.elsewhere(turn.turn_id, turn.turn_id, OWNER, after, idle)
            async for batch in coming:
                heard += [(one.seq, one.kind, one.data) for one in batch]
                after = batch[-1].seq if batch else after
                if after >= last:
                    await coming.aclose()
                    return heard
            if not self.url or after >= last:
                return heard


def machine(url: str | None) -> Callable[[], LogMachine]:
    return lambda: LogMachine(url)


@pytest.mark.parametrize("where", ["memory", "redis"])
def test_whatever_happens_every_reader_has_what_was_told(
    where: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        tail, "_WAIT", 20
    )  # milliseconds, for which many processes that end may be waited for
    url = request.getfixturevalue("redis_url") if where == "redis" else None
    examples = settings(max_examples=12 if url else 25, stateful_step_count=25)
    run_state_machine_as_test(machine(url), settings=examples)
