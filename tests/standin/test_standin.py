"""The stand-in, driven by the vendors' own SDKs: what they accept, a real provider would have sent."""

import asyncio
import subprocess
import sys
import time
from types import ModuleType
from typing import Literal

import httpx2
import pytest
from pydantic import BaseModel

from tests.ports import free_port
from tests.standin import Fault, ModelServer

ASK = [{"role": "user", "content": "Which tickets are late?"}]


class Verdict(BaseModel):
    action_type: Literal["query_info", "unknown", "create_agent"]
    confidence: float
    note: str | None


@pytest.fixture
def gpt(model_server: ModelServer, openai: ModuleType):
    with openai.OpenAI(api_key="k", base_url=f"{model_server.url}/v1", max_retries=0) as client:
        yield client


@pytest.fixture
def claude(model_server: ModelServer, anthropic: ModuleType):
    with anthropic.Anthropic(api_key="k", base_url=model_server.url, max_retries=0) as client:
        yield client


def test_openai_reads_whole_and_streamed_answers(gpt, model_server):
    model_server.script("late", "Two of them:\n a and b ")
    whole = gpt.chat.completions.create(model="m", messages=ASK)
    assert (whole.choices[0].message.content, whole.choices[0].finish_reason) == (
        "Two of them:\n a and b ",
        "stop",
    )
    chunks = list(
        gpt.chat.completions.create(
            model="m", messages=ASK, stream=True, stream_options={"include_usage": True}
        )
    )
    assert "".join(c.choices[0].delta.content or "" for c in chunks if c.choices) == "Two of them:\n a and b "
    assert (chunks[-1].usage.prompt_tokens, chunks[-2].choices[0].finish_reason) == (4, "stop")


def test_anthropic_reads_whole_and_streamed_answers(claude, model_server):
    model_server.script("late", "Two of them:\n a and b ")
    whole = claude.messages.create(model="m", messages=ASK, max_tokens=9)
    assert (whole.content[0].text, whole.stop_reason) == ("Two of them:\n a and b ", "end_turn")
    with claude.messages.stream(model="m", messages=ASK, max_tokens=9) as stream:
        message = stream.get_final_message()
    assert (message.content[0].text, message.stop_reason) == ("Two of them:\n a and b ", "end_turn")
    assert (message.usage.input_tokens, message.usage.output_tokens) == (4, 7)


def test_openai_and_anthropic_parse_structured_answers(gpt, claude):
    mine = gpt.chat.completions.parse(model="m", messages=ASK, response_format=Verdict)
    theirs = claude.messages.parse(model="m", messages=ASK, max_tokens=99, output_format=Verdict)
    assert mine.choices[0].message.parsed == theirs.parsed_output
    assert theirs.parsed_output.action_type == "query_info"


def test_newest_matching_script_answers(gpt, model_server):
    model_server.script("late", "old")
    model_server.script("late", "new")
    model_server.script("late", {"confidence": 0.1})
    model_server.script("early", "other")
    assert gpt.chat.completions.create(model="m", messages=ASK).choices[0].message.content == "new"
    parsed = (
        gpt.chat.completions.parse(model="m", messages=ASK, response_format=Verdict).choices[0].message.parsed
    )
    assert parsed.confidence == 0.1


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.RATE_LIMITED, "RateLimitError"),
        (Fault.SERVER_ERROR, "InternalServerError"),
        (Fault.WRONG_KEY, "AuthenticationError"),
        (Fault.UNKNOWN_MODEL, "NotFoundError"),
        (Fault.CONTEXT_FULL, "BadRequestError"),
    ],
)
def test_openai_raises_the_matching_error_for_each_fault(openai, gpt, model_server, fault, error):
    model_server.fail(fault, retry_after=7)
    with pytest.raises(getattr(openai, error)) as failure:
        gpt.chat.completions.create(model="m", messages=ASK)
    assert failure.value.response.headers["retry-after"] == "7"
    assert gpt.chat.completions.create(model="m", messages=ASK)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.RATE_LIMITED, "RateLimitError"),
        (Fault.OVERLOADED, "InternalServerError"),
        (Fault.WRONG_KEY, "AuthenticationError"),
        (Fault.OUT_OF_CREDIT, "BadRequestError"),
    ],
)
def test_anthropic_raises_the_matching_error_for_each_fault(anthropic, claude, model_server, fault, error):
    model_server.fail(fault)
    with pytest.raises(getattr(anthropic, error)):
        claude.messages.create(model="m", messages=ASK, max_tokens=9)


def test_requests_the_vendors_refuse_are_refused(openai, gpt, anthropic, claude):
    loose = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}}
    schema = {"type": "json_schema", "json_schema": {"name": "x", "strict": True, "schema": loose}}
    with pytest.raises(openai.BadRequestError):
        gpt.chat.completions.create(model="m", messages=ASK, response_format=schema)
    with pytest.raises(anthropic.BadRequestError):
        claude.messages.create(model="m", max_tokens=9, messages=[{"role": "assistant", "content": "Hi"}])


def test_journal_keeps_requests_until_reset(gpt, model_server):
    gpt.chat.completions.create(model="m", messages=[{"role": "system", "content": "Be brief."}, *ASK])
    [request] = model_server.requests
    assert (request.key, request.model, request.stream) == ("k", "m", False)
    assert request.text == "Be brief.\n\n\n\nWhich tickets are late?"
    model_server.fail(Fault.SERVER_ERROR)
    model_server.reset()
    assert model_server.requests == []
    assert gpt.chat.completions.create(model="m", messages=ASK)


def test_recovered_server_answers_by_its_script(gpt, model_server):
    model_server.script("late", "Two of them.")
    model_server.fail(Fault.SERVER_ERROR, times=2)
    model_server.recover()
    answer = gpt.chat.completions.create(model="m", messages=ASK)
    assert answer.choices[0].message.content == "Two of them."


def test_configured_pace_is_kept(gpt, model_server):
    model_server.ttft_ms, model_server.gap_ms, model_server.tokens = 100, 10, 20
    started = time.perf_counter()
    stream = iter(gpt.chat.completions.create(model="m", messages=ASK, stream=True))
    next(stream)
    first = time.perf_counter() - started
    list(stream)
    assert first >= 0.1
    assert time.perf_counter() - started >= 0.1 + 19 * 0.01


async def test_standin_serves_a_hundred_streams(model_server):
    model_server.ttft_ms, model_server.gap_ms = 20, 5
    body = {"model": "m", "messages": ASK, "stream": True}
    async with httpx2.AsyncClient(
        limits=httpx2.Limits(max_connections=100), timeout=180, verify=False
    ) as client:
        url = f"{model_server.url}/v1/chat/completions"
        replies = await asyncio.gather(*(client.post(url, json=body) for _ in range(100)))
    assert all(reply.text.count("data:") == 63 for reply in replies)


def test_standin_runs_as_its_own_process(openai):
    port = free_port()
    command = [sys.executable, "-m", "tests.standin", "--port", str(port), "--tokens", "3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline().startswith(f"OPENAI_BASE_URL=http://127.0.0.1:{port}/v1")
            client = openai.OpenAI(api_key="k", base_url=f"http://127.0.0.1:{port}/v1")
            with client:
                answer = client.chat.completions.create(model="m", messages=ASK)
            assert answer.choices[0].message.content == "The agent reads"
        finally:
            process.terminate()
