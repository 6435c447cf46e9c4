"""The wizard: changes, side questions, letting go and taking up, names that are taken, skills."""

import pytest

from agents.builder import AGENT_FORM
from agents.events import Slot
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


async def test_what_is_known_already_is_asked_no_further(chat: Chat):
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


async def test_a_slot_is_edited_as_its_row_says_it(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("Change Where to to email to ann@example.org")
    assert {slot.name: slot.value for slot in answer.wizard.slots}[
        "destination"
    ] == "email to ann@example.org"


async def test_a_plain_no_at_the_end_creates_nothing_and_asks_what_should_differ(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("no")
    assert "What should be different?" in answer.text and not await AgentDefinition.objects.aexists()
    await chat.say("call it ticket-watch")
    answer = await chat.say("yes")
    assert answer.operations[0].entity_name == "ticket-watch"


async def test_a_side_question_is_answered_and_the_open_one_asked_again(chat: Chat, three_agents: None):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("What agents do I have?")
    assert "notion-reporter" in answer.text and "Still open: Where is the data?" in answer.text
    answer = await chat.say("Google Sheets")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "Google Sheets"


@pytest.mark.parametrize(
    "said",
    ["hm nah forget it, not today", "actually no, leave it for now", "ach nein, vergiss es, heute nicht"],
)
async def test_letting_go_with_a_reason_drops_the_draft(chat: Chat, said: str):
    await chat.say("create an agent that posts the sales to Slack")
    assert (await chat.say(said)).text.startswith("OK, I dropped it.")


async def test_never_mind_drops_the_draft_and_an_earlier_one_is_open_again(chat: Chat):
    await chat.say(REQUEST)
    await chat.say("create a skill that checks IBANs")
    answer = await chat.say("never mind")
    assert "Still open: monitor our Jira board" in answer.text
    answer = await chat.say("where were we?")
    assert "monitor our Jira board" in answer.text and answer.wizard.title == "New agent"
    await chat.say("forget it")
    assert chat.dialogue.open == ()


async def test_another_draft_keeps_the_first_with_all_that_it_holds(chat: Chat):
    await ready_to_confirm(chat)
    await chat.say("create an agent that lists new suppliers")
    await chat.say("cancel that")
    answer = await chat.say("yes")
    assert answer.operations[0].entity_name == "jira-overdue-monitor"


async def test_start_over_empties_the_draft_and_goodbye_keeps_it(chat: Chat):
    await chat.say(REQUEST)
    answer = await chat.say("thanks, bye")
    assert "draft is saved" in answer.text
    assert {slot.name: slot.value for slot in answer_of(chat)}["source"] == "Jira"
    answer = await chat.say("start over")
    assert {slot.name: slot.state for slot in answer.wizard.slots}["purpose"] == "now"


def answer_of(chat: Chat) -> tuple[Slot, ...]:
    """Return the slots of the open draft."""
    assert chat.dialogue.draft
    return AGENT_FORM.wizard(chat.dialogue.draft).slots


async def test_a_question_beside_it_is_followed_by_the_open_one_once(chat: Chat):
    await chat.say(REQUEST)
    assert "Still open:" in (await chat.say("which skills are there?")).text
    assert "Still open:" not in (await chat.say("how long are chats kept?")).text


async def test_an_exception_of_a_schedule_is_kept(chat: Chat):
    await chat.say(REQUEST)
    for message in ("The PLATFORM project, and Slack alerts", "every weekday except Friday at half past six"):
        answer = await chat.say(message)
    assert answer.wizard.confirm
    await chat.say("yes")
    words = (await AgentDefinition.objects.aget()).schedule_words
    assert "06:30" in words and "Friday" not in words


async def test_how_it_has_to_work_goes_to_its_instructions(chat: Chat):
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


async def test_a_new_request_is_carried_out_and_the_draft_stays_open(chat: Chat, three_agents: None):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("pause notion-reporter")
    assert answer.operations[0].entity_name == "notion-reporter"
    assert chat.dialogue.draft and chat.dialogue.draft.kind == "create_agent"


async def test_a_schedule_that_cannot_be_read_is_asked_for_again(chat: Chat):
    await chat.say(REQUEST)
    await chat.say("The PLATFORM project, past due date, and Slack alerts")
    answer = await chat.say("at full moon")
    assert "can't set “at full moon” as a schedule" in answer.text and "How often" in answer.text


async def test_who_has_no_opinion_gets_the_default(chat: Chat):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("I don't know")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["source"] == "what you give it in the chat"


async def test_a_taken_name_offers_the_agent_that_has_it(chat: Chat, three_agents: None):
    await ready_to_confirm(chat)
    answer = await chat.say("call it notion-reporter")
    assert "notion-reporter-2" in answer.text and "already one called notion-reporter" in answer.text


async def test_what_it_cannot_do_is_said_when_it_is_created(chat: Chat):
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


async def test_a_correction_of_the_user_is_taken_at_its_word(chat: Chat):
    answer = await chat.say("weekly numbers", forced_action=ActionType.CREATE_AGENT)
    assert answer.intent.method == "corrected" and answer.intent.confidence == 1.0
    assert answer.wizard.title == "New agent"


async def test_what_else_is_ordered_is_done_before_the_form_asks(three_agents: None, chat: Chat):
    answer = await chat.say(
        "create an agent that sorts returns on Fridays and also show me what agents exist"
    )
    assert answer.text.index("notion-reporter") < answer.text.index("Where is the data?")
    assert {slot.name: slot.value for slot in answer.wizard.slots}["purpose"] == "Sort returns"


STANDING = "every friday at 4pm give me a list of whats overdue and who its for"


async def test_an_agent_over_the_workspaces_own_work_needs_no_source(chat: Chat):
    answer = await chat.say(STANDING)
    assert answer.text.endswith("Shall I create it?") and "by itself" not in answer.text


@pytest.mark.parametrize(
    "words",
    ["pause it", "run it now", "turn it back on", "when does it run next?", "what time did you note down?"],
)
async def test_what_is_not_created_yet_does_not_run(chat: Chat, words: str):
    await chat.say(STANDING)
    answer = await chat.say(words)
    assert answer.text.startswith("The agent isn't created yet. Once it is, it runs every Friday at 16:00.")
    assert not answer.operations


@pytest.mark.parametrize("words", ["delete it", "Please remove the agent permanently.", "get rid of it"])
async def test_a_draft_is_deleted_without_more_questions(chat: Chat, words: str):
    await chat.say(STANDING)
    await chat.say(words)
    assert chat.dialogue.open == ()


@pytest.mark.parametrize(
    "words", ["add user manual to the printing list", "change the settings", "invite gwen to the workspace"]
)
async def test_an_order_is_no_answer_to_where_the_data_is(chat: Chat, words: str):
    await chat.say("create an agent that watches the weather every hour")
    await chat.say(words)
    assert chat.dialogue.draft and "source" not in chat.dialogue.draft.slots


async def test_a_draft_that_is_left_takes_nothing_until_it_is_asked_for(chat: Chat):
    await chat.say("create an agent that watches the weather every hour")
    for words in ("what agents do I have?", "which skills are there?", "friday"):
        answer = await chat.say(words)
    assert "How often" not in answer.text
    assert "watch the weather" in (await chat.say("ok carry on with that agent")).text


async def test_results_go_to_no_person_by_name(chat: Chat):
    await chat.say(STANDING)
    answer = await chat.say("send it to gwen too")
    assert "can't send results to “gwen”" in answer.text


async def test_a_plain_order_is_offered_no_agent(chat: Chat):
    answer = await chat.say("add a new key for the shed to the list")
    assert "again" not in answer.text and chat.dialogue.open == ()


async def test_to_go_on_with_an_offer_takes_it(chat: Chat):
    chore = "Every time a parcel comes one of us has to copy it across to the ledger, and it takes ages"
    await chat.say(chore)
    answer = await chat.say("Yes, please go on with the agent.")
    slots = {slot.name: slot for slot in answer.wizard.slots}
    assert slots["purpose"].value == "Copy it across to the ledger"
    assert slots["source"].state == "now"


@pytest.mark.parametrize(
    "done_instead",
    [
        ("add project Orchard", "add project Meadow"),
        ("create an agent called list that lists my open tasks on Mondays at 8",),
    ],
)
async def test_an_offer_is_over_once_other_things_are_done(chat: Chat, done_instead: tuple[str, ...]):
    await chat.say("Our monthly timesheets are always late")
    assert chat.dialogue.open[0].is_offer  # type: ignore[union-attr]
    for said in done_instead:
        await chat.say(said)
    assert not any(one.is_offer for one in chat.dialogue.open)  # type: ignore[union-attr]


async def test_an_offer_stays_beside_a_question(chat: Chat):
    await chat.say("Our monthly timesheets are always late")
    await chat.say("what's 3 + 4?")
    answer = await chat.say("yes")
    assert answer.wizard.slots


async def test_each_sentence_of_a_request_fills_what_it_says(chat: Chat):
    answer = await chat.say(
        "I'd like an agent please. Each Thursday at quarter to five in the afternoon it should go through "
        "the open orders in our Airtable and post a summary to Slack #desk. Call it thursday-list."
    )
    slots = {slot.name: slot.value for slot in answer.wizard.slots}
    assert slots["name"] == "thursday-list" and slots["when"] == "every Thursday at 16:45"
    assert slots["purpose"] == "Go through the open orders in our Airtable"
    assert slots["destination"] == "#desk in Slack"


async def test_the_agent_that_is_named_as_an_answer_is_deleted(chat: Chat, three_agents: None):
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
async def test_a_note_beside_a_form_is_kept_and_fills_nothing(chat: Chat, said: str, noted: str):
    await chat.say("create an agent that watches the weather every hour")
    answer = await chat.say(said)
    assert noted in answer.text and "Still open: Where is the data?" in answer.text
    assert chat.dialogue.draft and "source" not in chat.dialogue.draft.slots


@pytest.mark.parametrize("said", ["can we call it sky-watch instead", "could I name it sky-watch?"])
async def test_a_name_is_asked_for_as_a_favour(chat: Chat, said: str):
    await chat.say("create an agent that watches the weather every hour")
    await chat.say(said)
    assert chat.dialogue.draft and chat.dialogue.draft.slots["name"] == "sky-watch"


async def test_what_a_request_says_behind_labels_is_asked_no_further(chat: Chat):
    said = (
        "New agent, name it gas-bell. Source: ServiceM8. It lists the checks that run out, Mondays at 7:30."
    )
    answer = await chat.say(said)
    slots = {slot.name: slot.value for slot in answer.wizard.slots}
    assert slots["source"] == "ServiceM8" and slots["purpose"] == "List the checks that run out"


async def test_a_draft_that_is_put_off_is_kept_and_told_of(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("don't create it yet please! when exactly would it start?")
    assert "isn't created yet" in answer.text and "every hour" in answer.text and answer.wizard.confirm
    answer = await chat.say("ok, create it")
    assert answer.operations[0].entity_name == "jira-overdue-monitor"


async def test_words_that_nothing_accounts_for_are_told_and_the_draft_stays(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("the harbour master blinks twice")
    assert "Shall I create it?" in answer.text and not await AgentDefinition.objects.aexists()
    assert chat.dialogue.top is not None


@pytest.mark.parametrize(
    "said", ["it is about the boxes of our neighbours", "das mit den Kisten der Nachbarn eben"]
)
async def test_what_it_should_do_is_taken_in_any_words_in_the_end(chat: Chat, said: str):
    await chat.say("create an agent")
    for _ in range(2):
        answer = await chat.say(said)
    assert answer.wizard.slots[0].state == "done" and answer.text.endswith("or in another system?")


async def test_a_question_is_never_asked_three_times_in_the_same_words(chat: Chat):
    said = [(await chat.say("create an agent")).text for _ in range(3)]
    assert said[1].startswith("I don't understand “create an agent”.") and len({*said}) == 3


@pytest.mark.parametrize(
    "said", ["hurry up please, would you", "pause notion-reporter", "what is due today?"]
)
async def test_a_remark_an_order_or_a_question_is_not_what_an_agent_does(chat: Chat, said: str):
    await chat.say("create an agent")
    for _ in range(3):
        await chat.say(said)
    assert "purpose" not in chat.dialogue.draft.slots


async def test_another_source_is_named_in_what_it_does_too(chat: Chat):
    await chat.say("can you keep an eye on Asana for jobs that are stuck?")
    for message in ("stuck jobs", "this chat", "every weekday at 8"):
        await chat.say(message)
    answer = await chat.say("sorry, my mistake: we're on Trello, not Asana")
    assert "Trello" in answer.text and "sana" not in answer.text and answer.wizard.confirm
