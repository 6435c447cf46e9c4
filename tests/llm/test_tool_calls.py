"""Conversations with tools, over each vendor's real wire format."""

import asyncio
from contextlib import aclosing

import pytest

from omniforge.llm import Models, errors
from omniforge.llm.anthropic import Anthropic
from omniforge.llm.types import ChatMessage, ModelRequest, ToolRequest, Usage
from omniforge.llm.vendors import VENDORS
from tests.llm.bodies import CLAUDE_BODY, DIALOGUE, GPT_BODY, RESPONSES_BODY, SYSTEM, TOOLS, USER
from tests.llm.conftest import HELLO, RESPONSES
from tests.llm.test_failures import IN_STREAMS, KINDS
from tests.llm.test_pacing import until_left
from tests.standin import Fault

PARIS, ROME = ({"name": "weather", "arguments": {"city": city}} for city in ("Paris", "Rome"))


async def talk(models: Models, messages=HELLO, **more) -> tuple[str, list[ToolRequest]]:
    """Return the text and the calls that the model answers to `messages`."""
    parts = [part async for part in models.converse("reply", messages, tools=TOOLS, **more)]
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts), [part for part in parts if isinstance(part, ToolRequest)]


def wishes(requests: list[ToolRequest]) -> list[tuple[str, str]]:
    return [(request.name, request.arguments) for request in requests]


async def test_calls_and_results_are_sent_in_the_vendors_format(models, model_server, vendor):
    await talk(models, DIALOGUE)
    expected = {"openai": GPT_BODY, "anthropic": CLAUDE_BODY, RESPONSES: RESPONSES_BODY}[vendor]
    assert model_server.requests[0].body == expected


async def test_request_without_tools_has_no_tool_fields(models, model_server):
    assert "".join([text async for text in models.stream("reply", HELLO)])
    assert not {"tools", "tool_choice"} & model_server.requests[0].body.keys()


def test_eager_input_streaming_is_sent_only_to_anthropic():
    """Servers that speak its wire may refuse what they do not know."""
    request = ModelRequest("m", (USER,), tools=tuple(TOOLS))
    for base_url, eager in ((VENDORS["anthropic"].address, True), ("http://localhost:1", None)):
        body = Anthropic(api_key="k", base_url=base_url).body(request)
        assert [tool.get("eager_input_streaming") for tool in body["tools"]] == [eager, eager]


async def test_must_answer_sends_tools_with_tool_choice_none(models, model_server, vendor):
    text, requests = await talk(models, DIALOGUE, must_answer=True)
    assert text and requests == []
    [request] = model_server.requests
    assert request.body["tool_choice"] == ({"type": "none"} if vendor == "anthropic" else "none")
    assert request.tools == [] and len(request.body["tools"]) == 2


async def test_tool_call_is_malformed_if_an_answer_is_required(models, model_server):
    model_server.queue({"tools": [PARIS]}, {"tools": [PARIS]})
    with pytest.raises(errors.ModelMalformed):
        await talk(models, must_answer=True)
    with pytest.raises(errors.ModelMalformed):
        [text async for text in models.stream("reply", HELLO)]
    assert [call.error for call in models.calls] == ["model_malformed"] * 2


@pytest.mark.parametrize(
    ("answer", "said", "called"),
    [
        ({"tools": [PARIS]}, "", [("weather", '{"city": "Paris"}')]),
        ({"text": "Let me look.\n", "tools": [PARIS]}, "Let me look.\n", [("weather", '{"city": "Paris"}')]),
        ({"tools": [{"name": "list_agents", "arguments": ""}]}, "", [("list_agents", "{}")]),
        ({"tools": [{"name": "weather", "arguments": '{"city": '}]}, "", [("weather", '{"city":')]),
        ({"text": "It is warm."}, "It is warm.", []),
        (
            {"blocks": ["First ", PARIS, "and then ", ROME]},
            "First and then ",
            [("weather", '{"city": "Paris"}'), ("weather", '{"city": "Rome"}')],
        ),
    ],
)
async def test_text_and_tool_calls_are_yielded(models, model_server, answer, said, called):
    model_server.queue(answer)
    text, requests = await talk(models)
    assert (text, wishes(requests)) == (said, called)
    assert len({request.id for request in requests}) == len(called)


