"""Agents delegate to each other, as far as their person may."""

import asyncio

import pytest

from agents.models import AgentRun
from agents.runs.loop_control import RunningLoopControl
from agents.runs.runner import carry_out
from agents.tools.run_context import RunContext
from omniforge.tenants.models import Role
from tests.agents.tools.contexts import run_context
from tests.agents.workspace.calls import call, given
from tests.factories import make_member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


@pytest.fixture
def run(ann) -> RunContext:
    return run_context(ann)


class TestAnAuditor:
    @pytest.fixture
    def run(self, acme) -> RunContext:
        return run_context(make_member(acme, role=Role.AUDITOR))

    async def test_looks_and_builds_nothing(self, run):
        assert (await given(run, "list", kind="agent"))["total"] == 3
        for tool, arguments in (
            ("save_agent", {"name": "x", "purpose": "x", "instructions": "x"}),
            ("save_agent", {"agent": "notion-reporter", "state": "paused"}),
        ):
            assert "An auditor reads only" in (await call(run, tool, **arguments)).text


class TestAnotherAgentAtWork:
    async def test_it_does_two_parts_at_once_each_in_a_run_of_its_own(self, run):
        run.control = RunningLoopControl(run, carry_out)
        tasks = [
            f"Summarise this: {part} {'It rose, it fell. ' * 8}and so on." for part in ("Revenue.", "Costs.")
        ]
        outcomes = await asyncio.gather(
            *(call(run, "run_agent", agent="notion-reporter", task=task) for task in tasks)
        )
        assert [outcome.ok for outcome in outcomes] == [True, True], [one.text for one in outcomes]
        runs = [one async for one in AgentRun.objects.filter(agent__slug="notion-reporter").order_by("id")]
        assert sorted(one.task for one in runs) == sorted(tasks)

    async def test_an_unknown_one_is_never_asked(self, run):
        run.control = RunningLoopControl(run, carry_out)
        outcome = await call(run, "run_agent", agent="nobody", task="Report.")
        assert not outcome.ok and not await AgentRun.objects.filter(task="Report.").aexists()

    async def test_without_a_loop_there_is_nobody_to_hand_on_to(self, run):
        outcome = await call(run, "run_agent", agent="notion-reporter", task="Report.")
        assert not outcome.ok and "while a model is at work" in outcome.text
