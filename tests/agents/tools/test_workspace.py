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

    async def test_auditor_lists_but_saves_no_agents(self, run):
        assert (await given(run, "list", kind="agent"))["total"] == 3
        for tool, arguments in (
            ("save_agent", {"name": "x", "purpose": "x", "instructions": "x"}),
            ("save_agent", {"agent": "notion-reporter", "state": "paused"}),
        ):
            assert "An auditor reads only" in (await call(run, tool, **arguments)).text


class TestAnotherAgentAtWork:
    async def test_two_delegated_tasks_run_concurrently_in_own_runs(self, run):
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

    async def test_unknown_agent_is_not_run(self, run):
        run.control = RunningLoopControl(run, carry_out)
        await given(run, "save_agent", agent="notion-reporter", state="deleted")
        gone = await call(run, "run_agent", agent="notion-reporter", task="Report.")
        assert "is deleted. There are: financial-analyzer, jira-overdue-monitor." in gone.text
        outcome = await call(run, "run_agent", agent="nobody", task="Report.")
        assert not outcome.ok and not await AgentRun.objects.filter(task="Report.").aexists()

    async def test_run_agent_outside_a_model_loop_fails(self, run):
        outcome = await call(run, "run_agent", agent="notion-reporter", task="Report.")
        assert not outcome.ok and "while a model is at work" in outcome.text
