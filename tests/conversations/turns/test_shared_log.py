"""The event log shared by all web processes: readers at any of them get each event live, once, in order."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from redis import Redis

from agents.events import AgentPhase, Done, Event, Operation, TextDelta
from conversations.turns.eventlog import Entry, EventLog, TurnLog
from conversations.turns.shared import mirror
from conversations.turns.shared.log import SharedEventLog
from conversations.turns.shared.stored import stream_of
from omniforge.storage.ids import new_id
from tests.waiting import until_true

OWNER = (new_id(), new_id())
DONE = Done("m", "completed")

_POOL = 4  # most connections of a process


class Process:
    """The log of one web process, and the turns that it was told to cancel."""

    def __init__(self, url: str) -> None:
        self.worker = new_id().hex
        self.cancelled: asyncio.Queue[UUID] = asyncio.Queue()
        self.log = SharedEventLog(url, self.worker, self.cancelled.put_nowait)
        self.log.start()


@pytest.fixture
async def here(redis_url: str) -> AsyncIterator[Process]:
    process = Process(redis_url)
    yield process
    await process.log.stop()


@pytest.fixture
async def there(redis_url: str) -> AsyncIterator[Process]:
    process = Process(redis_url)
    yield process
    await process.log.stop()


@pytest.fixture
def store(redis_url: str) -> "Redis[bytes]":
    return Redis.from_url(redis_url)


def begin(process: Process, start: int = 0) -> TurnLog:
    return process.log.open(new_id(), new_id(), OWNER, start)


async def read(
    logs: EventLog, log: TurnLog, after: int = 0, idle: float = 5.0, got: list[Entry] | None = None
) -> list[Entry]:
    """Return what another process hears of a turn until its end, or until nothing comes. `got` is filled."""
    got = [] if got is None else got
    async with asyncio.timeout(60):
        async for batch in logs.elsewhere(log.turn_id, log.conversation_id, OWNER, after, idle):
            got.extend(batch)
            if got[-1].kind == "done":
                break
    return got


def text_of(entries: list[Entry]) -> str:
    return "".join(entry.data["text"] for entry in entries if entry.kind == "text_delta")


async def write(log: TurnLog, events: list[Event], pause: float = 0.0) -> None:
    for event in events:
        log.append(event)
        await asyncio.sleep(pause)


def words(number: int) -> list[Event]:
    return [TextDelta(f"w{n} ") for n in range(number)]


async def test_what_is_written_here_is_read_there_before_its_end(here: Process, there: Process):
    log = begin(here)
    heard = there.log.elsewhere(log.turn_id, log.conversation_id, OWNER, 0, 30.0)
    log.append(TextDelta("Good "))
    assert text_of(list(await anext(heard))) == "Good "
    log.append(TextDelta("morning"))
    assert text_of(list(await anext(heard))) == "morning"
    await heard.aclose()


@pytest.mark.parametrize("tail", [256, 2])
async def test_readers_of_any_pace_get_all_once_in_order_from_any_number(
    here: Process, there: Process, monkeypatch: pytest.MonkeyPatch, tail: int
):
    monkeypatch.setattr(mirror, "_TAIL", tail)
    log, chance = begin(here), random.Random(7)
    events: list[Event] = [*words(30), Operation("read", "agent", "x", "done"), *words(30), DONE]
    writing = asyncio.create_task(write(log, events, 0.004))
    starts = [chance.randrange(60) for _ in range(12)]

    async def join(after: int) -> list[Entry]:
        await asyncio.sleep(chance.random() / 5)
        return await read(there.log, log, after)

    for after, got in zip(starts, await asyncio.gather(*map(join, starts)), strict=True):
        seqs = [entry.seq for entry in got]
        assert seqs == sorted(set(seqs))
        assert seqs[-1] == len(events)
        before = "".join(event.text for event in events[:after] if isinstance(event, TextDelta))
        assert before + text_of(got) == "".join(e.text for e in events if isinstance(e, TextDelta))
    await writing


async def test_a_reader_may_come_first(here: Process, there: Process):
    turn = TurnLog(new_id(), new_id(), OWNER)
    reading = asyncio.create_task(read(there.log, turn))
    await until_true(lambda: stream_of(turn.turn_id) in there.log._tail._followed)
    log = here.log.open(turn.turn_id, turn.conversation_id, OWNER)
    await write(log, [*words(3), DONE])
    assert text_of(await reading) == "w0 w1 w2 "


async def test_a_turn_that_was_taken_up_goes_on_with_higher_numbers(here: Process, there: Process):
    log = begin(here)
    heard: list[Entry] = []
    reading = asyncio.create_task(read(there.log, log, got=heard))
    await write(log, words(2))
    await until_true(lambda: text_of(heard) == "w0 w1 ")
    again = there.log.open(log.turn_id, log.conversation_id, OWNER, 1_000_000)
    await write(again, [TextDelta("and more"), DONE])
    got = await reading
    assert text_of(got) == "w0 w1 and more"
    assert got[-1].seq == 1_000_002


async def test_what_a_process_had_said_outlives_it(here: Process, there: Process):
    log = begin(here)
    await write(log, [AgentPhase("thinking", "a"), *words(5)])
    await here.log.stop()
    rows = await there.log.recall(log.turn_id)
    assert "".join(row[2] for row in rows if row[1] == "text") == "w0 w1 w2 w3 w4 "
    assert rows[-1][0] == 6


async def test_a_cancel_is_heard_at_once_by_the_process_that_runs_the_turn(here: Process, there: Process):
    turn_id = new_id()
    await there.log.cancel_at(here.worker, turn_id)
    async with asyncio.timeout(60):
        assert await here.cancelled.get() == turn_id
    assert there.cancelled.empty()


async def test_one_acceptance_alone_answers_a_message(here: Process, there: Process):
    turn_id = new_id()
    tokens = [(here, "here/1"), (there, "there/1"), (here, "here/2")]
    assert [await process.log.take(turn_id, token) for process, token in tokens] == ["here/1"] * 3
    log = begin(here)
    await write(log, words(1), 0.05)
    assert await there.log.take(log.turn_id, "there/2") == ""


async def test_nothing_in_redis_can_be_read_without_the_key(here: Process, there: Process, store: Redis):
    log = begin(here)
    await write(log, [TextDelta("Confidential"), DONE])
    log.end()
    await read(there.log, log)
    held = [store.dump(key) for key in store.scan_iter(f"turn:{log.turn_id.hex}:*")]
    assert len(held) == 2
    assert not any(b"Confidential" in value for value in held)


async def test_logs_do_not_stay_for_ever(here: Process, there: Process, store: Redis):
    log = begin(here)
    await write(log, [TextDelta("x"), DONE])
    await read(there.log, log)
    log.end()
    await here.log.stop()
    kept = [*store.scan_iter(f"turn:{log.turn_id.hex}:*"), f"process:{there.worker}"]
    assert len(kept) == 3
    assert all(0 < store.ttl(key) <= 3600 for key in kept)


async def test_with_redis_frozen_readers_here_go_on_and_those_there_catch_up(
    here: Process, there: Process, store: Redis
):
    log = begin(here)
    await write(log, words(2), 0.05)
    pid = store.info()["process_id"]
    os.kill(pid, signal.SIGSTOP)
    try:
        await write(log, words(50), 0.02)
        assert text_of(log.after(0)).count("w") == 52
        assert await read(there.log, log, idle=0.1) == []
    finally:
        os.kill(pid, signal.SIGCONT)
    log.append(DONE)
    got: list[Entry] = []
    while not got or got[-1].kind != "done":
        got += await read(there.log, log, got[-1].seq if got else 0, idle=1.0)
    assert text_of(got) == text_of(log.after(0))


async def test_what_redis_has_lost_is_never_left_out(here: Process, there: Process, store: Redis):
    log = begin(here)
    await write(log, words(3), 0.05)
    while text_of(await read(there.log, log, idle=0.1)) != "w0 w1 w2 ":
        pass  # on a busy machine it is there later, and what isn't there can't be lost
    store.flushall()
    await write(log, words(3), 0.05)
    assert text_of(await read(there.log, log, idle=0.1)) == ""
    log.append(DONE)
    log.end()
    got: list[Entry] = []
    while not got:
        got = await read(there.log, log, idle=0.1)
    assert text_of(got) == text_of(log.after(0))


async def test_a_hundred_readers_take_no_further_connection(here: Process, there: Process, store: Redis):
    before = len(store.client_list())  # of this server, which earlier tests used, too
    logs = [begin(here) for _ in range(100)]
    readings = [asyncio.create_task(read(there.log, log)) for log in logs]
    await asyncio.gather(*(write(log, words(2), 0.05) for log in logs))
    held = len(store.client_list())
    for log in logs:
        log.append(DONE)
    assert all(text_of(got) == "w0 w1 " for got in await asyncio.gather(*readings))
    assert held - before <= 2 * _POOL


async def test_of_a_turn_that_was_taken_nothing_more_is_written_or_kept(here: Process, store: Redis):
    log = begin(here)
    here.log.forget(log)
    await write(log, words(2), 0.05)
    await here.log.stop()
    assert not [*store.scan_iter(f"turn:{log.turn_id.hex}:*")]
    assert not here.log._mirror._written
