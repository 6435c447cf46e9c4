"""Several calls await a decision: which ones a yes approves, and what the model reads about each."""

from typing import Any
from uuid import UUID

import pytest

from agents.models import (
    AgentRun,
    Approval,
    RunStatus,
    SkillDefinition,
)
from agents.records.services import decide_call, finish_run
from conversations.models import Message
from conversations.turns.approvals import decide_and_continue
from conversations.wire.commands import Decide
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.conversations.loop.talking import POST, Talk
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("asks_first")]


async def test_each_decision_on_the_calls_of_an_answer_is_said(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [_greeting("greet-sales"), _greeting("greet-buyers")]}, {"text": "Done."})
    await talk.say("Greet the sales team and the buyers")
    refused = Decide(new_id(), await _approval_of("greet-sales"), approve=False)
    assert (await in_database(decide_and_continue, talk.access, refused))[1] is None
    await talk.decide(True)
    said = await Message.objects.filter(role="user").alatest("sequence")
    no, yes = said.content.splitlines()
    assert no.startswith("Rejected: ") and "greet-sales" in no
    assert yes.startswith("Approved: ") and "greet-buyers" in yes


async def test_a_corrected_call_takes_the_place_of_the_one_that_waits(talk: Talk, model_server: ModelServer):
    corrected = POST | {"arguments": POST["arguments"] | {"instructions": "Hello, dear all"}}
    model_server.queue({"tools": [POST]}, {"tools": [corrected]}, {"text": "Made."})
    await talk.say("Greet the sales team")
    await talk.say("The greeting should be hello, dear all")
    statuses = [one.status async for one in Approval.objects.order_by("created_at")]
    assert statuses == ["replaced", "pending"]
    assert await AgentRun.objects.filter(status=RunStatus.WAITING).acount() == 1
    assert (await talk.say("yes")).text.endswith("Made.")
    assert (await SkillDefinition.objects.aget()).instructions == "Hello, dear all"


async def test_a_yes_that_may_mean_two_calls_asks_which(talk: Talk, model_server: ModelServer):
    other = POST | {"arguments": POST["arguments"] | {"name": "greet-buyers"}}
    model_server.queue({"tools": [POST]}, {"tools": [other]}, {"text": "Made."})
    await talk.say("Greet the sales team")
    await talk.say("And the buyers")
    asked = await talk.say("yes")
    assert "Which one do you mean?" in asked.text and "greet-buyers" in asked.text
    assert await Approval.objects.filter(status="pending").acount() == 2
    assert (await talk.say("2")).text.endswith("Made.")
    assert (await SkillDefinition.objects.aget()).slug == "greet-sales"  # the newest is named first
    assert await Approval.objects.filter(status="pending").acount() == 1


@pytest.mark.parametrize("said", ["Only greet-sales. The buyers know me.", "just the first, thanks"])
async def test_a_choice_among_several_approves_one_and_refuses_others(
    talk: Talk, model_server: ModelServer, judge: None, said: str
):
    both = {"tools": [_greeting("greet-sales"), _greeting("greet-buyers")]}
    model_server.script("<actions>", {"approved": [1], "refused": [2], "asks_more": False})
    model_server.script("<ledger>", {"unproven_claims": []})
    model_server.queue(both, {"text": "One is made."})
    await talk.say("Greet the sales team and the buyers")
    assert (await talk.say(said)).text.endswith("One is made.")
    assert [one.slug async for one in SkillDefinition.objects.all()] == ["greet-sales"]
    assert not await Approval.objects.filter(status="pending").aexists()


def _greeting(name: str) -> dict[str, Any]:
    return POST | {"arguments": POST["arguments"] | {"name": name}}


async def _approval_of(name: str) -> UUID:
    return next(one.pk for one in [one async for one in Approval.objects.all()] if name in one.what)


async def test_a_yes_is_asked_only_of_what_is_undecided(talk: Talk, model_server: ModelServer):
    both = {"tools": [_greeting("greet-sales"), _greeting("greet-buyers")]}
    model_server.queue(both, {"tools": [_greeting("greet-all")]})
    await talk.say("Greet the sales team and the buyers")
    await talk.say("And all of them")
    first = await Approval.objects.aget(pk=await _approval_of("greet-sales"))
    await in_database(decide_call, access=talk.access, approval_id=first.pk, approve=False)
    asked = await talk.say("yes")
    assert "greet-buyers" in asked.text and "greet-all" in asked.text
    assert "greet-sales" not in asked.text


async def test_a_yes_means_what_waits_where_the_rest_has_ended(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [POST]}, {"tools": [_greeting("greet-all")]}, {"text": "Made."})
    await talk.say("Greet the sales team")
    await talk.say("And all of them")
    ended = await AgentRun.objects.order_by("id").afirst()
    assert ended is not None
    await in_database(
        finish_run, access=talk.access, run_id=ended.pk, status=RunStatus.CANCELLED, method="model"
    )
    assert (await talk.say("yes")).text.endswith("Made.")
    assert (await SkillDefinition.objects.aget()).slug == "greet-all"


async def test_a_decision_on_an_earlier_call_is_the_last_that_a_model_reads(
    talk: Talk, model_server: ModelServer
):
    model_server.queue({"tools": [POST]}, {"text": "It is noon."}, {"text": "Then not."})
    await talk.say("Greet the sales team")
    await talk.say("What time is it?")
    await talk.decide(False)
    last = model_server.requests[-1].messages[-1]
    assert last["role"] == "user" and "Rejected" in str(last["content"])


async def test_what_was_said_while_a_call_waited_is_read_once(talk: Talk, model_server: ModelServer):
    model_server.queue(
        {"tools": [POST]}, {"text": "It is noon."}, {"text": "Posted."}, {"text": "You are welcome."}
    )
    await talk.say("Greet the sales team")
    await talk.say("What time is it?")
    await talk.decide(True)
    await talk.say("Thanks for that")
    text = model_server.requests[-1].text
    assert (text.count("What time is it?"), text.count("It is noon."), text.count("Posted.")) == (1, 1, 1)
