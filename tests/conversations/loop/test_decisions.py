"""Pending calls are executed as decided; then the run resumes after them."""

from datetime import timedelta

import orjson
import pytest

from agents.definitions.services import create_agent, create_skill
from agents.models import (
    AgentRun,
    Approval,
    AskFirst,
    RunStatus,
    SkillDefinition,
    ToolCallRecord,
    ToolRule,
)
from agents.runs import by_model, opening_messages
from conversations.models import ContextReceipt, Message
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.conversations.loop.conftest import ROLES
from tests.conversations.loop.talking import POST, SKILL, Talk
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("asks_first")]


async def test_an_edited_call_is_made_by_the_harness_and_told_to_the_model(
    talk: Talk, model_server: ModelServer
):
    model_server.queue({"text": "I post it. ", "tools": [POST]}, {"text": "That is how it went."})
    first = await talk.say("Greet the sales team")
    [card] = first.of("approval")
    assert "greet-sales" in card["what"] and card["why"] == "A rule of this workspace asks first."
    assert "waits for your yes: " in first.text
    second = await talk.decide(True, instructions="Good morning")
    assert second.text.endswith("That is how it went.")
    assert len(model_server.requests) == 2  # the model did not have to ask for it again
    told = orjson.dumps(model_server.requests[1].messages).decode().replace("\\", "")
    assert '"approved":true' in told and '"edited":{"instructions":"Good morning"}' in told
    assert (await SkillDefinition.objects.aget()).instructions == "Good morning"


async def test_a_card_gives_the_rule_and_nothing_that_the_model_said(talk: Talk, model_server: ModelServer):
    model_server.queue({"text": "I have posted it to the team.", "tools": [POST]})
    [card] = (await talk.say("Greet the sales team")).of("approval")
    assert card["why"] == "A rule of this workspace asks first."


@pytest.mark.parametrize("edited", [{"instructions": 7}, {"instructions": ["x"]}, {"texts": "x"}])
async def test_edited_arguments_that_do_not_fit_are_refused_and_it_waits_on(
    talk: Talk, model_server: ModelServer, edited: dict[str, object]
):
    model_server.queue({"tools": [POST]}, {"text": "Done."})
    await talk.say("Greet the sales team")
    with pytest.raises(InvalidInput, match=next(iter(edited))):
        await talk.decide(True, **edited)
    assert (await Approval.objects.aget()).status == "pending"


async def test_the_receipt_after_a_decision_is_of_the_request_then_sent(
    talk: Talk, model_server: ModelServer
):
    model_server.queue({"tools": [POST]}, {"text": "Done."})
    first = await talk.say("Greet the sales team")
    second = await talk.decide(True)
    before, after = (one.of("context_usage")[0] for one in (first, second))
    assert after["parts"]["context"] == before["parts"]["context"]
    assert {"instructions", "tools", "history", "new message"} <= set(after["parts"])
    assert after["tokens"] > before["tokens"]
    receipt = await ContextReceipt.objects.aget(turn_id=second.turn_id)
    assert str(receipt.pk) == after["receipt_id"] and receipt.tokens == after["tokens"]


async def test_without_a_model_what_was_edited_is_told_as_it_was_done(ann: Access, settings):
    settings.MODEL_ROLES = dict.fromkeys(ROLES, "rules")
    await ToolRule.objects.acreate(tenant_id=ann.tenant_id, tool="change", ask_first=AskFirst.ALWAYS)
    talk = Talk(ann)
    await talk.say("Create a project called Harvest fair")
    made = {"op": "create", "kind": "project", "fields": {"title": "Autumn market"}}
    told = await talk.decide(True, operations=[made])
    assert "Autumn market" in told.text and "Harvest" not in told.text
    assert "Autumn market" in (await Message.objects.filter(role="user").alatest("sequence")).content


async def test_what_was_approved_once_is_not_made_again_after_an_undo(talk: Talk, model_server: ModelServer):
    fair = {"op": "create", "kind": "project", "fields": {"title": "Fair"}}
    model_server.queue(
        {"tools": [POST]},
        {"tools": [{"name": "change", "arguments": {"operations": [fair]}}]},
        {"tools": [{"name": "undo", "arguments": {"turn": "this"}}]},
        {"tools": [POST]},
        {"text": "Done."},
    )
    await talk.say("Greet the sales team")
    assert (await talk.decide(True)).text.endswith("Done.")
    assert await ToolCallRecord.objects.filter(tool="undo", status="done").acount() == 1
    assert await ToolCallRecord.objects.filter(tool="save_skill").acount() == 1


