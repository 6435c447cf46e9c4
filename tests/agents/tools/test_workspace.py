"""Agents look at the workspace, build in it and put each other to work, as far as their person may."""

import asyncio

import orjson
import pytest

from agents.events import Operation
from agents.models import AgentDefinition, AgentRun, AgentStatus, RunStatus, SkillDefinition
from agents.runs.context import RunContext
from agents.runs.delegation import Delegation
from agents.services import finish_run, start_run
from omniforge.database import in_database
from omniforge.errors import Conflict
from omniforge.tenants.models import Role
from tests.agents.tools.contexts import done, run_context, told
from tests.agents.workspace.calls import call, given
from tests.factories import make_member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


@pytest.fixture
def run(ann) -> RunContext:
    return run_context(ann)


def operations(run):
    return done(told(run))


class TestLooking:
    async def test_agents_are_listed_with_what_they_do_and_when(self, run):
        agents = (await given(run, "list_agents"))["agents"]
        assert agents[1] == {
            "name": "jira-overdue-monitor",
            "description": "Daily overdue ticket alerts",
            "status": "active",
            "schedule": "every day at 09:00",
            "skills": ["find-overdue-tickets"],
        }
        assert len(agents) == 3

    async def test_skills_are_listed_with_who_has_them(self, run):
        (skill,) = (await given(run, "list_skills"))["skills"]
        assert (skill["name"], skill["used_by"]) == ("find-overdue-tickets", ["jira-overdue-monitor"])

    async def test_nobody_sees_another_workspace(self, ann, bob):
        run = await in_database(run_context, bob)
        await in_database(start_run, access=ann, agent="notion-reporter", task="Ours.")
        for tool, rows in (("list_agents", "agents"), ("list_skills", "skills")):
            assert (await given(run, tool))[rows] == []
        assert "Ours." not in (await call(run, "list_runs")).text

    async def test_nobody_changes_another_workspace(self, bob):
        run = await in_database(run_context, bob)
        outcome = await call(run, "update_agent", agent="notion-reporter", status="paused")
        assert "There is no agent 'notion-reporter' here. Those that are: none." in outcome.text
        assert (await AgentDefinition.objects.aget(slug="notion-reporter")).status == AgentStatus.ACTIVE


class TestRuns:
    @pytest.fixture(autouse=True)
    def _has_run(self, ann, three_agents):
        done = start_run(access=ann, agent="notion-reporter", task="Report on Q3.")
        finish_run(
            access=ann, run_id=done.pk, status="succeeded", method="rules", output="Revenue rose. " * 100
        )

    async def test_runs_are_listed_with_how_they_went_and_no_ids(self, run):
        outcome = await call(run, "list_runs", agent="notion-reporter")
        (listed,) = orjson.loads(outcome.text)["runs"]
        assert (listed["agent"], listed["status"], listed["task"]) == (
            "notion-reporter",
            "succeeded",
            "Report on Q3.",
        )
        assert listed["output"].startswith("Revenue rose.") and len(listed["output"]) == 401
        ids = [str(one.pk) async for one in AgentRun.objects.all()]
        assert not any(one in outcome.text for one in ids)

    async def test_an_agent_without_runs_has_none_and_an_unknown_one_is_named(self, run):
        assert (await given(run, "list_runs", agent="financial-analyzer"))["runs"] == []
        assert (
            "no agent 'nobody' here. Those that are: financial"
            in (await call(run, "list_runs", agent="nobody")).text
        )


