"""A claim without an action, found by the small model, gets one more round; text is never cut."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents.definitions.services import create_agent
from agents.models import AskFirst, ToolRule
from omniforge.calendar.selectors import store_of
from omniforge.calendar.services import create_event
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.conversations.loop.talking import SKILL, Talk
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]


def add_fair(access: Access) -> None:
    """Add an event whose deletion waits for a yes."""
    ToolRule.objects.create(tenant_id=access.tenant_id, tool="calendar.delete", ask_first=AskFirst.ALWAYS)
    create_event(calendar=store_of(access), title="Fair", starts_at=timezone.now() + timedelta(days=1))


async def test_a_claim_without_a_deed_gets_one_more_round(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["I have sent the mail to Bob."]})
    model_server.script("To be exact", {"unproven_claims": []})
    model_server.queue({"text": "I have sent the mail to Bob."}, {"text": "To be exact: I have not."})
    heard = await talk.say("Send Bob a mail about the lunch")
    assert heard.text == "I have sent the mail to Bob.\n\nTo be exact: I have not."
    assert any("It does not show this" in one.text for one in model_server.requests)


async def test_a_claim_made_again_is_contradicted(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["It is sent to Bob."]})
    model_server.queue({"text": "It is sent to **Bob**."}, {"text": "Yes, it is sent to Bob."})
    heard = await talk.say("Send Bob a mail about the lunch")
    assert heard.text.endswith("Nothing in this workspace shows this: “It is sent to Bob.”")


async def test_a_claim_that_the_model_insists_on_is_contradicted(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["It is sent to Bob."]})
    model_server.queue({"text": "It is sent to Bob."}, {"text": "That stands as I said it."})
    heard = await talk.say("Send Bob a mail about the lunch")
    assert heard.text.endswith("Nothing in this workspace shows this: “It is sent to Bob.”")


async def test_a_claim_beside_a_call_that_waits_is_contradicted(talk: Talk, model_server: ModelServer):
    await in_database(add_fair, talk.access)
    model_server.script("<ledger>", {"unproven_claims": ["I have deleted the fair."]})
    delete = {"name": "calendar", "arguments": {"do": "delete", "event": "Fair"}}
    model_server.queue({"text": "I have deleted the fair.", "tools": [delete]})
    heard = await talk.say("Take the fair off my calendar")
    _, unshown, waits = heard.text.split("\n\n")
    assert unshown.endswith("shows this: “I have deleted the fair.”")
    assert waits.startswith("This waits for your yes: ")
    model_server.queue({"text": "Now it is gone."})
    await talk.decide(True)
    assert unshown in model_server.requests[-2].text  # the model reads it, too


async def test_a_lie_is_contradicted_in_the_language_of_the_talk(talk: Talk, model_server: ModelServer):
    await in_database(add_fair, talk.access)
    model_server.script("<ledger>", {"unproven_claims": ["El correo está enviado."]})
    delete = {"name": "calendar", "arguments": {"do": "delete", "event": "Fair"}}
    model_server.queue({"text": "El correo está enviado.", "tools": [delete]})
    heard = await talk.say("Quita la feria de mi calendario y avisa a Luis")
    _, unshown, waits = heard.text.split("\n\n")
    assert unshown.startswith("Nada en este espacio de trabajo muestra")
    assert waits.startswith("Esto espera su sí: ")


async def test_a_claim_put_right_beside_a_call_is_not_contradicted(talk: Talk, model_server: ModelServer):
    await in_database(add_fair, talk.access)
    model_server.script("<ledger>", {"unproven_claims": ["I have deleted the fair."]})
    delete = {"name": "calendar", "arguments": {"do": "delete", "event": "Fair"}}
    model_server.queue({"text": "I have deleted the fair."}, {"tools": [delete]})
    heard = await talk.say("Take the fair off my calendar")
    assert "Nothing in this workspace" not in heard.text and "waits for your yes" in heard.text


async def test_a_second_claim_of_one_answer_is_contradicted(talk: Talk, model_server: ModelServer):
    both = "I have told Bo. The shed is locked."
    model_server.script("<ledger>", {"unproven_claims": ["I have told Bo.", "The shed is locked."]})
    model_server.queue({"text": both}, {"text": "I have told nobody."})
    first = {"unproven_claims": ["I have told Bo."]}
    model_server.script(f"{both}\n</answer>", first)
    second = {"unproven_claims": ["The shed is locked."]}
    model_server.script("locked.\n\nI have told Bo.\n\nI have told nobody.", second)
    heard = await talk.say("Lock the shed and tell Bo")
    assert heard.text.endswith("shows this: “The shed is locked.”")


async def test_what_earlier_turns_did_is_shown_to_the_judge(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue(
        {"tools": [SKILL]},
        {"text": "I have made sum-up."},
        {"text": "Yes, I have made it: sum-up."},
    )
    await talk.say("Make a skill that adds up")
    await talk.say("Did you make it?")
    judged = model_server.requests[-1].text
    assert "nothing was changed" in judged
    assert "sum-up" in judged.partition("<earlier>")[2].partition("</earlier>")[0]


async def test_an_answer_to_a_question_is_judged_in_any_language(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["Je viens de fermer la piscine."]})
    model_server.queue(
        {"text": "À six heures. Je viens de fermer la piscine."}, {"text": "Non, je ne l'ai pas fermée."}
    )
    heard = await talk.say("When does the pool close?")
    assert "je ne l'ai pas fermée" in heard.text


async def test_a_claim_within_a_question_to_the_person_is_contradicted(talk: Talk, model_server: ModelServer):
    claim = "The task on the shelves is deleted."
    model_server.script("<ledger>", {"unproven_claims": [claim]})
    asked = {"question": f"{claim} What shall happen with the lamps?"}
    model_server.queue({"tools": [{"name": "ask_person", "arguments": asked}]})
    heard = await talk.say("Clear out the old things")
    assert heard.text.endswith(f"shows this: “{claim}”")


async def test_what_the_ledger_has_is_left_alone(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue({"tools": [SKILL]}, {"text": "I have made sum-up."})
    heard = await talk.say("Make a skill that adds up")
    assert heard.text == "I have made sum-up."
    judged = model_server.requests[-1].text
    assert "sum-up" in judged and "nothing was changed" not in judged
    assert heard.of("operation")[-1]["entity_name"] == "sum-up"


async def test_the_ledger_has_every_change_of_a_large_batch(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": []})
    fields = [{"title": f"Fetch crate {number} from the depot"} for number in range(1, 31)]
    tasks = [{"op": "create", "kind": "task", "fields": one} for one in fields]
    batch = {"name": "change", "arguments": {"operations": tasks, "project": "Depot"}}
    await in_database(lambda: ProjectService(talk.access).create(name="Depot"))
    model_server.queue({"tools": [batch]}, {"text": "I have created all 30 tasks."})
    await talk.say("Make a task for each of the 30 crates that we fetch from the depot")
    judged = model_server.requests[-1].text.partition("<answer")[0]
    assert all(f"Fetch crate {number} from" in judged for number in range(1, 31))


async def test_what_was_done_before_an_approval_stands_in_the_ledger(talk: Talk, model_server: ModelServer):
    await in_database(add_fair, talk.access)
    model_server.script("<ledger>", {"unproven_claims": []})
    delete = {"name": "calendar", "arguments": {"do": "delete", "event": "Fair"}}
    model_server.queue(
        {"tools": [SKILL]},
        {"tools": [delete]},
        {"text": "I have made sum-up and deleted the fair."},
    )
    await talk.say("Make a skill that adds up, then delete the fair from my calendar")
    await talk.decide(True)
    judged = model_server.requests[-1].text
    assert "the skill sum-up" in judged.partition("<answer")[0] and "Fair" in judged


async def test_what_parts_did_before_an_approval_stands_in_the_ledger(talk: Talk, model_server: ModelServer):
    await in_database(add_fair, talk.access)
    model_server.script("<ledger>", {"unproven_claims": []})
    delete = {"name": "calendar", "arguments": {"do": "delete", "event": "Fair"}}
    parts = [
        {"id": "a", "title": "The skill", "task": "Make a skill that adds up", "writes": True},
        {"id": "b", "title": "The fair", "task": "Delete the fair", "needs": ["a"], "writes": True},
    ]
    model_server.queue(
        {"tools": [{"name": "delegate", "arguments": {"tasks": parts}}]},
        {"tools": [SKILL]},
        {"text": "It is made."},
        {"tools": [delete]},
        {"text": "It is deleted."},
        {"text": "I have made sum-up and deleted the fair."},
    )
    await talk.say("Make a skill that adds up, then delete the fair from my calendar, in parts")
    await talk.decide(True)
    ledger = model_server.requests[-1].text.partition("<answer")[0]
    assert "the skill sum-up" in ledger and "Fair" in ledger


async def test_agents_run_by_an_agent_stand_in_the_ledger(talk: Talk, model_server: ModelServer):
    for slug in ("scout", "writer"):
        await in_database(create_agent, access=talk.access, slug=slug, description="Sees to the stock")
    model_server.script("<ledger>", {"unproven_claims": []})
    scout, writer = (
        {"tools": [{"name": "run_agent", "arguments": {"agent": one, "task": "See to it"}}]}
        for one in ("scout", "writer")
    )
    said = [{"text": one} for one in ("Written.", "Both are done.", "scout had writer write it.")]
    model_server.queue(scout, writer, *said)
    await talk.say("Let scout see to the stock, and writer write the orders")
    ledger = model_server.requests[-1].text.partition("<answer")[0]
    assert "Ran the agent scout" in ledger and "Ran the agent writer" in ledger


async def test_what_an_interrupted_turn_did_stands_in_the_ledger(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue({"tools": [SKILL]}, *[{"fault": "server_error"}] * 4)
    await talk.say("Make a skill that adds up")
    model_server.queue({"text": "I have made the skill sum-up."})
    await talk.say("Continue")
    assert "the skill sum-up" in model_server.requests[-1].text.partition("<answer")[0]


async def test_an_invented_quotation_counts_for_nothing(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["I deleted the archive."]})
    model_server.queue({"text": "I changed nothing."})
    heard = await talk.say("Draft a note on the lunch")
    assert heard.text == "I changed nothing."
