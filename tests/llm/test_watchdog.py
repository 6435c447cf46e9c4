"""One timer for many waits, on a loop whose clock jumps to the next timer, so tests don't wait."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any

import pytest

from omniforge.llm.errors import ModelTimeout
from omniforge.llm.watchdog import Watchdog


class Leaping(selectors.DefaultSelector):
    """Moves the clock on by the time for which the loop would wait."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0
        return super().select(0)


def leaping(test: Coroutine[Any, Any, float]) -> float:
    """Run `test` on a loop with that clock and return what it returns."""
    selector = Leaping()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(test)


def test_overlong_wait_raises_and_leaves_the_task_uncancelled():
    async def cancelling() -> int:
        with pytest.raises(ModelTimeout, match=r"0\.02 seconds"), Watchdog(0.02) as watchdog:
            watchdog.wait()
            await asyncio.Event().wait()
        return asyncio.current_task().cancelling()

    assert leaping(cancelling()) == 0


def test_watchdog_limits_each_wait_separately():
    async def took() -> float:
        with Watchdog(0.1) as watchdog:
            for _ in range(3):
                watchdog.wait()
                await asyncio.sleep(0.06)
                watchdog.rest()
                await asyncio.sleep(0.12)
        return asyncio.get_running_loop().time()

    assert leaping(took()) == pytest.approx(3 * 0.18)


def test_wait_has_its_full_time_whenever_it_begins():
    async def ended() -> float:
        with pytest.raises(ModelTimeout), Watchdog(0.1) as watchdog:
            await asyncio.sleep(0.07)
            watchdog.wait()
            await asyncio.Event().wait()
        return asyncio.get_running_loop().time()

    assert leaping(ended()) == pytest.approx(0.17)


def test_cancellation_at_the_moment_of_timeout_is_kept():
    async def cancelled() -> bool:
        awaited = asyncio.get_running_loop().create_future()

        async def waits() -> None:
            with Watchdog(0.02) as watchdog:
                watchdog.wait()
                await awaited

        task = asyncio.create_task(waits())
        awaited.add_done_callback(lambda _: task.cancel())  # before it learns that the watchdog did so
        await asyncio.wait([task])
        return task.cancelled()

    assert leaping(cancelled())


def test_other_exception_during_the_timeout_is_raised():
    async def cancelling() -> int:
        with pytest.raises(KeyError), Watchdog(0.02) as watchdog:
            watchdog.wait()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                raise KeyError from None
        return asyncio.current_task().cancelling()

    assert leaping(cancelling()) == 0