class TestBuilding:
    async def test_an_agent_is_created_with_its_schedule_and_skills(self, run):
        outcome = await call(
            run,
            "create_agent",
            name="Invoice Sorter",
            description="Sorts invoices",
            when="every Monday at 9",
            skills=["find-overdue-tickets"],
        )
        agent = await AgentDefinition.objects.aget(slug="invoice-sorter")
        assert (agent.schedule, await agent.skills.acount()) == ("0 9 * * 1", 1)
        assert operations(run) == [Operation("create", "agent", "invoice-sorter", "done", str(agent.pk))]
        assert str(agent.pk) not in outcome.text and outcome.summary == "Created invoice-sorter"

    async def test_a_skill_is_created(self, run):
        await given(
            run, "create_skill", name="IBAN checker", description="Checks IBANs", instructions="Mod 97."
        )
        skill = await SkillDefinition.objects.aget(slug="iban-checker")
        assert operations(run) == [Operation("create", "skill", "iban-checker", "done", str(skill.pk))]

    async def test_only_what_is_named_changes(self, run):
        built = await given(
            run,
            "update_agent",
            agent="notion-reporter",
            name="notion-digest",
            when="on demand",
            add_skills=["find-overdue-tickets"],
        )
        assert built["agent"] == {
            "name": "notion-digest",
            "description": "Weekly Notion project summaries",
            "status": "active",
            "schedule": "on demand",
            "skills": ["find-overdue-tickets"],
        }
        assert (await AgentDefinition.objects.aget(slug="notion-digest")).source == "Notion"
        assert [(one.action, one.entity_name) for one in operations(run)] == [("update", "notion-digest")]

    async def test_an_agent_is_paused_archived_and_brought_back(self, run):
        for status in ("paused", "archived", "active"):
            built = await given(run, "update_agent", agent="notion-reporter", status=status)
            assert built["agent"]["status"] == status
            stored = await AgentDefinition.objects.aget(slug="notion-reporter")
            assert stored.status == AgentStatus(status)

    async def test_where_one_change_fails_none_is_made(self, run):
        outcome = await call(
            run, "update_agent", agent="notion-reporter", when="hourly", add_skills=["no-such-skill"]
        )
        assert not outcome.ok
        assert (await AgentDefinition.objects.aget(slug="notion-reporter")).schedule == "0 9 * * 1"
        assert operations(run) == []

    @pytest.mark.parametrize(
        ("tool", "arguments", "why"),
        [
            ("create_agent", {"name": "notion-reporter", "description": "x"}, "is taken"),
            ("create_agent", {"name": "x", "description": "x", "skills": ["none"]}, "no skill none"),
            ("create_agent", {"name": "x", "description": "x", "when": "soon"}, "when: 'soon' names no time"),
            ("create_agent", {"name": "123", "description": "x"}, "A name has lower-case letters"),
            ("create_agent", {"name": "x"}, "description: Field required"),
            ("update_agent", {"agent": "nobody", "status": "paused"}, "There is no agent 'nobody' here"),
            ("update_agent", {"agent": "notion-reporter"}, "Say what is to be different"),
            ("update_agent", {"agent": "notion-reporter", "status": "gone"}, "status: Input should be"),
            ("create_skill", {"name": "x", "description": "x"}, "instructions: Field required"),
        ],
    )
    async def test_what_cannot_be_built_is_said(self, run, tool, arguments, why):
        outcome = await call(run, tool, **arguments)
        assert not outcome.ok and why in outcome.text
        assert operations(run) == []


class TestAnAuditor:
    @pytest.fixture
    def run(self, acme) -> RunContext:
        return run_context(make_member(acme, role=Role.AUDITOR))

    async def test_looks_and_builds_nothing(self, run):
        assert (await given(run, "list_agents"))["total"] == 3
        for tool, arguments in (
            ("create_agent", {"name": "x", "description": "x"}),
            ("update_agent", {"agent": "notion-reporter", "status": "paused"}),
            ("run_agent", {"agent": "notion-reporter", "task": "Go."}),
        ):
            assert "An auditor reads only" in (await call(run, tool, **arguments)).text


class TestAnotherAgentAtWork:
    async def test_its_answer_comes_back(self, run):
        asked = []

        async def delegate(agent, task):
            asked.append((agent, task))
            return "Revenue rose."

        run.delegate = delegate
        answer = await given(run, "run_agent", agent="notion-reporter", task="Report on Q3.")
        assert answer == {"agent": "notion-reporter", "text": "Revenue rose."}
        assert asked == [("notion-reporter", "Report on Q3.")]

    async def test_it_does_two_parts_at_once_each_in_a_run_of_its_own(self, run):
        run.delegate = Delegation(run)
        tasks = [
            f"Summarise this: {part} {'It rose, it fell. ' * 8}and so on." for part in ("Revenue.", "Costs.")
        ]
        outcomes = await asyncio.gather(
            *(call(run, "run_agent", agent="notion-reporter", task=task) for task in tasks)
        )
        assert [outcome.ok for outcome in outcomes] == [True, True], [one.text for one in outcomes]
        runs = [one async for one in AgentRun.objects.filter(agent__slug="notion-reporter").order_by("id")]
        assert sorted(one.task for one in runs) == sorted(tasks)
        assert {one.status for one in runs} == {RunStatus.PARTIAL}

    async def test_one_that_was_itself_asked_works_alone(self, run):
        outcome = await call(run, "run_agent", agent="notion-reporter", task="Report.")
        assert not outcome.ok and "handed on already" in outcome.text

    async def test_an_unknown_one_is_never_asked(self, run):
        outcome = await call(run, "run_agent", agent="nobody", task="Report.")
        assert "There is no agent 'nobody' here" in outcome.text

    async def test_why_it_cannot_work_and_that_it_said_nothing_is_passed_on(self, run):
        async def paused(agent, task):
            raise Conflict(f"{agent} is paused.")

        async def silent(agent, task):
            return " "

        run.delegate = paused
        assert "is paused" in (await call(run, "run_agent", agent="notion-reporter", task="1")).text
        run.delegate = silent
        assert "gave no answer" in (await call(run, "run_agent", agent="notion-reporter", task="2")).text
