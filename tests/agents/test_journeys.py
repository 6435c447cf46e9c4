"""The five journeys of seed 000, complete dialogues without a model."""

import pytest

from agents.models import AgentDefinition, AgentRun, RunStatus
from intent.types import ActionType
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)


async def test_described_problem_gets_an_offer_that_prefills_the_form(chat: Chat):
    answer = await chat.say(
        "Our team wastes hours every Monday compiling project updates from Notion. Can the "
        "platform help with that?"
    )
    assert answer.intent.action_type is ActionType.CREATE_AGENT
    assert "It sounds like you want to automate" in answer.text and "Want me to set that up?" in answer.text
    assert not await AgentDefinition.objects.aexists()
    answer = await chat.say("yes")
    slots = {slot.name: slot for slot in answer.wizard.slots}
    assert slots["source"].value == "Notion" and slots["when"].value == "every Monday at 09:00"
    assert slots["subject"].state == "now"


async def test_several_answers_in_one_message_fill_several_slots(chat: Chat):
    await chat.say("Create an agent that monitors our Jira board for overdue tickets")
    answer = await chat.say("The PLATFORM project, past due date, and Slack alerts")
    assert "How often should it check" in answer.text
    answer = await chat.say("Every morning at 9am")
    for fact in ("jira-overdue-monitor", "PLATFORM", "past due date", "Slack", "every day at 09:00"):
        assert fact in answer.text
    assert not answer.operations and not await AgentDefinition.objects.aexists()
    answer = await chat.say("yes")
    agent = await AgentDefinition.objects.aget()
    assert (agent.slug, agent.source, agent.destination) == ("jira-overdue-monitor", "Jira", "Slack")
    assert agent.schedule_words == "every day at 09:00"
    assert [(one.action, one.entity_name, one.status) for one in answer.operations] == [
        ("create", "jira-overdue-monitor", "done")
    ]


async def test_where_were_we_repeats_the_draft_and_its_question(chat: Chat):
    await chat.say("I want to create an agent for weekly financial reports")
    asked = await chat.say("Google Sheets")
    later = Chat(chat.access, dialogue=chat.dialogue, window=chat.window)
    answer = await later.say("Sorry, I had to step away. Where were we?")
    assert "weekly financial report" in answer.text and "**Source**: Google Sheets" in answer.text
    question = asked.text.partition("Google Sheets. ")[2]
    assert question.startswith("What should it include") and question in answer.text


async def test_first_one_refers_to_the_shown_list(chat: Chat, three_agents: None):
    answer = await chat.say("List my agents")
    assert [line[:21] for line in answer.text.splitlines()[2:]] == [
        "1. **notion-reporter*",
        "2. **jira-overdue-mon",
        "3. **financial-analyz",
    ]
    answer = await chat.say("Run the first one")
    assert answer.intent.target_agent == "notion-reporter"
    assert answer.text.startswith("Running **notion-reporter**: Weekly Notion project summaries")
    run = await AgentRun.objects.select_related("agent").aget()
    assert run.agent.slug == "notion-reporter" and run.status == RunStatus.FAILED


async def test_task_of_no_agent_is_answered_with_options(chat: Chat, three_agents: None):
    answer = await chat.say(
        "I need to analyze our customer churn data and put together a presentation for the board "
        "meeting next week"
    )
    offered = answer.options
    assert 2 <= len(offered.choices) <= 4
    assert offered.choices[0].target_agent == "financial-analyzer"
    assert "revenue" in offered.choices[0].effect and "churn" in offered.choices[0].effect
    assert offered.reason and "once, or again and again" in answer.text
    assert not answer.operations and not await AgentRun.objects.aexists()
    create = next(
        n for n, choice in enumerate(offered.choices, 1) if choice.action_type is ActionType.CREATE_AGENT
    )
    answer = await chat.say(str(create))
    assert {slot.name: slot.value for slot in answer.wizard.slots}["purpose"].startswith(
        "Analyze our customer churn"
    )


async def test_typed_message_of_a_choice_selects_it(chat: Chat, three_agents: None):
    answer = await chat.say(
        "I need to analyze our customer churn data and put together a presentation for the board "
        "meeting next week"
    )
    answer = await chat.say(answer.options.choices[0].message)
    assert [one.entity_name for one in answer.operations if one.action == "run"] == ["financial-analyzer"] * 2
