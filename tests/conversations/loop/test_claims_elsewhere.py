"""What other talks and agents did, and what was read, bears out a true sentence on it."""

import pytest

from agents.definitions.services import create_agent
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from tests.conversations.loop.talking import SKILL, Talk
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]


async def test_deeds_of_another_talk_bear_out_what_is_told_of_them(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["The skill sum-up was made."]})
    model_server.script("elsewhere: ", {"unproven_claims": []})
    model_server.queue({"tools": [SKILL]}, {"text": "It is there."})
    await talk.say("Make a skill that adds up")
    talk.id = None
    model_server.queue({"text": "The skill sum-up was made."})
    assert (await talk.say("What became of my skill?")).text == "The skill sum-up was made."
    assert "elsewhere: " in model_server.requests[-1].text and "sum-up" in model_server.requests[-1].text


async def test_an_older_deed_of_another_talk_bears_out_what_is_told(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["The skill sum-up was made."]})
    notes = [{"name": "remember", "arguments": {"text": f"Shelf {at} is empty"}} for at in range(24)]
    model_server.queue({"tools": [SKILL]}, {"text": "It is there."})
    await talk.say("Make a skill that adds up")
    model_server.queue({"tools": notes}, {"text": "Done."})
    await talk.say("Remember which shelves are empty")
    talk.id = None
    model_server.queue({"text": "The skill sum-up was made."}, {"text": "I can't tell."})
    await talk.say("What became of my skill?")
    told = [one.text for one in model_server.requests if "elsewhere: " in one.text]
    assert told and "sum-up" in told[0].partition("<earlier>")[2].partition("</earlier>")[0]


async def test_runs_of_agents_bear_out_what_is_told_of_them(talk: Talk, model_server: ModelServer):
    await in_database(create_agent, access=talk.access, slug="scout", description="Sees to the stock")
    model_server.script("<ledger>", {"unproven_claims": ["I had scout look into it."]})
    model_server.script("elsewhere: Ran the agent scout", {"unproven_claims": []})
    running = {"tools": [{"name": "run_agent", "arguments": {"agent": "scout", "task": "See to it"}}]}
    model_server.queue(running, {"text": "All is there."}, {"text": "It is all there."})
    await talk.say("Let scout see to the stock")
    talk.id = None
    model_server.queue({"text": "I had scout look into it."})
    assert (await talk.say("What of the stock?")).text == "I had scout look into it."


async def test_what_was_read_bears_out_what_was_done_by_hand(talk: Talk, model_server: ModelServer):
    await in_database(lambda: ProjectService(talk.access).create(name="Depot"))
    model_server.script("<ledger>", {"unproven_claims": ["The project Depot was created by you."]})
    model_server.script("<read>", {"unproven_claims": []})
    looking = {"tools": [{"name": "list", "arguments": {"kind": "change"}}]}
    model_server.queue(looking, {"text": "The project Depot was created by you."})
    assert (await talk.say("Who made the depot?")).text == "The project Depot was created by you."
    read = model_server.requests[-1].text.partition("<read>")[2].partition("</read>")[0]
    assert "Depot" in read


async def test_a_lie_made_again_costs_three_judgements(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["It is sent to Bob."]})
    model_server.queue({"tools": [SKILL]}, {"text": "It is there."})
    await talk.say("Make a skill that adds up")
    talk.id, before = None, len(model_server.requests)
    model_server.queue({"text": "It is sent to Bob."}, {"text": "Yes, it is sent to Bob."})
    heard = await talk.say("Send Bob a mail about the lunch")
    judged = [one for one in model_server.requests[before:] if one.schema is not None]
    assert heard.text.endswith("“It is sent to Bob.”")
    assert ["elsewhere: " in one.text for one in judged] == [False, True, True]


async def test_the_values_of_a_deed_of_another_talk_are_shown(talk: Talk, model_server: ModelServer):
    claim = "The task on ladders was set to 12 January."
    model_server.script("<ledger>", {"unproven_claims": [claim]})
    things = ("ropes", "tents", "stoves", "ladders", "boots", "maps", "lamps", "pegs")
    days = {"due": "2027-01-10", "description": "As agreed with the hut, in writing and on the telephone."}
    tasks = [
        {"op": "create", "kind": "task", "fields": {"title": f"Check the {one}", **days}} for one in things
    ]
    batch = {"name": "change", "arguments": {"operations": tasks, "project": "Depot"}}
    await in_database(lambda: ProjectService(talk.access).create(name="Depot"))
    model_server.queue({"tools": [batch]}, {"text": "All are there."})
    await talk.say("Make a task for each thing that we check")
    talk.id = None
    model_server.queue({"text": claim}, {"text": "On the 10th, I mean."})
    await talk.say("When is the task on ladders due?")
    [told, *_] = [one.text for one in model_server.requests if "elsewhere: " in one.text]
    assert "Check the ladders" in told.partition("elsewhere: ")[2].partition("</earlier>")[0]


async def test_a_long_read_is_cut_near_the_claim_and_says_so(talk: Talk, model_server: ModelServer):
    claim = "The project Harbour was created by you."
    names = [*(f"Store {at} for ropes and {'tents ' * 8}" for at in range(20)), "Harbour"]
    for name in names:
        await in_database(lambda name=name: ProjectService(talk.access).create(name=name))
    model_server.script("<ledger>", {"unproven_claims": [claim]})
    looking = {"tools": [{"name": "list", "arguments": {"kind": "change", "limit": 50}}]}
    model_server.queue({"tools": [*looking["tools"]]}, {"text": claim}, {"text": "I can't tell."})
    await talk.say("Who made the harbour?")
    judged = next(one.text for one in model_server.requests if "<read>" in one.text)
    read = judged.partition("<read>")[2].partition("</read>")[0]
    assert "Harbour" in read and "(cut)" in read


async def test_why_a_call_failed_is_shown(talk: Talk, model_server: ModelServer):
    claim = "You changed the ledger of ropes yourself."
    model_server.script("<ledger>", {"unproven_claims": [claim]})
    looking = {"tools": [{"name": "read", "arguments": {"ref": "Ledger of ropes"}}]}
    model_server.queue(looking, {"text": claim}, {"text": "I can't tell."})
    await talk.say("Who changed the ledger of ropes?")
    judged = next(one.text for one in model_server.requests if "<read>" in one.text)
    assert "read: " in judged and "Ledger of ropes'" in judged.partition("<read>")[2]