async def test_conversation_continues_with_tool_results(models, model_server):
    model_server.queue({"text": "Let me look.", "tools": [PARIS, ROME]}, {"text": "Rome is warmer."})
    messages = [SYSTEM, USER]
    text, requests = await talk(models, messages)
    messages.append(ChatMessage("assistant", text, requests=tuple(requests)))
    messages += [
        ChatMessage("tool", f"{n} °C", answers=r.id) for n, r in zip((18, 24), requests, strict=True)
    ]
    assert await talk(models, messages) == ("Rome is warmer.", [])
    assert "18 °C" in model_server.requests[1].text and "24 °C" in model_server.requests[1].last
    assert [call.error for call in models.calls] == ["", ""]


async def test_tool_call_is_recorded_with_usage_and_cost(models, model_server):
    model_server.queue({"tools": [{"name": "weather", "arguments": "x" * 90}]})
    await talk(models)
    [call] = models.calls
    assert (call.usage, call.error) == (Usage(6, 10), "")
    assert call.cost > 0 and 0 <= call.first_token_ms <= call.latency_ms


async def test_stream_closed_within_a_tool_call_is_charged(models, model_server):
    model_server.gap_ms = 5
    model_server.queue({"text": "So", "tools": [{"name": "weather", "arguments": "x" * 4000}]})
    async with aclosing(models.converse("reply", HELLO, tools=TOOLS)) as parts:
        assert await anext(parts) == "So"
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.4):
                await anext(parts)
    await until_left(model_server)
    [call] = models.calls
    assert call.error == "cancelled" and call.usage.output_tokens > 10
    assert call.usage.input_tokens > sum(len(tool.description + str(tool.schema)) for tool in TOOLS) // 4


async def test_tool_call_at_the_output_limit_is_marked_as_cut(models, model_server):
    cut_off = {"name": "weather", "arguments": '{"city": "Par'}
    model_server.queue({"text": "Look:", "tools": [ROME, cut_off], "fault": "length"})
    text, requests = await talk(models)
    assert (text, [request.cut for request in requests]) == ("Look:", [False, True])
    assert len(model_server.requests) == 1


async def test_continued_answer_may_call_tools(models, model_server):
    model_server.queue({"text": "Let me", "fault": "length"}, {"text": " look.", "tools": [PARIS]})
    text, requests = await talk(models)
    assert (text, wishes(requests)) == ("Let me look.", [("weather", '{"city": "Paris"}')])


@pytest.mark.parametrize("fault", sorted(IN_STREAMS))
async def test_fault_within_a_tool_call_raises_and_yields_no_call(make_models, model_server, fault):
    model_server.queue(*[{"tools": [PARIS], "fault": fault, "after": 2}] * 4)
    models = make_models(first_token=0.3)
    parts = []
    with pytest.raises(KINDS[fault]):
        async for part in models.converse("reply", HELLO, tools=TOOLS):
            parts.append(part)
    assert (parts, models.calls[-1].error) == ([], KINDS[fault].code)


@pytest.mark.parametrize("fault", [Fault.OVERLOADED, Fault.DISCONNECT, Fault.CUT])
async def test_tool_call_broken_before_its_first_token_is_retried(models, model_server, fault):
    model_server.queue({"tools": [PARIS], "fault": fault, "after": 0}, {"tools": [PARIS]})
    assert wishes((await talk(models))[1]) == [("weather", '{"city": "Paris"}')]
    assert len(model_server.requests) == 2


async def test_tool_call_may_outlast_the_first_token_limit(make_models, model_server):
    model_server.gap_ms = 20
    model_server.queue({"tools": [{"name": "weather", "arguments": "x" * 300}]})
    assert len((await talk(make_models(first_token=0.3)))[1]) == 1


async def test_silence_within_a_tool_call_does_not_time_out(make_models, model_server):
    """Some servers send a call when it is whole, so only the limit of a first word holds."""
    model_server.gap_ms = 150
    model_server.queue({"text": "Look:", "tools": [{"name": "list_agents"}]})
    assert await talk(make_models(between_tokens=0.05))


async def test_converse_without_a_model_raises_not_configured():
    with pytest.raises(errors.ModelNotConfigured):
        await talk(Models({}, providers={}))
