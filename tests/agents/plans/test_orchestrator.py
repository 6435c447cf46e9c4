"""A plan is carried out in order, at once where it can be; a failure costs no more than what needs it."""

import asyncio
from collections.abc import Iterable

import pytest

from agents.events import StepChanged
from agents.models import PlanStep, StepStatus
from agents.plans.orchestrator import AT_ONCE, Orchestrator, Progress, Results, StepWaits
from agents.plans.plan import Plan, Stage, Step
from agents.plans.storing import StepResult, keep_plan, load_plan
from agents.runs.context import RunContext
from agents.tools.tool import ToolFailed
from omniforge.database import in_database
from omniforge.tenants.access import Access
from tests.agents.tools.contexts import run_context, told

pytestmark = pytest.mark.django_db(transaction=True)


def step(name: str, *inputs: str) -> Step:
    return Step(name, f"Do {name}", "writer", inputs=inputs)


# Three stages and nine steps; b fails, and d and h need it.
PLAN = Plan(
    "Nine steps",
    (
        Stage("1", "Find", "parallel", (step("a"), step("b"), step("c"))),
        Stage("2", "Make", "parallel", (step("d", "b"), step("e", "a"), step("f", "c"))),
        Stage("3", "Join", "sequence", (step("g", "e", "f"), step("h", "d"), step("i", "g"))),
    ),
)


class Work:
    """Does the steps: fails those named, and keeps when each began and ended."""

    def __init__(
        self,
        *,
        failing: Iterable[str] = (),
        waiting: Iterable[str] = (),
        meeting: Iterable[str] = (),
        seconds: float = 0.0,
    ) -> None:
        """Steps named in one text of `meeting` end only when all of them, or five of them, have begun."""
        self.failing, self.waiting, self.seconds = set(failing), set(waiting), seconds
        self.began: list[str] = []
        self.running = self.most = 0
        self.meeting = {
            name: barrier
            for names in map(str.split, meeting)
            for barrier in [asyncio.Barrier(min(len(names), AT_ONCE))]
            for name in names
        }

    async def __call__(self, step: Step, results: Results) -> StepResult:
        assert set(results) == set(step.inputs)
        self.began.append(step.id)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            if step.id in self.meeting:
                await self.meeting[step.id].wait()
            await asyncio.sleep(self.seconds)
        finally:
            self.running -= 1
        if step.id in self.failing:
            raise ToolFailed("The source is closed.")
        if step.id in self.waiting:
            raise StepWaits
        return StepResult(f"{step.id} is done")


@pytest.fixture
async def run(ann: Access) -> RunContext:
    return await in_database(run_context, ann)


async def carry_out(run: RunContext, plan: Plan, work: Work) -> Progress:
    plan_id = await in_database(keep_plan, run.run_id, plan)
    orchestrator = Orchestrator(plan_id, plan, run.channel, work)
    if stored := await in_database(load_plan, run.run_id):
        orchestrator.progress.results.update(stored.results)
    return await orchestrator.run()


def changes(run: RunContext) -> list[tuple[str, str]]:
    return [(event.step_id, event.status) for event in told(run) if isinstance(event, StepChanged)]


async def test_one_failure_skips_those_that_need_it_by_name_and_nothing_else(run: RunContext):
    progress = await carry_out(run, PLAN, Work(failing={"b"}))
    assert set(progress.results) == {"a", "c", "e", "f", "g", "i"}
    assert progress.failed == {"b": "The source is closed."}
    assert progress.skipped == {
        "d": "It needs 'Do b', which was not done.",
        "h": "It needs 'Do d', which was not done.",
    }
    stored = dict([pair async for pair in PlanStep.objects.values_list("key", "status")])
    assert (stored["b"], stored["d"], stored["i"]) == ("failed", "skipped", "done")


async def test_steps_are_told_live_and_stages_keep_their_order(run: RunContext):
    async with asyncio.timeout(60):
        await carry_out(run, PLAN, Work(failing={"b"}, meeting=["a b c"]))
    told_of = changes(run)
    assert sorted(told_of[:3]) == [("a", "running"), ("b", "running"), ("c", "running")]
    ends = {name: place for place, (name, status) in enumerate(told_of) if status != "running"}
    starts = {name: place for place, (name, status) in enumerate(told_of) if status == "running"}
    assert max(ends[name] for name in "abc") < min(starts[name] for name in "ef")
    assert ends["g"] < starts["i"]


async def test_what_can_be_done_at_once_is(run: RunContext):
    work = Work(meeting=["a b c", "d e f"])
    async with asyncio.timeout(60):
        progress = await carry_out(run, PLAN, work)
    assert len(progress.results) == 9 and work.most == 3


async def test_no_more_than_five_steps_run_at_once(run: RunContext):
    many = Plan("Many", (Stage("1", "All", "parallel", tuple(step(f"s{n}") for n in range(10))),))
    work = Work(meeting=[" ".join(f"s{n}" for n in range(10))], seconds=0.05)
    async with asyncio.timeout(60):
        await carry_out(run, many, work)
    assert work.most == AT_ONCE and len(work.began) == 10


async def test_another_process_goes_on_without_doing_a_finished_step_again(run: RunContext):
    first = Work(waiting={"e"})
    assert (await carry_out(run, PLAN, first)).waiting == {"e"}
    second = Work()
    progress = await carry_out(run, PLAN, second)
    assert set(second.began) == {"e", "g", "h", "i"} and len(progress.results) == 9


async def test_inputs_count_within_a_stage_too(run: RunContext):
    chain = Plan("Chain", (Stage("1", "All", "parallel", (step("z", "y"), step("y", "x"), step("x"))),))
    work = Work()
    await carry_out(run, chain, work)
    assert work.began == ["x", "y", "z"]


async def test_a_step_that_breaks_does_not_break_the_plan(run: RunContext):
    class Broken(Work):
        async def __call__(self, step: Step, results: Results) -> StepResult:
            if step.id == "a":
                raise RuntimeError("a secret of ours")
            return await super().__call__(step, results)

    progress = await carry_out(run, PLAN, Broken())
    assert progress.failed == {"a": "It failed on our side."}
    assert {"b", "c", "d", "f", "h"} <= set(progress.results)


async def test_what_waits_is_pending_for_the_next_time(run: RunContext):
    await carry_out(run, PLAN, Work(waiting={"e"}))
    assert (await PlanStep.objects.aget(key="e")).status == StepStatus.PENDING
    assert ("e", "waiting") in changes(run)
