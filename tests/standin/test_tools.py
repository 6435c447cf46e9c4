"""Tool calls scripted in the stand-in, and read by the vendors' own SDKs."""

import json
import subprocess
import sys
from types import ModuleType

import httpx2
import pytest

from tests.ports import free_port
from tests.standin import ModelServer, ToolCall

ASK = [{"role": "user", "content": "Is it warm in Paris?"}]
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
GPT_TOOLS = [{"type": "function", "function": {"name": "weather", "description": "…", "parameters": SCHEMA}}]
CLAUDE_TOOLS = [{"name": "weather", "description": "…", "input_schema": SCHEMA}]
TWO = {
    "text": "Let me look.",
    "tools": [{"name": "weather", "arguments": {"city": city}} for city in ("Paris", "東京")],
}
CITIES = [{"city": "Paris"}, {"city": "東京"}]


@pytest.fixture
def gpt(model_server: ModelServer, openai: ModuleType):
    with openai.OpenAI(api_key="k", base_url=f"{model_server.url}/v1", max_retries=0) as client:
        yield lambda **more: client.chat.completions.create(
            **{"model": "m", "messages": ASK, "tools": GPT_TOOLS} | more
        )


@pytest.fixture
def claude(model_server: ModelServer, anthropic: ModuleType):
    with anthropic.Anthropic(api_key="k", base_url=model_server.url, max_retries=0) as client:
        yield lambda **more: client.messages.create(
            **{"model": "m", "messages": ASK, "tools": CLAUDE_TOOLS, "max_tokens": 99} | more
        )


def test_openai_reads_parallel_tool_calls(gpt, model_server):
    model_server.queue(TWO, TWO)
    [choice] = gpt().choices
    assert (choice.message.content, choice.finish_reason) == ("Let me look.", "tool_calls")
    assert [json.loads(call.function.arguments) for call in choice.message.tool_calls] == CITIES
    fragments: dict[int, str] = {}
    for chunk in gpt(stream=True):
        for call in chunk.choices[0].delta.tool_calls or ():
            fragments[call.index] = fragments.get(call.index, "") + call.function.arguments
    assert [json.loads(arguments) for arguments in fragments.values()] == CITIES


def test_anthropic_reads_parallel_tool_calls(claude, model_server):
    model_server.queue(TWO)
    message = claude()
    assert [block.type for block in message.content] == ["text", "tool_use", "tool_use"]
    assert ([block.input for block in message.content[1:]], message.stop_reason) == (CITIES, "tool_use")


def test_anthropic_streams_text_between_tool_calls(anthropic, model_server):
    call = ToolCall("weather", '{"city": "Paris"}')
    model_server.script("warm", (call, "And again:", call))
    with (
        anthropic.Anthropic(api_key="k", base_url=model_server.url) as client,
        client.messages.stream(model="m", messages=ASK, tools=CLAUDE_TOOLS, max_tokens=9) as stream,
    ):
        message = stream.get_final_message()
    assert [block.type for block in message.content] == ["tool_use", "text", "tool_use"]
    assert [message.content[0].input, message.content[1].text] == [{"city": "Paris"}, "And again:"]
    assert message.content[0].id != message.content[2].id


def test_empty_answer_is_well_formed(anthropic, model_server):
    model_server.queue({})
    with (
        anthropic.Anthropic(api_key="k", base_url=model_server.url) as client,
        client.messages.stream(model="m", messages=ASK, max_tokens=9) as stream,
    ):
        message = stream.get_final_message()
    assert (message.content, message.stop_reason) == ([], "end_turn")


CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "c1", "content": "18 °C"}
NAMELESS = [{"type": "function", "function": {"name": "a.b", "description": "", "parameters": SCHEMA}}]


@pytest.mark.parametrize(
    "wrong",
    [
        {"messages": [*ASK, CALLED]},
        {"messages": [*ASK, CALLED, *ASK]},
        {"messages": [*ASK, RESULT]},
        {"messages": [*ASK, {"role": "assistant", "content": None}]},
        {"messages": [*ASK, {"role": "assistant", "content": "", "tool_calls": []}]},
        {"tools": NAMELESS},
        {"tools": [], "tool_choice": "none"},
    ],
)
def test_openai_refuses_unpaired_tool_calls(openai, gpt, wrong):
    assert gpt(messages=[*ASK, CALLED, RESULT])
    with pytest.raises(openai.BadRequestError):
        gpt(**wrong)


USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "weather", "input": {}}]}
GIVEN = {"type": "tool_result", "tool_use_id": "t1", "content": "18 °C"}
SAID = {"type": "text", "text": "And now?"}
NO_OBJECT = {"role": "assistant", "content": [USE["content"][0] | {"input": "{}"}]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"messages": [*ASK, USE]},
        {"messages": [*ASK, USE, *ASK]},
        {"messages": [*ASK, {"role": "user", "content": [GIVEN]}]},
        {"messages": [*ASK, USE, {"role": "user", "content": [SAID, GIVEN]}]},
        {"messages": [*ASK, USE, {"role": "user", "content": [GIVEN, SAID | {"text": " "}]}]},
        {"messages": [*ASK, NO_OBJECT, {"role": "user", "content": [GIVEN]}]},
        {"messages": [*ASK, USE, {"role": "user", "content": [GIVEN]}], "tools": []},
        {"tools": [{"name": "a b", "input_schema": SCHEMA}]},
        {"tools": [{"name": "weather", "input_schema": {}}]},
    ],
)
def test_anthropic_refuses_unpaired_tool_calls(anthropic, claude, wrong):
    assert claude(messages=[*ASK, USE, {"role": "user", "content": [GIVEN, SAID]}])
    with pytest.raises(anthropic.BadRequestError):
        claude(**wrong)


def test_queued_answers_go_to_the_matching_prompts(openai, gpt, model_server):
    model_server.queue({"match": "rome", "text": "hot"}, {"text": "warm"}, {"fault": "overloaded"})
    assert gpt().choices[0].message.content == "warm"
    with pytest.raises(openai.InternalServerError):
        gpt()
    rome = [{"role": "user", "content": "And in Rome?"}]
    assert gpt(messages=rome).choices[0].message.content == "hot"


def test_standin_process_is_scripted_over_http():
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "tests.standin", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            process.stdout.readline()
            assert httpx2.post(f"{url}/script", json=[{"text": "Scripted."}]).status_code == 200
            reply = httpx2.post(f"{url}/v1/chat/completions", json={"model": "m", "messages": ASK}).json()
            assert reply["choices"][0]["message"]["content"] == "Scripted."
            [request] = httpx2.get(f"{url}/requests").json()
            assert (request["vendor"], request["body"]["messages"]) == ("openai", ASK)
            httpx2.post(f"{url}/reset")
            assert httpx2.get(f"{url}/requests").json() == []
        finally:
            process.terminate()


@pytest.mark.parametrize(
    "wrong", ['{"text"', '["text"]', '[{"txt": "x"}]', '[{"fault": "none"}]', '[{"tools": [{}]}]']
)
def test_invalid_script_is_refused(model_server, wrong):
    assert httpx2.post(f"{model_server.url}/script", content=wrong).status_code == 400
