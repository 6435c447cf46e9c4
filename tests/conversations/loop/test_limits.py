"""Long answers continue, interrupted ones are retried, failures are reported; no rules after a call."""

import orjson
import pytest

from agents.models import AgentRun, AskFirst, SkillDefinition, ToolRule
from conversations.turns import run
from omniforge.projects.models import Project
from omniforge.tenants.access import Access
from tests.conversations.loop.talking import Talk
from tests.standin.faults import Fault
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
NOTE = {"name": "todo", "arguments": {"items": [{"title": "Look", "state": "doing"}]}}


async def test_a_call_that_was_cut_off_is_told_with_its_length(talk: Talk, model_server: ModelServer):
    long = {"name": "save_skill", "arguments": '{"name": "x", "instructions": "' + "word " * 200}
    model_server.queue({"tools": [long], "fault": "length"}, {"text": "In parts then."})
    heard = await talk.say("Write it all down")
    assert heard.text == "In parts then." and heard.ended == "completed"
    told = model_server.requests[1].last
    assert "cut off after 2" in told and "tokens" in told and "in parts" in told


async def test_a_text_that_was_cut_off_goes_on_with_its_own_words(talk: Talk, model_server: ModelServer):
    model_server.queue({"text": "one two", "fault": "length"}, {"text": " three"})
    heard = await talk.say("Count")
    assert heard.text == "one two three"
    assert "one two" in orjson.dumps(model_server.requests[1].messages).decode()


async def test_a_break_in_the_middle_goes_on_from_its_own_words(talk: Talk, model_server: ModelServer):
    model_server.queue(
        {"text": "one two three four", "fault": "disconnect", "after": 2}, {"text": " three four"}
    )
    heard = await talk.say("Count")
    assert heard.text == "one two three four" and heard.ended == "completed"


async def test_an_empty_answer_is_asked_for_once_more(talk: Talk, model_server: ModelServer):
    model_server.queue({"text": ""}, {"text": "Here I am."})
    heard = await talk.say("Hello there")
    assert heard.text == "Here I am." and "was empty" in model_server.requests[-1].last
    await talk.say("Are you?")
    assert "was empty" not in model_server.requests[-1].text


async def test_a_model_that_stays_silent_is_an_error(talk: Talk, model_server: ModelServer):
    model_server.queue({"tools": [NOTE]}, {"text": ""}, {"text": ""})
    heard = await talk.say("Look into it")
    assert heard.ended == "failed" and "empty answer" in heard.of("error")[0]["message"]


async def test_three_failures_are_not_noticed(talk: Talk, model_server: ModelServer):
    model_server.fail(Fault.OVERLOADED, times=3)
    heard = await talk.say("Hello there")
    assert heard.ended == "completed" and not heard.of("error")


async def test_after_the_first_call_a_failure_is_said_and_continue_goes_on(
    talk: Talk, model_server: ModelServer
):
    model_server.queue({"text": "I look. ", "tools": [NOTE]}, *[{"fault": "server_error"}] * 4)
    failed = await talk.say("Look into it")
    assert failed.ended == "failed" and failed.of("error")[0]["retryable"]
    assert [one.title for one in failed.of("options")[0]["choices"]] == ["Continue"]
    assert failed.text.strip() == "I look."
    model_server.queue({"text": "Gone on."})
    heard = await talk.say("Continue")
    assert heard.text == "Gone on."
    request = model_server.requests[-1]
    assert "I look." in request.text and "todo" in orjson.dumps(request.messages).decode()


class TestDoneBefore:
    """Actions completed before a failure are reported with it."""

    SKILL = {"name": "save_skill", "arguments": {"name": "x", "description": "Adds.", "instructions": "Add."}}

    async def test_a_failure_after_an_approved_call_names_it(
        self, talk: Talk, model_server: ModelServer, ann: Access
    ):
        await ToolRule.objects.acreate(tenant_id=ann.tenant_id, tool="save_skill", ask_first=AskFirst.ALWAYS)
        model_server.queue({"tools": [self.SKILL]}, *[{"fault": "server_error"}] * 4)
        await talk.say("Make a skill that adds up")
        failed = await talk.decide(True)
        assert failed.ended == "failed" and await SkillDefinition.objects.aexists()
        assert "Done before it broke off:" in failed.text and "Created the skill x" in failed.text

    async def test_the_time_limit_names_it_too_and_undo_takes_it_back(
        self, talk: Talk, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
    ):
        fair = [{"op": "create", "kind": "project", "fields": {"title": "Fair"}}]
        made = {"name": "change", "arguments": {"operations": fair}}
        with monkeypatch.context() as hurried:
            hurried.setattr(run, "_LIMIT", 1.5)
            model_server.queue({"tools": [made]}, {"text": "It is", "fault": "stall"})
            failed = await talk.say("Set up the project Fair")
        assert failed.of("error")[0]["code"] == "timeout"
        assert "create Fair" in failed.text
        model_server.queue({"tools": [{"name": "undo", "arguments": {}}]}, {"text": "It is gone."})
        await talk.say("Undo that")
        assert not await Project.objects.filter(deleted_at=None).aexists()

    async def test_what_a_part_did_is_named(self, talk: Talk, model_server: ModelServer):
        parts = [{"id": "a", "title": "The skill", "task": "Make a skill that adds up", "writes": True}]
        delegate = {"name": "delegate", "arguments": {"tasks": parts}}
        model_server.queue({"tools": [delegate]}, {"tools": [self.SKILL]}, *[{"fault": "server_error"}] * 8)
        failed = await talk.say("Make a skill that adds up, in parts")
        assert failed.ended == "failed" and "Created the skill x" in failed.text


async def test_before_anything_a_failure_is_said_and_no_rules_guess(talk: Talk, model_server: ModelServer):
    model_server.fail(Fault.WRONG_KEY)
    heard = await talk.say("Who has to approve a hotel of 230 euros?")
    assert heard.ended == "failed" and not heard.text
    assert "refused the key" in heard.of("error")[0]["message"]
    assert not await AgentRun.objects.aexists()


async def test_rules_stand_in_for_what_they_cover_exactly(talk: Talk, model_server: ModelServer):
    model_server.fail(Fault.WRONG_KEY)
    heard = await talk.say("What is 12 * 12?")
    assert heard.ended == "completed" and "144" in heard.text


async def test_a_plain_answer_stores_no_run(talk: Talk, model_server: ModelServer):
    await talk.say("How are you?")
    assert not await AgentRun.objects.aexists()
