"""What the judge of claims is shown of a turn: what was written, refused and edited, and what was asked."""

from datetime import timedelta

import pytest
from django.utils import timezone

from omniforge.calendar.selectors import store_of
from omniforge.calendar.services import create_event
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from tests.conversations.loop.talking import SKILL, Talk
from tests.conversations.loop.test_claims import add_fair
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]
LONG = f"The kiln is fired {'slowly ' * 30}until ninety."
WAY = {"op": "create", "kind": "document", "fields": {"title": "Firing", "content": f"# Firing\n\n{LONG}"}}
MADE = {"name": "change", "arguments": {"operations": [WAY], "project": "Kiln"}}
DELETE = {"name": "calendar", "arguments": {"do": "delete", "event": "Fair"}}


def edit(**arguments: object) -> dict[str, object]:
    return {"name": "edit_document", "arguments": {"ref": "Firing", **arguments}}


def ledger_in(model_server: ModelServer) -> str:
    """Return the ledger of the last judgement."""
    return model_server.requests[-1].text.partition("<ledger>")[2].partition("</ledger>")[0]


@pytest.fixture
async def kiln(talk: Talk, model_server: ModelServer) -> None:
    await in_database(lambda: ProjectService(talk.access).create(name="Kiln"))
    model_server.script("<ledger>", {"unproven_claims": []})


@pytest.mark.usefixtures("kiln")
class TestWritten:
    async def test_the_text_of_a_new_document_is_shown(self, talk: Talk, model_server: ModelServer):
        model_server.queue({"tools": [MADE]}, {"text": "It says how to fire."})
        await talk.say("Write down how we fire")
        assert LONG in ledger_in(model_server)

    async def test_a_text_written_anew_is_shown_with_what_is_gone(
        self, talk: Talk, model_server: ModelServer
    ):
        anew = edit(content="# Firing\n\nOpen the damper.\n\nWait an hour.")
        model_server.queue({"tools": [MADE]}, {"tools": [anew]}, {"text": "It has both steps."})
        await talk.say("Write down how we fire, then shorter")
        shown = ledger_in(model_server).partition("Writing in")[2]
        assert "Open the damper.\n\nWait an hour." in shown and '"gone":"' in shown and "ninety." in shown

    async def test_a_passage_put_in_is_shown(self, talk: Talk, model_server: ModelServer):
        passage = {"find": "until ninety", "replace": "until Tim and Ada see it glow"}
        model_server.queue({"tools": [MADE]}, {"tools": [edit(edits=[passage])]}, {"text": "Tim and Ada."})
        await talk.say("Write down how we fire, and who looks")
        assert "until ninety → until Tim and Ada see it glow" in ledger_in(model_server)


async def test_a_refusal_stands_in_the_ledger_of_this_turn_and_the_next(
    talk: Talk, model_server: ModelServer
):
    await in_database(add_fair, talk.access)
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue({"tools": [DELETE]}, {"text": "It stays."})
    await talk.say("Take the fair off my calendar")
    await talk.decide(False)
    assert "the person refused at " in ledger_in(model_server)
    model_server.queue({"text": "You didn't want it, so it stays."})
    await talk.say("Is the fair still on?")
    assert "nothing was changed\nthe person refused at " in ledger_in(model_server)


async def test_what_the_person_edited_on_a_card_stands_in_the_ledger(talk: Talk, model_server: ModelServer):
    await in_database(add_fair, talk.access)
    monday = timezone.now() + timedelta(days=2)
    await in_database(lambda: create_event(calendar=store_of(talk.access), title="Market", starts_at=monday))
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue({"tools": [DELETE]}, {"text": "You chose the market."})
    await talk.say("Take the fair off my calendar")
    await talk.decide(True, event="Market")
    assert "edited by the person: " in ledger_in(model_server) and "Fair → Market" in ledger_in(model_server)


async def test_an_answer_is_judged_beside_the_message(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["I have run it again."]})
    model_server.queue({"tools": [SKILL]}, {"text": "It is there."})
    await talk.say("Make a skill that adds up")
    talk.id, before = None, len(model_server.requests)
    model_server.queue({"text": "I have run it again."}, {"text": "I have not run it."})
    await talk.say("Let it add up once more")
    judged = [one.text for one in model_server.requests[before:] if one.schema is not None]
    asked = ["<message>\nLet it add up once more\n</message>" in one for one in judged]
    assert all(asked) and len(judged) > 1
    assert "must stand in the ledger" in judged[1] and "must stand in the ledger" not in judged[0]


async def test_a_denial_is_put_to_the_model(talk: Talk, model_server: ModelServer):
    model_server.script("denial", {"unproven_claims": ["I changed nothing."]})
    model_server.script("but I made sum-up", {"unproven_claims": []})
    model_server.queue({"tools": [SKILL]}, {"text": "I changed nothing."}, {"text": "No, but I made sum-up."})
    heard = await talk.say("Only look, change nothing")
    assert heard.text == "I changed nothing.\n\nNo, but I made sum-up."


async def test_nothing_is_judged_twice(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["It is sent to Bob."]})
    model_server.queue({"text": "It is sent to Bob."}, {"text": "That stands as I said it."})
    await talk.say("Send Bob a mail about the lunch")
    judged = [one.text for one in model_server.requests if one.schema is not None]
    assert len(judged) == len(set(judged)) == 3


async def test_earlier_deeds_that_share_words_come_first(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": ["The skill sum-up was made."]})
    titles = [f"Fill shelf {at} with {'clean ' * 12}jars" for at in range(30)]
    tasks = [
        {"name": "change", "arguments": {"operations": [{"op": "create", "kind": "project", "fields": one}]}}
        for one in ({"title": title} for title in titles)
    ]
    model_server.queue({"tools": [SKILL]}, {"text": "It is there."})
    await talk.say("Make a skill that adds up")
    model_server.queue({"tools": tasks}, {"text": "All set up."})
    await talk.say("Set up a project for each shelf")
    model_server.queue({"text": "The skill sum-up was made."}, {"text": "I can't tell."})
    await talk.say("What became of my skill?")
    told = model_server.requests[-1].text.partition("<earlier>")[2].partition("</earlier>")[0]
    assert "sum-up" in told and "Adds up." in told and "shelf 29" in told and "shelf 0 " not in told
    assert len(told) < 3_200


async def test_a_corrected_draft_that_waits_is_shown_with_its_texts(talk: Talk, model_server: ModelServer):
    draft = {"purpose": "Say which stalls are free", "name": "stall-watch", "instructions": "Look."}
    first = {"name": "save_agent", "arguments": draft}
    second = {
        "name": "save_agent",
        "arguments": {"agent": "stall-watch", "purpose": "Say which tents are free"},
    }
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue({"tools": [first]}, {"text": "I changed the draft to tents.", "tools": [second]})
    await talk.say("Make an agent that says which stalls are free")
    await talk.say("Tents, not stalls")
    ledger = ledger_in(model_server)
    assert "waits for the person, corrected, in place of the draft stall-watch: " in ledger
    assert "Say which tents are free" in ledger
