"""A yes in free words: a small model decides whether it approves what waits."""

import pytest

from agents.models import AgentDefinition, Approval
from omniforge.llm.scripted import Scripted
from omniforge.storage.database import in_database
from tests.agents.chat import Chat, replying
from tests.agents.runs.test_model_runs import request

pytestmark = pytest.mark.django_db(transaction=True)
FIELDS = {"name": "late-list", "purpose": "Lists.", "instructions": "List late tasks."}
NO_CLAIM = '{"unproven_claims": []}'


def judgements(scripted: Scripted) -> list[str]:
    """Return what the small model was asked about approvals."""
    prompts = ["\n".join(one.content for one in asked.messages) for asked in scripted.requests]
    return [one for one in prompts if "<actions" in one]


async def answered(ann, message: str, *judged: str) -> tuple[Scripted, bool]:
    """Return the provider, and whether the agent was created after `message`."""
    models, scripted = replying(
        [request("save_agent", **FIELDS)], "Something.", "More.", judged=[*judged, NO_CLAIM, NO_CLAIM]
    )
    chat = Chat(ann, models)
    await chat.say("Make an agent that lists late tasks")
    await chat.say(message)
    return scripted, await in_database(AgentDefinition.objects.filter(slug="late-list").exists)


@pytest.mark.parametrize(
    "message",
    [
        "Yes, do. And which appointments are left that day?",
        "Ja, den bitte so anlegen. Und was ist am Freitag frei?",
        "Yes, that one for Mr Haas, please",
        "Genau so machen! Was ist am Freitag frei?",
        "Wunderbar, leg ihn bitte an",
        "Oui, celui-là, s'il vous plaît",
        "Thanks, that's how I want it.",
        "No, that's fine, go ahead.",
        "No changes needed, create it",
        "The agent yes, the other thing no",
        "The other thing no; the agent yes.",
        "The agent: yes. And what is left on Friday?",
    ],
)
async def test_a_yes_in_free_words_approves(ann, message):
    scripted, is_made = await answered(ann, message, '{"approved": [1], "asks_more": true}')
    assert is_made
    [asked] = judgements(scripted)
    assert "1. Creating the agent late-list" in asked and message in asked


@pytest.mark.parametrize("approved", ["[]", "[2]", "[0]"])
async def test_anything_but_a_known_number_approves_nothing(ann, approved):
    _, is_made = await answered(
        ann, "Yes, but weekly please", f'{{"approved": {approved}, "asks_more": false}}'
    )
    assert not is_made


@pytest.mark.parametrize(
    "message", ["What will that show?", "Make it weekly", "Is that a yes from Bo?", "No, that's fine"]
)
async def test_only_a_message_that_begins_with_a_yes_is_judged(ann, message):
    scripted, is_made = await answered(ann, message, '{"approved": [1], "asks_more": false}')
    assert not is_made and not judgements(scripted)


@pytest.mark.parametrize(
    "message",
    ["Leave late-list alone", "Not the late-list, please.", "No late-list, please. What was it for?"],
)
async def test_a_refusal_that_names_a_call_is_judged_and_approves_nothing(ann, message):
    judged = '{"approved": [1], "refused": [1], "asks_more": false}'
    scripted, is_made = await answered(ann, message, judged)
    assert not is_made and len(judgements(scripted)) == 1
    assert await in_database(Approval.objects.filter(status="rejected").count) == 1


async def answered_of_two(ann, message: str, judged: str) -> list[str]:
    """Return the agents that exist after `message`, with two waiting for a yes."""
    both = [request("save_agent", **FIELDS), request("save_agent", **FIELDS | {"name": "oil-watch"})]
    models, _ = replying(both, "Something.", "More.", judged=[judged, NO_CLAIM, NO_CLAIM])
    chat = Chat(ann, models)
    await chat.say("Make an agent that lists late tasks, and one that watches the oil")
    await chat.say(message)
    return await in_database(lambda: sorted(AgentDefinition.objects.values_list("slug", flat=True)))


async def test_a_yes_to_one_of_two_and_a_no_to_the_other_decide_both(ann):
    judged = '{"approved": [1], "refused": [2], "asks_more": false}'
    assert await answered_of_two(ann, "Yes to the first one. The second I don't want.", judged) == [
        "late-list"
    ]
    assert await in_database(Approval.objects.filter(status="rejected").count) == 1


async def test_a_yes_to_one_of_two_leaves_the_other_waiting(ann):
    judged = '{"approved": [2], "refused": [], "asks_more": false}'
    await answered_of_two(ann, "Yes, create oil-watch. The late list I'm still thinking about.", judged)
    statuses = await in_database(lambda: sorted(Approval.objects.values_list("status", flat=True)))
    assert statuses == ["approved", "pending"]


async def test_the_details_of_a_call_are_judged_with_it(ann):
    scripted, _ = await answered(ann, "Yes, but of next week please", '{"approved": [], "asks_more": false}')
    assert "List late tasks." in judgements(scripted)[0]
