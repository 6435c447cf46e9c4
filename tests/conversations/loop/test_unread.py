"""Rules that fail on a message end no turn that a model can answer, and their failure is logged."""

import pytest

from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
ORDER = "Drop the plan Orchard? No wait: who is on it?"


@pytest.fixture
def vendor() -> str:
    return "openai"


def fail(*_: object) -> None:
    raise IndexError(f"nothing in {ORDER}")


@pytest.mark.parametrize(
    "rule",
    [
        "agents.runs.loop_and_intent.read_commands",
        "intent.classifier.analyse",
        "agents.runs.resumed.stops_to_ask",
        "agents.memory.state.facts.statements_in",
    ],
)
async def test_model_answers_what_rules_fail_on(
    talk: Talk,
    model_server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    rule: str,
):
    monkeypatch.setattr(rule, fail)
    model_server.queue({"text": "Ada is."})
    heard = await talk.say(ORDER)
    assert (heard.text, heard.ended) == ("Ada is.", "completed")
    told = [one.getMessage() for one in caplog.records if "rules failed" in one.getMessage()]
    assert told and "IndexError" in told[0]
    assert "Orchard" not in caplog.text


async def test_writes_go_through_though_the_intent_is_unknown(
    talk: Talk, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("agents.runs.loop_and_intent.read_commands", fail)
    trip = {"do": "create", "title": "Oslo", "starts_at": "2026-12-03T10:00"}
    answer = {"name": "finish", "arguments": {"answer": "It is in."}}
    model_server.queue({"tools": [{"name": "calendar", "arguments": trip}, answer]})
    assert (await talk.say("Put Oslo in")).text == "It is in."


async def test_it_stays_an_error_without_a_model(talk: Talk, settings, monkeypatch: pytest.MonkeyPatch):
    settings.MODEL_ROLES = {}
    monkeypatch.setattr("agents.without_model.rules.write_plainly", fail)
    heard = await talk.say(ORDER)
    assert [one["code"] for one in heard.of("error")] == ["internal_error"]
