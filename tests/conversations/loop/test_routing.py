"""The loop answers while the intent is determined; only writes wait for it."""

from collections.abc import Iterator

import pytest

from agents.models import SkillDefinition
from omniforge.tenants.access import Access
from tests.conversations.loop.conftest import MODELS, ROLES
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer
from tests.standin.thread import running

pytestmark = pytest.mark.django_db(transaction=True)
SKILL = {
    "name": "save_skill",
    "arguments": {"name": "sum-up", "description": "Adds up.", "instructions": "Add."},
}
TWO_READINGS = {
    "action_type": "create_agent",
    "confidence": 0.6,
    "is_ambiguous": True,
    "alternative_action": "query_info",
    "alternative_confidence": 0.5,
    "clarifying_question": "Build an agent, or answer once?",
}


@pytest.fixture
def small() -> Iterator[ModelServer]:
    """The model that finds the intent."""
    with running(ModelServer(tokens=20)) as server:
        yield server


@pytest.fixture
def large() -> Iterator[ModelServer]:
    """The model that answers."""
    with running(ModelServer(tokens=20)) as server:
        yield server


@pytest.fixture
def talk(ann: Access, small: ModelServer, large: ModelServer, settings, tmp_path) -> Talk:
    settings.VAR = tmp_path
    settings.MODEL_PROVIDERS = {
        "openai": small.providers["openai"],
        "anthropic": large.providers["anthropic"],
    }
    models = {"intent": MODELS["openai"], "reply": MODELS["anthropic"]}
    settings.MODEL_ROLES = dict.fromkeys(ROLES, "rules") | models
    return Talk(ann)


async def test_first_text_waits_for_one_of_two_slow_models_not_for_both(
    talk: Talk, small: ModelServer, large: ModelServer
):
    await talk.say("Warm up")
    small.ttft_ms = large.ttft_ms = 600
    heard = await talk.say("How do backups work?")
    assert len(small.requests) == len(large.requests) == 2
    assert 600 <= heard.of("done")[0]["usage"]["first_text_ms"] < 1_100  # 1,200 one after the other


async def test_there_is_one_intent_a_turn(talk: Talk):
    for message in ("Draft a short letter to Falk & Co", "Who has to sign it?", "/agents", "hello"):
        heard = await talk.say(message)
        assert len(heard.of("intent")) == 1 and heard.text, message


async def test_no_write_starts_before_the_intent_is_there(talk: Talk, small: ModelServer, large: ModelServer):
    small.ttft_ms = 3_000
    large.queue({"tools": [SKILL]}, {"text": "Made."})
    heard = await talk.say("It would help us if something here could add up")
    kinds = [kind for kind, _ in heard.events if kind in ("intent", "operation", "tool_call")]
    assert kinds == ["tool_call", "intent", "operation"]
    assert await SkillDefinition.objects.filter(slug="sum-up").aexists()


async def test_two_clear_readings_are_offered_before_anything_was_said(
    talk: Talk, small: ModelServer, large: ModelServer
):
    small.script("Label the message", TWO_READINGS)
    large.ttft_ms = 5_000
    heard = await talk.say("Watch the tickets")
    assert heard.of("options")[0]["question"] == "Build an agent, or answer once?"
    assert heard.text == "Build an agent, or answer once?"
    large.ttft_ms = 0
    chosen = await talk.say("Only answer the question")
    assert "The person chose: Only answer the question" in large.requests[-1].text
    [intent] = chosen.of("intent")
    assert (intent["action_type"], intent["method"]) == ("query_info", "pending")


async def test_once_something_was_said_no_options_come(talk: Talk, small: ModelServer, large: ModelServer):
    small.ttft_ms = 600
    small.script("Label the message", TWO_READINGS)
    heard = await talk.say("Watch the tickets")
    assert not heard.of("options") and heard.of("intent")[0]["is_ambiguous"]
    assert len(large.requests) == 1


async def test_no_model_is_asked_about_a_clear_command(talk: Talk, small: ModelServer, large: ModelServer):
    heard = await talk.say("Mark 'approve the proof' as done.")
    [intent] = heard.of("intent")
    assert (intent["action_type"], intent["method"]) == ("execute_task", "rules")
    assert not small.requests and large.requests
    await talk.say("Mark my words, this proof is late.")
    assert small.requests


async def test_words_that_are_a_command_are_labelled_as_that_and_not_guessed(talk: Talk, settings):
    settings.MODEL_ROLES = settings.MODEL_ROLES | {"intent": "rules"}
    heard = await talk.say("Add a task: write down what each figure means")
    [intent] = heard.of("intent")
    assert (intent["action_type"], intent["mode"], intent["is_ambiguous"]) == ("execute_task", "act", False)
    assert intent["confidence"] > 0.9
