"""Idle readers get heartbeats from one timer; busy ones get none."""

import asyncio

from conversations.turns.pulse import Pulse


async def test_who_waits_is_woken_each_time_and_told_once():
    woken = asyncio.Event()
    with Pulse(0.01, woken.set) as pulse:
        for _ in range(2):
            pulse.wait()
            async with asyncio.timeout(60):
                await woken.wait()
            woken.clear()
            assert (pulse.is_due(), pulse.is_due()) == (True, False)


async def test_nobody_is_woken_after_its_end():
    woken = asyncio.Event()
    with Pulse(0.0, woken.set):
        pass
    for _ in range(3):
        await asyncio.sleep(0)
    assert not woken.is_set()
