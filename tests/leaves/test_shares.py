"""Fair slots: nobody exceeds their share, and nobody waits for another's whole queue."""

import asyncio
from collections import Counter
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from omniforge.shares import Shares


class Work:
    """Work that finishes on command, and its log."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self.begun: list[str] = []
        self.running: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.asked: list[tuple[str, asyncio.Task[None]]] = []
        self._ends: dict[str, list[asyncio.Event]] = {}

    def take(self, step: str, who: str) -> None:
        """Do a step of `who`, if there is anything for it to be done to."""
        open_ = [task for one, task in self.asked if one == who and not task.done()]
        if step == "ask":
            self.ask(who)
        elif step == "end" and self.running[who]:
            self.end_one(who)
        elif step == "cancel" and len(open_) > self.running[who]:
            open_[-1].cancel()

    def waiting_for_nobody(self) -> Iterator[str]:
        """Yield who has work that runs, until there is none."""
        while running := +self.running:
            yield next(iter(running))

    def ask(self, who: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self._do(who))
        self.asked.append((who, task))
        return task

    async def _do(self, who: str) -> None:
        end = asyncio.Event()
        async with self._shares.slot(who):
            self.begun.append(who)
            self._ends.setdefault(who, []).append(end)
            self.running[who] += 1
            self.most[who] = max(self.most[who], self.running[who])
            self.most["all"] = max(self.most["all"], self.running.total())
            await end.wait()
            self.running[who] -= 1

    def end_one(self, who: str) -> None:
        self._ends[who].pop(0).set()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_work_within_the_limit_starts_at_once_and_the_rest_queues():
    work = Work(Shares(each=2))
    tasks = [work.ask("ann") for _ in range(4)]
    await settle()
    assert work.begun == ["ann", "ann"]
    work.end_one("ann")
    await settle()
    assert len(work.begun) == 3
    for _ in range(3):
        work.end_one("ann")
        await settle()
    await asyncio.gather(*tasks)


async def test_person_without_running_work_goes_first():
    work = Work(Shares(each=1, total=2))
    tasks = [work.ask("ann") for _ in range(10)]
    await settle()
    tasks.append(work.ask("bob"))
    await settle()
    assert work.begun == ["ann", "bob"]
    for task in tasks:
        task.cancel()


async def test_waiting_people_are_served_round_robin():
    work = Work(Shares(each=0, total=1))
    tasks = [work.ask(who) for who in ("ann", "ann", "ann", "bob", "bob", "eve")]
    for _ in range(6):
        await settle()
        work.end_one(work.begun[-1])
    await asyncio.gather(*tasks)
    assert work.begun == ["ann", "ann", "bob", "eve", "ann", "bob"]


async def test_cancelled_wait_loses_no_slot():
    work = Work(Shares(each=1))
    first, waiting, last = (work.ask("ann") for _ in range(3))
    await settle()
    waiting.cancel()
    work.end_one("ann")  # at the same moment
    await settle()
    assert len(work.begun) == 2
    work.end_one("ann")
    await asyncio.gather(first, last)
    assert work.running.total() == 0


async def test_limit_of_zero_is_unlimited():
    work = Work(Shares(each=0))
    tasks = [work.ask("ann") for _ in range(50)]
    await settle()
    assert work.running["ann"] == 50
    for task in tasks:
        task.cancel()


def test_slots_are_shared_between_event_loops():
    shares, done = Shares(each=1), []

    async def hold_while(other: "asyncio.Future[None]") -> None:
        async with shares.slot("ann"):
            await other

    async def take() -> None:
        async with shares.slot("ann"):
            done.append("taken")

    async def here() -> None:
        free = asyncio.get_running_loop().create_future()
        holder = asyncio.create_task(hold_while(free))
        await settle()
        elsewhere = asyncio.create_task(asyncio.to_thread(asyncio.run, take()))
        await asyncio.sleep(0)
        free.set_result(None)
        await asyncio.gather(holder, elsewhere)

    asyncio.run(here())
    assert done == ["taken"]


steps = st.tuples(st.sampled_from(["ask", "end", "cancel"]), st.sampled_from("abc"))


@given(each=st.integers(1, 3), total=st.integers(1, 4), steps=st.lists(steps, max_size=60))
def test_no_order_of_events_breaks_a_limit_or_loses_a_slot(
    each: int, total: int, steps: list[tuple[str, str]]
):
    async def play() -> None:
        work = Work(Shares(each, total))
        for step, who in steps:
            work.take(step, who)
            await settle()
        assert all(work.most[who] <= each for who in "abc") and work.most["all"] <= total
        for who in work.waiting_for_nobody():
            work.end_one(who)
            await settle()
        assert all(task.done() for _, task in work.asked)

    asyncio.run(play())
