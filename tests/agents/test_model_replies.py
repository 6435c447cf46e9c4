"""How runs by a model end, and what is said without a model."""

import pytest

from agents.models import AgentRun, RunStatus
from omniforge.errors import ModelError
from omniforge.llm.errors import ModelCutOff, ModelUnavailable
from omniforge.llm.types import ChatMessage, Completion, Delta
from tests.agents.chat import Chat, replying, rules_only

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("three_agents")]


async def test_run_by_model_is_told_of_missing_connections(chat: Chat):
    chat.models, scripted = replying("Nothing is overdue.")
    answer = await chat.say("@jira-overdue-monitor check the list")
    run = await AgentRun.objects.aget()
    assert "Nothing is overdue." in answer.text and "by rules" not in answer.text
    assert (run.status, run.method, run.output) == (RunStatus.SUCCEEDED, "model", "Nothing is overdue.")
    (request,) = scripted.requests
    assert "jira-overdue-monitor" in request.messages[0].content
    assert "Jira isn't connected. Slack isn't connected." in request.messages[1].content
    assert answer.text.index("Jira isn't connected") < answer.text.index("Nothing is overdue.")


async def test_unavailable_model_fails_the_run(chat: Chat):
    chat.models, _ = replying(*[ModelUnavailable() for _ in range(4)])
    with pytest.raises(ModelUnavailable):
        await chat.say("@notion-reporter summarise:\nThe launch moved to May, and legal review takes long.")
    run = await AgentRun.objects.aget()
    assert run.status == RunStatus.FAILED and "cannot be reached" in run.error and not run.output


class BreaksOff:
    """A provider whose answers break off in the middle."""

    vendor = "scripted"
    asked = 0

    async def stream(self, request):
        self.asked += 1
        yield Delta("Half an ")
        raise ModelCutOff

    async def complete(self, request) -> Completion:
        raise ModelCutOff


async def test_unavailable_model_is_reported_for_a_question(chat: Chat):
    chat.models, _ = replying(*[ModelUnavailable() for _ in range(4)])
    with pytest.raises(ModelUnavailable):
        await chat.say("Explain how plan 15 helps a team in 26 words.")


async def test_model_failing_four_times_fails_the_run_with_its_text(chat: Chat):
    provider = BreaksOff()
    chat.models = rules_only().__class__({"reply": "scripted:x"}, providers={"scripted": provider})
    with pytest.raises(ModelError):
        await chat.say("@notion-reporter what changed?")
    run = await AgentRun.objects.aget()
    assert (run.status, run.output) == (RunStatus.FAILED, "Half an " * 4) and run.error
    assert provider.asked == 4


async def test_a_cancelled_run_is_stored_as_cancelled(chat: Chat):
    chat.models, _ = replying("one two three four")
    outputs = chat.run("@notion-reporter what changed?")
    async for output in outputs:
        if getattr(output, "text", "").strip() == "two":
            break
    await outputs.aclose()
    run = await AgentRun.objects.aget()
    assert run.status == RunStatus.CANCELLED
    assert run.output.startswith("one two") and not run.output.endswith("four")


CUT_OFF = [ChatMessage("user", "Why is the sky blue?"), ChatMessage("assistant", "Light is\n(interrupted)")]


async def test_continue_extends_the_interrupted_answer(chat: Chat):
    chat.models, scripted = replying("scattered by air.")
    chat.window = list(CUT_OFF)
    answer = await chat.say("Continue")
    assert answer.text == "scattered by air."
    *said, context, last = [message.content for message in scripted.requests[0].messages[-4:]]
    assert said == ["Why is the sky blue?", "Light is\n(interrupted)"]
    assert context.startswith("<context>") and last == "Continue"


async def test_continue_without_a_model_is_refused(chat: Chat):
    chat.window = list(CUT_OFF)
    answer = await chat.say("please go on")
    assert answer.text.startswith("Only a model can write on") and answer.intent.action_type == "query_info"


async def test_continue_after_a_complete_answer_is_an_ordinary_message(chat: Chat):
    await chat.say("Which agents are there?")
    assert "Only a model" not in (await chat.say("Continue")).text
