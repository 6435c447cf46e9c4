"""Any number of readers get every event once, in order, at their own pace."""

import asyncio
import random
from collections.abc import Iterable
from uuid import UUID

import orjson
from hypothesis import given
from hypothesis import strategies as st

from agents.events import AgentPhase, Done, Event, Operation, TextDelta
from conversations.turns.eventlog import Entry, EventLog, TurnLog
from conversations.turns.replay import compact, replay
from omniforge.storage.ids import new_id

DONE = Done("m", "completed")
OWNER = (new_id(), new_id())
texts = st.builds(TextDelta, st.text(min_size=1, max_size=5))
others = st.sampled_from(
    [AgentPhase("thinking", "a"), AgentPhase("executing", "b"), Operation("read", "agent", "x", "done")]
)


def new_log() -> TurnLog:
    return EventLog().open(new_id(), new_id(), OWNER)


def said(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def text_of(entries: list[Entry]) -> str:
    return "".join(entry.data["text"] for entry in entries if entry.kind == "text_delta")


def operations(kinds: Iterable[str]) -> int:
    return sum(kind == "operation" for kind in kinds)


async def read_all(log: TurnLog, after: int = 0, pause: float = 0) -> list[Entry]:
    got: list[Entry] = []
    async for batch in log.follow(after):
        got.extend(batch)
        await asyncio.sleep(pause)
    return got


@given(st.lists(st.one_of(texts, others), max_size=40), st.integers(0, 5))
async def test_readers_of_any_pace_get_all_text_and_every_result_once_in_order(events, readers):
    log = new_log()
    reading = [asyncio.create_task(read_all(log, pause=number / 10_000)) for number in range(readers + 1)]
    for event in [*events, DONE]:
        log.append(event)
        if random.random() < 0.3:
            await asyncio.sleep(0)
    log.end()
    for got in await asyncio.gather(*reading):
        seqs = [entry.seq for entry in got]
        assert seqs == sorted(set(seqs))
        assert text_of(got) == said(events)
        assert operations(entry.kind for entry in got) == operations(event.type for event in events)
        assert got[-1].kind == "done"


@given(st.lists(st.one_of(texts, others), min_size=1, max_size=40), st.data())
async def test_resuming_anywhere_loses_and_repeats_nothing(events, data):
    log = new_log()
    for event in [*events, DONE]:
        log.append(event)
    log.end()
    after = data.draw(st.integers(0, len(events)))
    assert said(events[:after]) + text_of(await read_all(log, after)) == said(events)


@given(st.lists(st.one_of(texts, others), min_size=1, max_size=40), st.data())
async def test_a_replay_from_storage_equals_the_live_stream_after_any_number(events, data):
    log = new_log()
    for event in [*events, DONE]:
        log.append(event)
    rows = orjson.loads(orjson.dumps(compact(log.entries)))
    after = data.draw(st.integers(0, len(events)))
    again = replay(rows, after)
    text = "".join(payload["text"] for _, kind, payload in again if kind == "text_delta")
    assert said(events[:after]) + text == said(events)
    assert again[-1][:2] == (len(events) + 1, "done")
    assert all(seq > after for seq, _, _ in again)


async def wait_for(logs: EventLog, turn_id: UUID, seconds: float) -> None:
    async for _ in logs.elsewhere(turn_id, new_id(), OWNER, 0, seconds):
        raise AssertionError("nothing is heard from other processes")


async def test_a_reader_that_waits_for_a_turn_looks_again_when_it_begins():
    logs, turn_id = EventLog(), new_id()
    waiting = asyncio.create_task(wait_for(logs, turn_id, 120))
    await asyncio.sleep(0)
    log = logs.open(turn_id, new_id(), OWNER)
    await waiting
    assert logs.find(turn_id) is log


async def test_a_reader_that_waits_in_vain_looks_again_and_leaves_nothing_behind():
    logs = EventLog()
    await wait_for(logs, new_id(), 0.01)
    leaves = asyncio.create_task(wait_for(logs, new_id(), 5))
    await asyncio.sleep(0)
    leaves.cancel()
    await asyncio.gather(leaves, return_exceptions=True)
    assert not logs._awaited
