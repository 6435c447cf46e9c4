"""Answers that reach the model's output limit are continued as one text, over each vendor's wire format."""

import pytest

from omniforge.llm import errors
from omniforge.llm.anthropic import Anthropic
from omniforge.llm.openai import OpenAI
from omniforge.llm.types import ModelRequest
from omniforge.llm.vendors import VENDORS
from tests.llm.bodies import USER
from tests.llm.conftest import HELLO, read


def cut(text: str) -> dict[str, str]:
    return {"text": text, "fault": "length"}


async def test_cut_answer_is_continued_as_one_text(models, model_server):
    model_server.queue(cut("one two"), cut(" three fo"), {"text": "ur five"})
    assert await read(models) == "one two three four five"
    first, second, third = model_server.requests
    assert [message["role"] for message in third.messages][-2:] == ["assistant", "user"]
    assert third.messages[-2]["content"] == "one two three fo"
    assert third.system == first.system and len(third.messages) == len(second.messages)


async def test_each_call_of_a_continued_answer_is_recorded(models, model_server):
    model_server.queue(cut("one two"), {"text": " three"})
    await read(models)
    assert [(call.usage.output_tokens, call.error) for call in models.calls] == [(2, ""), (1, "")]


async def test_answer_is_continued_at_most_four_times(models, model_server):
    model_server.queue(*[cut(f"part{n} ") for n in range(9)])
    texts = []
    with pytest.raises(errors.ModelLengthLimit):
        async for text in models.stream("reply", HELLO):
            texts.append(text)
    assert "".join(texts).split() == ["part0", "part1", "part2", "part3", "part4"]


async def test_empty_cut_answer_is_not_continued(models, model_server):
    model_server.queue(cut(""), {"text": "more"})
    with pytest.raises(errors.ModelLengthLimit):
        await read(models)
    assert len(model_server.requests) == 1


def test_output_limit_is_the_models_maximum():
    def sent(vendor, name, model="m"):
        body = vendor(api_key="k", base_url=VENDORS[name].address).body(ModelRequest(model, (USER,)))
        return body.get("max_completion_tokens", body.get("max_tokens"))

    assert sent(OpenAI, "openai") is None
    assert sent(Anthropic, "anthropic") == 8_000
    assert sent(Anthropic, "anthropic", "claude-sonnet-4-6") == 64_000
    assert sent(Anthropic, "anthropic", "claude-3-haiku-20240307") == 4_096
