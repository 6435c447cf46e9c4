"""Drafts of agents that are abandoned, postponed, deleted or resumed, and offers to create one."""

import pytest

from agents.builder import AGENT_FORM
from agents.events import Slot
from agents.models import AgentDefinition
from tests.agents.chat import Chat
from tests.agents.requests import REQUEST, STANDING, ready_to_confirm

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "said",
    [
        "hm nah forget it, not today",
        "hm, park it for now",
        "actually no, leave it for now",
        "ach nein, vergiss es, heute nicht",
    ],
)
async def test_dropping_words_with_a_reason_drop_the_draft(chat: Chat, said: str):
    await chat.say("create an agent that posts the sales to Slack")
    assert (await chat.say(said)).text.startswith("OK, I dropped it.")


async def test_never_mind_drops_the_draft_and_reopens_the_earlier(chat: Chat):
    await chat.say(REQUEST)
    await chat.say("create a skill that checks IBANs")
    answer = await chat.say("never mind")
    assert "Still open: monitor our Jira board" in answer.text
    answer = await chat.say("where were we?")
    assert "monitor our Jira board" in answer.text and answer.wizard.title == "New agent"
    await chat.say("forget it")
    assert chat.dialogue.open == ()


async def test_second_draft_keeps_the_values_of_the_first(chat: Chat):
    await ready_to_confirm(chat)
    await chat.say("create an agent that lists new suppliers")
    await chat.say("cancel that")
    answer = await chat.say("yes")
    assert answer.operations[0].entity_name == "jira-overdue-monitor"


async def test_start_over_empties_and_goodbye_keeps_the_draft(chat: Chat):
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


async def test_other_order_is_done_and_the_draft_stays_open(chat: Chat, three_agents: None):
    await chat.say("I want to create an agent for weekly invoices")
    answer = await chat.say("pause notion-reporter")
    assert answer.operations[0].entity_name == "notion-reporter"
    assert chat.dialogue.draft and chat.dialogue.draft.kind == "create_agent"


@pytest.mark.parametrize(
    "words",
    [
        *("pause it", "run it now", "when does it run next?"),
        *("what time did you note down?", "remind me, when is it going to run?"),
    ],
)
async def test_draft_agent_does_not_run(chat: Chat, words: str):
    await chat.say(STANDING)
    answer = await chat.say(words)
    assert answer.text.startswith("The agent isn't created yet. Once it is, it runs every Friday at 16:00.")
    assert not answer.operations


@pytest.mark.parametrize("words", ["delete it", "Please remove the agent permanently.", "get rid of it"])
async def test_draft_is_deleted_without_confirmation(chat: Chat, words: str):
    await chat.say(STANDING)
    await chat.say(words)
    assert chat.dialogue.open == ()


async def test_abandoned_draft_takes_no_answer_until_resumed(chat: Chat):
    await chat.say("create an agent that watches the weather every hour")
    for words in ("what agents do I have?", "which skills are there?", "friday"):
        answer = await chat.say(words)
    assert "How often" not in answer.text
    assert "watch the weather" in (await chat.say("ok carry on with that agent")).text


async def test_plain_order_gets_no_offer_of_an_agent(chat: Chat):
    answer = await chat.say("add a new key for the shed to the list")
    assert "again" not in answer.text and chat.dialogue.open == ()


async def test_going_on_with_the_offer_accepts_it(chat: Chat):
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
async def test_offer_ends_after_other_orders(chat: Chat, done_instead: tuple[str, ...]):
    await chat.say("Our monthly timesheets are always late")
    assert chat.dialogue.open[0].is_offer  # type: ignore[union-attr]
    for said in done_instead:
        await chat.say(said)
    assert not any(one.is_offer for one in chat.dialogue.open)  # type: ignore[union-attr]


async def test_offer_stays_open_after_a_question(chat: Chat):
    await chat.say("Our monthly timesheets are always late")
    await chat.say("what's 3 + 4?")
    answer = await chat.say("yes")
    assert answer.wizard.slots


async def test_postponed_draft_is_kept_and_described(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("don't create it yet please! when exactly would it start?")
    assert "isn't created yet" in answer.text and "every hour" in answer.text and answer.wizard.confirm
    answer = await chat.say("ok, create it")
    assert answer.operations[0].entity_name == "jira-overdue-monitor"


async def test_unread_words_keep_the_draft_open(chat: Chat):
    await ready_to_confirm(chat)
    answer = await chat.say("the harbour master blinks twice")
    assert "Shall I create it?" in answer.text and not await AgentDefinition.objects.aexists()
    assert chat.dialogue.top is not None


@pytest.mark.parametrize(
    "said",
    [
        "hm no, scrap that, make one that lists overdue tasks every Sunday at 6 pm instead",
        "cancel that and build an agent that lists overdue tasks every Sunday at 18:00",
    ],
)
async def test_another_agent_instead_replaces_the_draft(chat: Chat, said: str):
    await chat.say("create an agent that posts the sales to Slack")
    answer = await chat.say(said)
    assert "list overdue tasks" in answer.text and "every Sunday at 18:00" in answer.text
    await chat.say("forget it")
    assert chat.dialogue.open == ()


async def test_run_it_means_the_created_agent_not_an_older_draft(chat: Chat):
    await chat.say("create an agent that posts the sales to Slack")
    await chat.say("make me an agent: each Monday at 8 it should list overdue tasks")
    await chat.say("yes")
    assert (await chat.say("run it now")).text.startswith("Running **overdue-")


@pytest.mark.parametrize(
    "said", ["yes, and run it now", "create it. then start it straight away", "yes run it"]
)
async def test_yes_with_an_order_creates_and_then_runs(chat: Chat, said: str):
    await chat.say(STANDING)
    answer = await chat.say(said)
    assert [one.action for one in answer.operations][:2] == ["create", "run"]
    assert "Created **" in answer.text and "Running **" in answer.text and chat.dialogue.open == ()


async def test_dropped_draft_is_reopened_by_its_purpose(chat: Chat):
    await chat.say("create an agent that lists overdue tasks every Monday")
    await chat.say("drop it for now")
    assert "I didn't understand" in (await chat.say("go back to the birthdays one")).text
    answer = await chat.say("ok, let's go back to the overdue tasks one")
    assert answer.wizard.title == "New agent" and "every Monday at 09:00" in answer.text
