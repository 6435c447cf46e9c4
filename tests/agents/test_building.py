"""The wizard: changes, side questions, letting go and taking up, names that are taken, skills."""

import pytest

from agents.models import AgentDefinition, SkillDefinition
from intent.types import ActionType
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
REQUEST = "Create an agent that monitors our Jira board for overdue tickets"


async def ready_to_confirm(chat: Chat) -> None:
    for message in (REQUEST, "The PLATFORM project, past due date, and Slack alerts", "hourly"):
        await chat.say(message)


async def test_a_change_in_the_middle_is_taken_and_the_open_question_stays(chat: Chat):
    await chat.say("I want to create an agent for weekly financial reports")
    await chat.say("Google Sheets")
    answer = await chat.say("make it daily")
    slots = {slot.name: slot for slot in answer.wizard.slots}
    assert slots["when"].value == "every day at 09:00" and slots["subject"].state == "now"
    answer = await chat.say("actually use Notion")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "Notion"


async def test_what_is_known_already_is_said_so_and_asked_no_further(chat: Chat):
    await chat.say("I want to create an agent for weekly financial reports")
    await chat.say("Google Sheets")
    answer = await chat.say("it should run every Monday at 9")
    assert "noted already. How often: every Monday at 09:00" in answer.text
    assert {slot.name: slot.state for slot in answer.wizard.slots}["subject"] == "now"


async def test_yes_but_is_a_change_and_not_a_yes(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("yes, but make it weekly")
    assert "every Monday at 09:00" in answer.text and answer.wizard.confirm
    assert not await AgentDefinition.objects.aexists()


async def test_a_slot_is_edited_as_its_row_says_it(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("Change Where to to email to ann@example.org")
    assert {slot.name: slot.value for slot in answer.wizard.slots}[
        "destination"
    ] == "email to ann@example.org"


async def test_a_plain_no_at_the_end_creates_nothing_and_asks_what_should_differ(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("no")
    assert "Not created" in answer.text and not await AgentDefinition.objects.aexists()
    await chat.say("call it ticket-watch")
    answer = await chat.say("yes")
    assert answer.operations[0].entity_name == "ticket-watch"


async def test_a_side_question_is_answered_and_the_open_one_asked_again(chat: Chat, three_agents: None):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("What agents do I have?")
    assert "notion-reporter" in answer.text and "Where does your data live" in answer.text
    answer = await chat.say("Google Sheets")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "Google Sheets"


async def test_never_mind_lets_go_and_says_that_the_draft_is_kept(chat: Chat):
    await chat.say(REQUEST)
    answer = await chat.say("never mind")
    assert "kept" in answer.text and chat.dialogue.draft is None and chat.dialogue.pending is None
    answer = await chat.say("where were we?")
    assert "monitor our Jira board" in answer.text and chat.dialogue.draft is not None


async def test_a_new_request_leaves_the_draft_resting(chat: Chat, three_agents: None):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("pause notion-reporter")
    assert answer.operations[0].entity_name == "notion-reporter" and "kept" in answer.text
    assert [draft.kind for draft in chat.dialogue.resting] == ["create_agent"]


async def test_a_schedule_that_cannot_be_read_is_asked_for_again(chat: Chat):
    await chat.say(REQUEST)
    await chat.say("The PLATFORM project, past due date, and Slack alerts")
    answer = await chat.say("at full moon")
    assert "could not read a schedule" in answer.text and "How often" in answer.text


async def test_who_has_no_opinion_gets_the_default(chat: Chat):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("I don't know")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "what you give it in the chat"


async def test_a_taken_name_offers_the_agent_that_has_it(chat: Chat, three_agents: None):
    await ready_to_confirm(chat)
    answer = await chat.say("call it notion-reporter")
    assert "notion-reporter-2" in answer.text and "There is an agent notion-reporter already" in answer.text


async def test_an_agent_that_speaks_of_all_of_it_is_offered_instead_of_a_second(
    chat: Chat, three_agents: None
):
    answer = await chat.say("Create an agent for monthly financial revenue analysis")
    assert [choice.title for choice in answer.options.choices] == [
        "Run financial-analyzer",
        "Change financial-analyzer",
        "Create another one",
    ]
    answer = await chat.say("yes")
    assert "another one" in answer.text
    answer = await chat.say("3")
    assert answer.wizard.title == "New agent"


async def test_what_it_cannot_do_is_said_when_it_is_created(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("yes")
    assert "no connection to Jira or Slack yet" in answer.text


async def test_a_skill_is_built_in_conversation_and_given_to_an_agent(chat: Chat, three_agents: None):
    await chat.say("Create a skill that checks IBANs")
    answer = await chat.say("Compute the checksum mod 97 and say whether it is 1.")
    assert "**Name**: check-ibans" in answer.text
    answer = await chat.say("yes")
    skill = await SkillDefinition.objects.aget(slug="check-ibans")
    assert answer.operations[0].entity_id == str(skill.pk) and "mod 97" in skill.instructions
    answer = await chat.say("add the check-ibans skill to notion-reporter")
    assert answer.intent.action_type is ActionType.ADD_SKILL_TO_AGENT
    assert "**notion-reporter** has the skill **check-ibans** now" in answer.text


async def test_an_unknown_skill_is_created_first_and_then_given(chat: Chat, three_agents: None):
    answer = await chat.say("add the currency-converter skill to financial-analyzer")
    assert "There is no skill currency-converter" in answer.text
    await chat.say("yes")
    await chat.say("convert amounts between currencies")
    await chat.say("Use the rate of the day and round to cents.")
    answer = await chat.say("yes")
    assert [one.entity_name for one in answer.operations] == ["currency-converter"]
    agent = await AgentDefinition.objects.aget(slug="financial-analyzer")
    assert [skill.slug async for skill in agent.skills.all()] == ["currency-converter"]


async def test_a_correction_of_the_user_is_taken_at_its_word(chat: Chat):
    answer = await chat.say("weekly numbers", forced_action=ActionType.CREATE_AGENT)
    assert answer.intent.method == "corrected" and answer.intent.confidence == 1.0
    assert answer.wizard.title == "New agent"
