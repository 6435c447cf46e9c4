"""Any number of readers get every event once, in order, at their own pace."""

import asyncio
import random

import orjson
from hypothesis import given
from hypothesis import strategies as st

from agents.events import AgentPhase, Done, Event, Operation, TextDelta
from conversations.turns.eventlog import EventLog, TurnLog
from conversations.turns.replay import compact, replay
from omniforge.ids import new_id

DONE = Done("m", "completed")
texts = st.builds(TextDelta, st.text(min_size=1, max_size=5))
others = st.sampled_from(
    [AgentPhase("thinking", "a"), AgentPhase("executing", "b"), Operation("read", "agent", "x", "done")]
)


def new_log() -> TurnLog:
    return EventLog().open(new_id(), new_id(), (new_id(), new_id()))


def said(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def results(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Operation)]


async def read_all(log: TurnLog, after: int = 0, pause: float = 0) -> list[tuple[int, Event]]:
    got: list[tuple[int, Event]] = []
    async for batch in log.follow(after):
        got.extend((entry.seq, entry.event) for entry in batch)
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
        seqs = [seq for seq, _ in got]
        kept = [event for _, event in got]
        assert seqs == sorted(set(seqs))
        assert said(kept) == said(events)
        assert results(kept) == results(events)
        assert kept[-1] == DONE


@given(st.lists(st.one_of(texts, others), min_size=1, max_size=40), st.data())
async def test_resuming_anywhere_loses_and_repeats_nothing(events, data):
    log = new_log()
    for event in [*events, DONE]:
        log.append(event)
    log.end()
    after = data.draw(st.integers(0, len(events)))
    rest = [event for _, event in await read_all(log, after)]
    assert said(events[:after]) + said(rest) == said(events)


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


async def test_a_reader_that_waits_for_a_turn_gets_its_log_when_it_begins():
    logs, turn_id = EventLog(), new_id()
    waiting = asyncio.create_task(logs.wait_for(turn_id, 120))
    await asyncio.sleep(0)
    log = logs.open(turn_id, new_id(), (new_id(), new_id()))
    assert await waiting is log


async def test_a_reader_that_waits_in_vain_is_told_so_and_leaves_nothing_behind():
    logs = EventLog()
    assert await logs.wait_for(new_id(), 0.01) is None
    leaves = asyncio.create_task(logs.wait_for(new_id(), 5))
    await asyncio.sleep(0)
    leaves.cancel()
    await asyncio.gather(leaves, return_exceptions=True)
    assert not logs._awaited
