"""How the judge is asked: once for each text, with all that the person said, and never in vain unnoticed."""

import asyncio
import logging

import pytest

from agents.runs import claim_check
from conversations.models import ContextReceipt
from omniforge.llm.models import Models
from omniforge.storage.database import in_database
from tests.conversations.loop.talking import Talk
from tests.conversations.loop.test_steering import NOTE, also, begin
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]
CLAIM, INSISTS = "The boat is painted.", "I stand by that: so it is."
NOT_CHECKED = {"what": "the check of the answer", "why": "the model that judges did not answer"}


def judged_in(model_server: ModelServer) -> list[str]:
    return [one.text for one in model_server.requests if one.schema is not None]


def left_out_of(turn_id: object) -> list[dict[str, str]]:
    return list(ContextReceipt.objects.get(turn_id=turn_id).left_out)


async def test_what_is_insisted_on_is_judged_in_one_call(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.queue({"text": f"Good morning. {CLAIM} It dries."}, {"text": INSISTS})
    heard = await talk.say("Paint the boat")
    assert heard.text.endswith(f"shows this: “{CLAIM}”")
    judged = judged_in(model_server)
    assert len(judged) == 3 and f"It dries.\n\n{CLAIM}\n\n{INSISTS}\n</answer>" in judged[-1]


async def test_what_is_taken_back_is_judged_in_one_call(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.script(f"{CLAIM}\n\nIt is not.", {"unproven_claims": []})
    model_server.queue({"text": f"{CLAIM} It dries."}, {"tools": [NOTE]}, {"text": "It is not."})
    heard = await talk.say("Paint the boat")
    assert heard.text == f"{CLAIM} It dries.\n\nIt is not." and len(judged_in(model_server)) == 3


async def test_what_is_insisted_on_in_other_words_is_contradicted_with_it(
    talk: Talk, model_server: ModelServer
):
    again = "The hull is blue: I did it at noon."
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.script(again, {"unproven_claims": [again]})
    model_server.queue({"text": f"Good morning. {CLAIM}"}, {"text": f"So it is. {again}"})
    heard = await talk.say("Paint the boat")
    assert heard.text.endswith(f"shows this: “{CLAIM}”, “{again}”")


async def test_what_is_taken_back_beside_another_claim_is_let_be(talk: Talk, model_server: ModelServer):
    other = "The oars are oiled."
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.script(other, {"unproven_claims": [other]})
    model_server.script(f"{CLAIM}\n\nNo, it is not.\n</answer>", {"unproven_claims": []})
    model_server.queue({"text": f"Good morning. {CLAIM}"}, {"text": f"No, it is not. {other}"})
    heard = await talk.say("Paint the boat")
    assert heard.text.endswith(f"shows this: “{other}”")


async def test_a_doubted_clause_is_judged_within_its_sentence(talk: Talk, model_server: ModelServer):
    told = "The regatta has two boats, all six buoys, and a jury."
    model_server.script("<ledger>", {"unproven_claims": ["all six buoys"]})
    model_server.script("There are five.", {"unproven_claims": []})
    model_server.queue({"text": f"- {told}\n- Bo starts it."}, {"text": "There are five."})
    await talk.say("Set up the regatta")
    assert f"- Bo starts it.\n\n{told}\n\nThere are five.\n</answer>" in judged_in(model_server)[-1]


async def test_messages_sent_meanwhile_are_shown_to_the_judge(talk: Talk, model_server: ModelServer):
    model_server.ttft_ms = 500
    model_server.script("<ledger>", {"unproven_claims": [CLAIM]})
    model_server.queue({"tools": [NOTE]}, {"text": CLAIM}, {"text": "No, it isn't."})
    saying = await begin(talk, f"Paint the boat {'and the oars ' * 300}")
    await also(talk, "Blue, please")
    await asyncio.wait_for(saying, 30)
    strict = next(one for one in judged_in(model_server) if "<message>" in one)
    message = strict.partition("<message>")[2].partition("</message>")[0]
    assert "Paint the boat" in message and "Blue, please" in message


@pytest.mark.parametrize("deadline", [8.0, 0.0], ids=["answers nonsense", "too late"])
async def test_an_answer_that_nobody_judged_is_noted(
    talk: Talk,
    model_server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    deadline: float,
):
    monkeypatch.setattr(claim_check, "_DEADLINE", deadline)
    model_server.script("<ledger>", lambda _: "no JSON")
    model_server.queue({"text": CLAIM})
    with caplog.at_level(logging.WARNING, logger="agents.runs.claim_check"):
        heard = await talk.say("Paint the boat")
    assert heard.text == CLAIM and "was not checked" in caplog.text and "boat" not in caplog.text
    assert NOT_CHECKED in await in_database(left_out_of, heard.turn_id)


async def test_an_answer_beside_a_judge_that_is_down_is_noted(
    talk: Talk, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Models, "available", lambda self, purpose: purpose != "grade")
    model_server.queue({"text": CLAIM})
    heard = await talk.say("Paint the boat")
    assert heard.text == CLAIM and NOT_CHECKED in await in_database(left_out_of, heard.turn_id)


async def test_an_answer_that_was_judged_has_no_such_note(talk: Talk, model_server: ModelServer):
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue({"text": "Good morning."})
    heard = await talk.say("Hello there, boat")
    assert NOT_CHECKED not in await in_database(left_out_of, heard.turn_id)
