"""Steps run in order, in parallel if possible; a failure only skips the steps that need it."""

import asyncio
from collections.abc import Iterable

import pytest

from agents.events import StepChanged
from agents.failures import ToolFailed
from agents.runs.steps import AT_ONCE, Orchestrator, Progress, Results, Stage, Step, StepWaits
from agents.tools.run_context import RunContext
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.tools.contexts import run_context, told

pytestmark = pytest.mark.django_db(transaction=True)


def step(name: str, *inputs: str) -> Step:
    return Step(name, f"Do {name}", inputs)


# Four stages and nine steps; b fails, and d and h need it.
PLAN = (
    Stage("1", "Find", (step("a"), step("b"), step("c"))),
    Stage("2", "Make", (step("d", "b"), step("e", "a"), step("f", "c"))),
    Stage("3", "Join", (step("g", "e", "f"), step("h", "d"))),
    Stage("4", "Check", (step("i", "g"),)),
)


class Work:
    """Carries out the steps: fails those named, and records when each began and ended."""

    def __init__(
        self,
        *,
        failing: Iterable[str] = (),
        waiting: Iterable[str] = (),
        meeting: Iterable[str] = (),
    ) -> None:
        """Steps named in one text of `meeting` end only when all of them, or five of them, have begun."""
        self.failing, self.waiting = set(failing), set(waiting)
        self.began: list[str] = []
        self.running = self.most = 0
        self.meeting = {
            name: barrier
            for names in map(str.split, meeting)
            for barrier in [asyncio.Barrier(min(len(names), AT_ONCE))]
            for name in names
        }

    async def __call__(self, step: Step, results: Results) -> str:
        assert set(results) == set(step.inputs)
        self.began.append(step.id)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            if step.id in self.meeting:
                await self.meeting[step.id].wait()
            await asyncio.sleep(0)
        finally:
            self.running -= 1
        if step.id in self.failing:
            raise ToolFailed("The source is closed.")
        if step.id in self.waiting:
            raise StepWaits
        return f"{step.id} is done"


@pytest.fixture
async def run(ann: Access) -> RunContext:
    return await in_database(run_context, ann)


async def carry_out(run: RunContext, plan: tuple[Stage, ...], work: Work) -> Progress:
    return await Orchestrator(plan, run.channel, work).run()


def changes(run: RunContext) -> list[tuple[str, str]]:
    return [(event.step_id, event.status) for event in told(run) if isinstance(event, StepChanged)]


async def test_failed_step_skips_only_its_dependants(run: RunContext):
    progress = await carry_out(run, PLAN, Work(failing={"b"}))
    assert set(progress.results) == {"a", "c", "e", "f", "g", "i"}
    assert progress.failed == {"b": "The source is closed."}
    assert progress.skipped == {
        "d": "It needs 'Do b', which was not done.",
        "h": "It needs 'Do d', which was not done.",
    }


async def test_steps_are_reported_live_in_stage_order(run: RunContext):
    async with asyncio.timeout(60):
        await carry_out(run, PLAN, Work(failing={"b"}, meeting=["a b c"]))
    told_of = changes(run)
    assert sorted(told_of[:3]) == [("a", "running"), ("b", "running"), ("c", "running")]
    ends = {name: place for place, (name, status) in enumerate(told_of) if status != "running"}
    starts = {name: place for place, (name, status) in enumerate(told_of) if status == "running"}
    assert max(ends[name] for name in "abc") < min(starts[name] for name in "ef")
    assert ends["g"] < starts["i"]


async def test_independent_steps_run_concurrently(run: RunContext):
    work = Work(meeting=["a b c", "d e f"])
    async with asyncio.timeout(60):
        progress = await carry_out(run, PLAN, work)
    assert len(progress.results) == 9 and work.most == 3


async def test_no_more_than_five_steps_run_at_once(run: RunContext):
    many = (Stage("1", "All", tuple(step(f"s{n}") for n in range(10))),)
    work = Work(meeting=[" ".join(f"s{n}" for n in range(10))])
    async with asyncio.timeout(60):
        await carry_out(run, many, work)
    assert work.most == AT_ONCE and len(work.began) == 10


async def test_crashed_step_does_not_abort_the_plan(run: RunContext):
    class Broken(Work):
        async def __call__(self, step: Step, results: Results) -> str:
            if step.id == "a":
                raise RuntimeError("a secret of ours")
            return await super().__call__(step, results)

    progress = await carry_out(run, PLAN, Broken())
    assert progress.failed == {"a": "It failed on our side."}
    assert {"b", "c", "d", "f", "h"} <= set(progress.results)


async def test_waiting_step_holds_the_next_stages(run: RunContext):
    work = Work(waiting={"e"})
    assert (await carry_out(run, PLAN, work)).waiting == {"e"}
    assert set(work.began) == set("abcdef") and ("e", "waiting") in changes(run)
