"""What people did by hand bears out a true sentence on it, and contradicts a false one."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents.definitions.services import create_agent, set_status
from agents.models import AgentDefinition, AgentStatus
from omniforge.calendar import services as calendar
from omniforge.calendar.selectors import store_of
from omniforge.files.services import delete_file, store_file
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from tests.conversations.loop.talking import SKILL, Talk
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]
CLAIM = "You did that yourself, by hand."


async def by_hand(talk: Talk, server: ModelServer) -> str:
    """Return what the judge is shown as done by hand, after an answer that claims something."""
    server.script("<ledger>", {"unproven_claims": [CLAIM]})
    server.queue({"text": CLAIM}, {"text": "I can't tell."})
    await talk.say("Who did that?")
    judged = next(one.text for one in server.requests if "<by-hand>" in one.text)
    return judged.partition("<by-hand>")[2].partition("</by-hand>")[0]


async def test_what_the_person_did_by_hand_bears_it_out(talk: Talk, model_server: ModelServer):
    claim = "You made the project Depot yourself, by hand."
    made = await in_database(lambda: ProjectService(talk.access).create(name="Depot").row)
    await in_database(lambda: ProjectService(talk.access).update(made.pk, description="For ropes"))
    model_server.script("<ledger>", {"unproven_claims": [claim]})
    model_server.script("created the project “Depot”", {"unproven_claims": []})
    model_server.queue({"text": claim})
    assert (await talk.say("Who made the depot?")).text == claim
    by_hand = model_server.requests[-1].text.partition("<by-hand>")[2].partition("</by-hand>")[0]
    assert "updated the project “Depot”" in by_hand and "For ropes" in by_hand


async def test_nothing_by_hand_bears_out_no_deed_of_the_person(talk: Talk, model_server: ModelServer):
    claim = "You ticked that off yourself."
    model_server.script("<ledger>", {"unproven_claims": [claim]})
    model_server.queue({"text": claim}, {"text": "I can't tell who did."})
    await talk.say("Is the yard gate done?")
    judged = [one.text for one in model_server.requests if "<by-hand>" in one.text]
    assert judged and "<by-hand>\nnothing\n</by-hand>" in judged[0]


async def test_an_agent_that_the_person_paused_is_told(talk: Talk, model_server: ModelServer):
    await in_database(create_agent, access=talk.access, slug="scout", description="Sees to the stock")
    await in_database(set_status, access=talk.access, agent="scout", status=AgentStatus.PAUSED)
    said = await by_hand(talk, model_server)
    assert "agent paused: scout" in said and "agent created: scout" in said


async def test_what_the_assistant_did_with_agents_is_not_by_hand(talk: Talk, model_server: ModelServer):
    await in_database(create_agent, access=talk.access, slug="scout", description="Sees to the stock")
    pausing = {"name": "save_agent", "arguments": {"agent": "scout", "state": "paused"}}
    model_server.queue({"tools": [pausing]}, {"text": "It rests."})
    await talk.say("Let scout rest")
    said = await by_hand(talk, model_server)
    assert (await AgentDefinition.objects.aget()).status == AgentStatus.PAUSED
    assert "agent created: scout" in said and "paused" not in said


async def test_an_event_that_the_person_moved_is_told(talk: Talk, model_server: ModelServer):
    store = await in_database(store_of, talk.access)
    at = timezone.now().replace(minute=0, second=0, microsecond=0)
    made = await in_database(lambda: calendar.create_event(calendar=store, title="Tasting", starts_at=at))
    later = at + timedelta(days=1)
    await in_database(lambda: calendar.update_event(calendar=store, event_id=made.id, starts_at=later))
    said = await by_hand(talk, model_server)
    assert "created the event “Tasting”" in said
    assert f"→ {later:%Y-%m-%d}" in said


async def test_files_that_the_person_uploaded_and_deleted_are_told(talk: Talk, model_server: ModelServer):
    for name in ("rota.txt", "prices.txt"):
        kept = await in_database(lambda name=name: store_file(access=talk.access, name=name, content=b"x"))
    await in_database(lambda: delete_file(access=talk.access, file_id=kept.pk))
    said = await by_hand(talk, model_server)
    assert "“rota.txt”, which is still there" in said and "file deleted: prices.txt" in said


@pytest.mark.usefixtures("asks_first")
async def test_who_decided_a_card_and_how_is_told(talk: Talk, model_server: ModelServer):
    greeting = {**SKILL, "arguments": {**SKILL["arguments"], "name": "greet"}}
    model_server.queue(
        {"tools": [SKILL]}, {"text": "Then not."}, {"tools": [greeting]}, {"text": "It is there."}
    )
    await talk.say("Make a skill that adds up")
    await talk.decide(False)
    await talk.say("Then one that greets")
    await talk.say("yes")
    talk.id = None
    await by_hand(talk, model_server)
    earlier = next(one.text for one in model_server.requests if "<by-hand>" in one.text)
    assert "the person, elsewhere: refused by the button: " in earlier
    assert "the person, elsewhere: approved in words: " in earlier