async def test_a_no_is_told_to_the_model(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [POST]}, {"text": "Then not."})
    await talk.say("Greet the sales team")
    assert (await talk.decide(False)).text.endswith("Then not.")
    assert "did not approve" in model_server.requests[1].text
    assert not await SkillDefinition.objects.aexists()


async def test_another_request_is_answered_and_the_card_stays_open(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [POST]}, {"text": "It is noon."}, {"text": "Posted, noon it is."})
    await talk.say("Greet the sales team")
    beside = await talk.say("What time is it?")
    assert beside.text == "It is noon."
    assert (await Approval.objects.aget()).status == "pending"
    await talk.decide(True)
    text = model_server.requests[-1].text
    assert "What time is it?" in text and "It is noon." in text  # what was said meanwhile is known
    assert await AgentRun.objects.filter(status=RunStatus.WAITING).acount() == 0


async def test_yes_decides_but_only_on_what_was_asked_last(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [POST]}, {"text": "Done."})
    await talk.say("Greet the sales team")
    heard = await talk.say("Yes.")
    assert heard.text.endswith("Done.")
    assert (await Approval.objects.aget()).status == "approved"


@pytest.mark.parametrize(
    ("aside", "status"), [("It is noon.", "approved"), ("It is noon. Shall I save more?", "pending")]
)
async def test_a_yes_that_says_the_deed_again_decides_where_nothing_else_was_asked(
    talk: Talk, model_server: ModelServer, aside: str, status: str
):
    model_server.queue({"tools": [POST]}, {"text": aside}, {"text": "Done."})
    await talk.say("Greet the sales team")
    await talk.say("What time is it?")
    await talk.say("Yes, save it.")
    assert (await Approval.objects.aget()).status == status


async def test_a_part_that_was_handed_on_goes_on_where_it_stopped(talk: Talk, model_server: ModelServer):
    greeting = {"id": "a", "title": "Greet", "task": "Make a skill that greets sales", "writes": True}
    tea = {"id": "b", "title": "Tea", "task": "Say how tea is"}
    model_server.queue(
        {"tools": [{"name": "delegate", "arguments": {"tasks": [tea, {**greeting, "needs": ["b"]}]}}]},
        {"text": "Tea is hot."},
        {"text": "I say hello. ", "tools": [POST]},
        {"text": "By the way, tea is hot."},
        {"text": "Said it."},
        {"text": "All is said."},
    )
    first = await talk.say("Have the sales team greeted")
    assert len(first.of("approval")) == 1 and first.text.startswith("By the way, tea is hot.")
    second = await talk.decide(True)
    assert second.text.endswith("All is said.")
    told, part = model_server.requests[3:5]
    assert "Tea is hot." in told.text and "it is not made yet" in told.text
    assert "I say hello." in part.text and "approved" in part.text
    assert not any("These calls wait" in one.text for one in model_server.requests)
    assert second.of("step")[-1]["status"] == "done"
    assert await SkillDefinition.objects.acount() == 1


async def test_an_agent_may_hand_on_and_its_work_needs_no_yes(talk: Talk, model_server: ModelServer):
    await in_database(two_agents, talk.access)
    handing = {"name": "run_agent", "arguments": {"agent": "writer", "task": "Write a line on tea"}}
    model_server.queue({"tools": [handing]}, {"text": "Tea is hot."}, {"text": "It says: tea is hot."})
    heard = await talk.say("@finder find out about tea and have writer write it")
    assert heard.text.endswith("It says: tea is hot.") and not heard.of("approval")
    assert "Short lines only." in model_server.requests[1].system
    assert "Tea is hot." in model_server.requests[2].text


async def test_all_tables_of_an_agent_can_be_used_by_who_ran_it(talk: Talk, model_server: ModelServer):
    await in_database(two_agents, talk.access)
    handing = {"name": "run_agent", "arguments": {"agent": "writer", "task": "List the agents"}}
    listing = [{"name": "list", "arguments": {"kind": one, "keep": True}} for one in ("agent", "skill")]
    model_server.queue({"tools": [handing]}, {"tools": listing}, {"text": "Listed."}, {"text": "Two."})
    await talk.say("@finder have writer list the agents")
    given = orjson.dumps(model_server.requests[-1].messages).decode().replace("\\", "")
    assert '"text":"Listed.","done":[],"tables":[{"result_id":"' in given
    assert (
        '"of":"list: 2 agents in the workspace"},{"result_id":"' in given
        and '"of":"list: 1 skill in the workspace"}]' in given
    )


