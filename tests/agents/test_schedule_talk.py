"""Schedules in the chat: the next run that it names is the one that the scheduler will start."""

from datetime import UTC, datetime

import pytest

from agents.context.pack import ContextPack
from agents.definitions.schedules.due import say_time
from agents.definitions.selectors import catalogue
from agents.events import Event
from agents.master import run_master
from agents.models import AgentDefinition, AgentRun, RunTrigger
from intent.types import Method
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.agents.chat import NOW, Answer, Chat, rules_only

pytestmark = pytest.mark.django_db(transaction=True)


async def reporter() -> AgentDefinition:
    return await AgentDefinition.objects.aget(slug="notion-reporter")


async def test_new_agent_reports_its_first_run(chat: Chat):
    await chat.say("Create an agent that monitors our Jira board for late invoices")
    await chat.say("The BILLING project, past due date, and Slack alerts")
    await chat.say("Every morning at 9am")
    answer = await chat.say("yes")
    made = await AgentDefinition.objects.aget()
    assert f"Next: {say_time(made.next_run_at, NOW)}." in answer.text
    assert made.next_run_at > datetime.now(UTC)


async def test_new_agent_without_a_schedule_reports_no_run(chat: Chat):
    await chat.say("Create an agent that monitors our Jira board for late invoices")
    await chat.say("The BILLING project, past due date, and Slack alerts")
    await chat.say("only when I ask")
    answer = await chat.say("yes")
    assert "Created" in answer.text and "Next:" not in answer.text


async def test_changed_schedule_moves_and_reports_the_next_run(chat: Chat, three_agents: None):
    answer = await chat.say("Change the schedule of notion-reporter to every day at 7")
    assert (await reporter()).next_run_at.hour == 7
    assert f"Next: {say_time((await reporter()).next_run_at, NOW)}." in answer.text


async def test_pause_clears_and_resume_sets_the_next_run(chat: Chat, three_agents: None):
    answer = await chat.say("Pause notion-reporter")
    assert (await reporter()).next_run_at is None and "Next:" not in answer.text
    answer = await chat.say("resume it")
    assert (await reporter()).next_run_at.weekday() == 0
    assert "is active again. Next: " in answer.text


@pytest.mark.parametrize(
    ("messages", "left_out"),
    [
        (["Pause notion-reporter over Christmas"], "not on 24 to 26 Dec 2026"),
        (["pause all agents from 24 December to 2 January"], "not on 24 Dec 2026 to 2 Jan 2027"),
        (
            ["skip notion-reporter on 28 December", "and not on 4 January either"],
            "not on 28 Dec 2026, 4 Jan 2027",
        ),
        (
            ["pause notion-reporter over Christmas", "let it run on 24 December after all"],
            "not on 25 to 26 Dec 2026",
        ),
    ],
)
async def test_excluded_days_are_added_to_the_schedule(chat: Chat, three_agents: None, messages, left_out):
    for message in messages:
        await chat.say(message)
    assert (await reporter()).schedule_words.endswith(left_out)


@pytest.mark.parametrize(
    "messages",
    [
        ["Every Friday at 3 list the overdue tasks, but not over Christmas"],
        ["Every Friday at 3 list the overdue tasks. Not over Christmas though."],
        ["Every Friday at 3 list the overdue tasks", "Not over Christmas please"],
    ],
)
async def test_new_agent_excludes_the_days_named_in_its_order(chat: Chat, messages):
    for message in messages:
        answer = await chat.say(message)
    assert "every Friday at 15:00, not on 24 to 26 Dec 2026" in answer.text


async def test_scheduled_turn_runs_its_own_agent(ann: Access, three_agents: None):
    pack = ContextPack(
        access=ann,
        catalogue=await in_database(catalogue, ann),
        turn_id=new_id(),
        message="Scheduled run of notion-reporter",
        now=NOW,
        models=rules_only(),
        trigger=RunTrigger.SCHEDULE,
        agent="jira-overdue-monitor",
    )
    answer = Answer([output async for output in run_master(pack) if isinstance(output, Event)])
    assert (answer.intent.target_agent, answer.intent.method) == ("jira-overdue-monitor", Method.EXPLICIT)
    assert "due by its schedule" in answer.intent.reasoning
    run = await AgentRun.objects.select_related("agent").aget()
    assert (run.agent.slug, run.trigger) == ("jira-overdue-monitor", "schedule")
