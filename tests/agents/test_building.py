"""The wizard: changes, side questions, dropping and resuming, taken names, skills."""

import pytest

from agents.models import AgentDefinition, SkillDefinition
from intent.types import ActionType
from tests.agents.chat import Chat
from tests.agents.requests import REQUEST, STANDING, ready_to_confirm

pytestmark = pytest.mark.django_db(transaction=True)


async def test_change_while_building_keeps_the_open_question(chat: Chat):
    await chat.say("I want to create an agent for weekly financial reports")
    await chat.say("Google Sheets")
    answer = await chat.say("make it daily")
    slots = {slot.name: slot for slot in answer.wizard.slots}
    assert slots["when"].value == "every day at 09:00" and slots["subject"].state == "now"
    answer = await chat.say("actually use Notion")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "Notion"


async def test_value_already_given_is_not_asked_for(chat: Chat):
    await chat.say("I want to create an agent for weekly financial reports")
    await chat.say("Google Sheets")
    answer = await chat.say("it should run every Monday at 9")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["when"] == "every Monday at 09:00"
    assert {slot.name: slot.state for slot in answer.wizard.slots}["subject"] == "now"


async def test_yes_but_is_a_change_and_not_a_yes(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("yes, but make it weekly")
    assert "every Monday at 09:00" in answer.text and answer.wizard.confirm
    assert not await AgentDefinition.objects.aexists()


async def test_slot_is_edited_by_its_label(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("Change Where to to email to ann@example.org")
    assert {slot.name: slot.value for slot in answer.wizard.slots}[
        "destination"
    ] == "email to ann@example.org"


async def test_no_at_the_end_asks_what_should_be_different(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("no")
    assert "What should be different?" in answer.text and not await AgentDefinition.objects.aexists()
    await chat.say("call it ticket-watch")
    answer = await chat.say("yes")
    assert answer.operations[0].entity_name == "ticket-watch"


async def test_side_question_is_answered_and_the_open_one_repeated(chat: Chat, three_agents: None):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("What agents do I have?")
    assert "notion-reporter" in answer.text and "Still open: Where is the data?" in answer.text
    answer = await chat.say("Google Sheets")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "Google Sheets"


async def test_open_question_is_repeated_only_once(chat: Chat):
    await chat.say(REQUEST)
    assert "Still open:" in (await chat.say("which skills are there?")).text
    assert "Still open:" not in (await chat.say("how long are chats kept?")).text


async def test_excluded_day_of_a_schedule_is_kept(chat: Chat):
    await chat.say(REQUEST)
    for message in ("The PLATFORM project, and Slack alerts", "every weekday except Friday at half past six"):
        answer = await chat.say(message)
    assert answer.wizard.confirm
    await chat.say("yes")
    words = (await AgentDefinition.objects.aget()).schedule_words
    assert "06:30" in words and "Friday" not in words


async def test_working_rules_go_to_the_instructions(chat: Chat):
    await chat.say("create an agent that answers reviews")
    await chat.say("they come from Intercom, stay friendly, never offer vouchers")
    for message in ("everything", "this chat", "on demand", "yes"):
        await chat.say(message)
    agent = await AgentDefinition.objects.aget()
    assert agent.source == "Intercom" and "never offer vouchers" in agent.instructions


async def test_an_agent_over_own_projects_asks_for_no_source(chat: Chat):
    answer = await chat.say("Every Monday at 8 give me a summary of overdue tasks")
    assert answer.wizard.confirm
    slots = {slot.name: slot.value for slot in answer.wizard.slots}
    assert (slots["source"], slots["when"]) == ("this workspace", "every Monday at 08:00")


async def test_unreadable_schedule_is_asked_for_again(chat: Chat):
    await chat.say(REQUEST)
    await chat.say("The PLATFORM project, past due date, and Slack alerts")
    answer = await chat.say("at full moon")
    assert "can't set “at full moon” as a schedule" in answer.text and "How often" in answer.text


async def test_no_opinion_takes_the_default(chat: Chat):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("I don't know")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "this workspace"


async def test_taken_name_is_reported_with_a_free_one(chat: Chat, three_agents: None):
    await ready_to_confirm(chat)
    answer = await chat.say("call it notion-reporter")
    assert "notion-reporter-2" in answer.text and "already one called notion-reporter" in answer.text


async def test_created_agent_reports_missing_connections(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("yes")
    assert "Jira is not connected" in answer.text and "Slack is not connected" in answer.text


async def test_a_skill_is_built_in_conversation_and_given_to_an_agent(chat: Chat, three_agents: None):
    await chat.say("Create a skill that checks IBANs")
    answer = await chat.say("Compute the checksum mod 97 and say whether it is 1.")
    assert "**Name**: check-ibans" in answer.text
    answer = await chat.say("yes")
    skill = await SkillDefinition.objects.aget(slug="check-ibans")
    assert answer.operations[0].entity_id == str(skill.pk) and "mod 97" in skill.instructions
    answer = await chat.say("add the check-ibans skill to notion-reporter")
    assert answer.intent.action_type is ActionType.ADD_SKILL_TO_AGENT
    assert "**notion-reporter** now has the skill **check-ibans**" in answer.text


async def test_forced_action_starts_the_agent_form(chat: Chat):
    answer = await chat.say("weekly numbers", forced_action=ActionType.CREATE_AGENT)
    assert answer.intent.method == "corrected" and answer.intent.confidence == 1.0
    assert answer.wizard.title == "New agent"


async def test_other_order_in_the_message_is_done_before_the_form(three_agents: None, chat: Chat):
    answer = await chat.say(
        "create an agent that sorts returns on Fridays and also show me what agents exist"
    )
    assert answer.text.index("notion-reporter") < answer.text.index("Where is the data?")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["purpose"] == "Sort returns"


async def test_agent_over_workspace_tasks_needs_no_source(chat: Chat):
    answer = await chat.say(STANDING)
    assert answer.text.endswith("Shall I create it?") and "by itself" not in answer.text


@pytest.mark.parametrize(
    "words", ["add user manual to the printing list", "change the settings", "invite gwen to the workspace"]
)
async def test_order_is_not_taken_as_the_source(chat: Chat, words: str):
    await chat.say("create an agent that watches the weather every hour")
    await chat.say(words)
    assert chat.dialogue.draft and "source" not in chat.dialogue.draft.slots


async def test_results_cannot_be_sent_to_a_bare_name(chat: Chat):
    await chat.say(STANDING)
    answer = await chat.say("send it to gwen too")
    assert "can't send results to “gwen”" in answer.text


async def test_each_sentence_of_a_request_fills_its_slot(chat: Chat):
    answer = await chat.say(
        "I'd like an agent please. Each Thursday at quarter to five in the afternoon it should go through "
        "the open orders in our Airtable and post a summary to Slack #desk. Call it thursday-list."
    )
    slots = {slot.name: slot.value for slot in answer.wizard.slots}
    assert slots["name"] == "thursday-list" and slots["when"] == "every Thursday at 16:45"
    assert slots["purpose"] == "Go through the open orders in our Airtable"
    assert slots["destination"] == "#desk in Slack"


async def test_agent_named_in_the_answer_is_deleted(chat: Chat, three_agents: None):
    await chat.say("delete the agent that does odd things")
    name = (await AgentDefinition.objects.order_by("slug").afirst()).slug  # type: ignore[union-attr]
    answer = await chat.say(f"Yes, delete {name}.")
    assert answer.operations[0].action == "delete" and answer.operations[0].entity_name == name


@pytest.mark.parametrize(
    "said, noted",
    [
        ("hold on, note that the gate code is 4471", "The gate code is 4471."),
        ("wait, remember that Bob is off on Friday", "Bob is off on Friday."),
        ("just a moment - our vet is called Dr Hill", "Our vet is called Dr Hill."),
        ("note down that the alarm code is 99", "The alarm code is 99."),
    ],
)
async def test_note_during_the_form_is_kept_and_fills_no_slot(chat: Chat, said: str, noted: str):
    await chat.say("create an agent that watches the weather every hour")
    answer = await chat.say(said)
    assert noted in answer.text and "Still open: Where is the data?" in answer.text
    assert chat.dialogue.draft and "source" not in chat.dialogue.draft.slots


@pytest.mark.parametrize("said", ["can we call it sky-watch instead", "could I name it sky-watch?"])
async def test_politely_asked_name_is_taken(chat: Chat, said: str):
    await chat.say("create an agent that watches the weather every hour")
    await chat.say(said)
    assert chat.dialogue.draft and chat.dialogue.draft.slots["name"] == "sky-watch"


async def test_labelled_values_of_a_request_are_not_asked_for(chat: Chat):
    said = (
        "New agent, name it gas-bell. Source: ServiceM8. It lists the checks that run out, Mondays at 7:30."
    )
    answer = await chat.say(said)
    slots = {slot.name: slot.value for slot in answer.wizard.slots}
    assert slots["source"] == "ServiceM8" and slots["purpose"] == "List the checks that run out"


@pytest.mark.parametrize(
    "said", ["it is about the boxes of our neighbours", "das mit den Kisten der Nachbarn eben"]
)
async def test_repeated_unclear_purpose_is_taken_verbatim(chat: Chat, said: str):
    await chat.say("create an agent")
    for _ in range(2):
        answer = await chat.say(said)
    assert answer.wizard.slots[0].state == "done" and answer.text.endswith("or in another system?")


async def test_repeated_question_is_reworded(chat: Chat):
    said = [(await chat.say("create an agent")).text for _ in range(3)]
    assert said[1].startswith("I don't understand “create an agent”.") and len({*said}) == 3


@pytest.mark.parametrize(
    "said", ["hurry up please, would you", "pause notion-reporter", "what is due today?"]
)
async def test_remarks_orders_and_questions_are_not_a_purpose(chat: Chat, said: str):
    await chat.say("create an agent")
    for _ in range(3):
        await chat.say(said)
    assert "purpose" not in chat.dialogue.draft.slots


async def test_corrected_source_replaces_its_name_in_the_purpose(chat: Chat):
    await chat.say("can you keep an eye on Asana for jobs that are stuck?")
    for message in ("stuck jobs", "this chat", "every weekday at 8"):
        await chat.say(message)
    answer = await chat.say("sorry, my mistake: we're on Trello, not Asana")
    assert "Trello" in answer.text and "sana" not in answer.text and answer.wizard.confirm