def two_agents(access: Access) -> None:
    create_skill(access=access, slug="find", description="Finds.", allowed_tools=["web_visit"])
    create_agent(access=access, slug="finder", description="Finds out", skills=("find",))
    create_agent(access=access, slug="writer", description="Writes", instructions="Short lines only.")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("yes but make it hello, dear all", "was taken as neither"),
        ("no, begin it with a good morning to the team", "were taken as a no"),
    ],
)
async def test_a_yes_or_no_with_a_change_makes_nothing_as_it_stands(
    talk: Talk, model_server: ModelServer, said: str, told: str
):
    changed = POST | {"arguments": POST["arguments"] | {"instructions": "Hello, dear all"}}
    model_server.queue({"tools": [POST]}, {"tools": [changed]}, {"text": "Made."})
    await talk.say("Greet the sales team")
    second = await talk.say(said)
    request = model_server.requests[1]
    assert told in request.text and request.text.endswith(said)
    assert len(second.of("approval")) == 1
    assert await Approval.objects.filter(status="pending").acount() == 1  # the first cannot be executed too
    assert (await talk.decide(True)).text.endswith("Made.")
    assert (await SkillDefinition.objects.aget()).instructions == "Hello, dear all"


async def test_a_yes_that_is_not_understood_leaves_its_card(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [POST]}, {"text": "Press Approve, then."}, {"text": "Made."})
    await talk.say("Greet the sales team")
    await talk.say("Yes, that will suit our sales folks")
    assert (await Approval.objects.aget()).status == "pending"
    assert (await talk.decide(True)).text.endswith("Made.")


async def test_what_waits_is_told_to_whoever_answers_beside_it(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [POST]}, {"text": "It is noon."})
    await talk.say("Greet the sales team")
    await talk.say("What time is it?")
    assert "These calls wait for the person: " in model_server.requests[1].text
    assert "greet-sales" in model_server.requests[1].text


async def test_a_run_that_goes_on_another_day_is_told_the_day(
    talk: Talk, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    model_server.queue({"tools": [POST]}, {"text": "Done."})
    await talk.say("Greet the sales team")
    monkeypatch.setattr(opening_messages, "day_of", lambda now: "Someday")
    monkeypatch.setattr(by_model, "day_of", lambda now: "Someday")
    await talk.decide(True)
    assert "(It is Someday, " in model_server.requests[1].text


async def test_a_run_that_goes_on_later_or_in_another_zone_is_told_the_time(
    talk: Talk, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    model_server.queue({"tools": [POST]}, {"tools": [SKILL]}, {"text": "Both are there."})
    await talk.say("Greet the sales team")
    await talk.decide(True)
    assert " now.)" not in model_server.requests[1].text
    monkeypatch.setattr(by_model, "_A_WHILE", timedelta(seconds=-1))
    await talk.decide(True)
    assert "(It is " in model_server.requests[2].text and " now.)" in model_server.requests[2].text


async def test_an_edited_approval_says_so(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [POST]}, {"text": "Done."})
    await talk.say("Greet the sales team")
    await talk.decide(True, name="greet-all")
    said = await Message.objects.filter(role="user").alatest("sequence")
    assert said.content.startswith("Approved with changes: ") and "greet-all" in said.content


async def test_an_agent_made_while_a_call_waited_is_known_after_it(talk: Talk, model_server: ModelServer):
    rule = {"tool": "calendar.create", "ask_first": AskFirst.ALWAYS}
    await ToolRule.objects.acreate(tenant_id=talk.access.tenant_id, **rule)
    fair = {"do": "create", "title": "Fair", "starts_at": "2030-05-06T09:00"}
    model_server.queue({"tools": [{"name": "calendar", "arguments": fair}]}, {"text": "It is in."})
    await talk.say("Put the fair on 6 May 2030 into my calendar")
    clerk = {"slug": "clerk", "description": "Does the books", "instructions": "Round to cents."}
    await in_database(lambda: create_agent(access=talk.access, **clerk))
    await talk.decide(True)
    first, last = model_server.requests[0].text, model_server.requests[-1].text
    assert "There are no agents yet." in first and "There are no agents yet." not in last
    assert "- clerk (" in last
