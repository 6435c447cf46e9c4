"""Models without native tools: the prompt describes the tools, and the model answers in JSON."""

import asyncio
import json
from typing import Any

import pytest

from agents.runs.last_words import FINISH
from omniforge.llm.types import ChatMessage
from omniforge.tenants.connected.choice import choice_of
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer
from tests.tenants.connected.conftest import connect  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
LISTS = {"answer": "", "calls": [{"name": "list", "arguments": {"kinds": ["agent"]}}]}
ANSWERS = {"answer": "There are no agents yet.", "calls": []}


@pytest.fixture
def vendor() -> str:
    return "openai"


def script(server: ModelServer, form: Any = lambda reply: reply) -> None:
    server.script("which agents", form(LISTS))
    server.script("Result of list", form(ANSWERS))


def said(talk: Talk) -> str:
    return asyncio.run(talk.say("Tell me which agents there are, and what each of them does")).text


def test_one_that_refuses_tools_calls_them_in_writing_and_that_is_remembered(talk, model_server):
    model_server.toolless.add("gpt-4o")
    script(model_server)
    assert said(talk) == "There are no agents yet."
    refused, first, second = (one.body for one in model_server.requests)
    assert refused["tools"] and not first.get("tools") and not second.get("tools")
    assert "- list: " in first["messages"][0]["content"]
    assert first["response_format"]["json_schema"]["strict"] is False
    assert [tool["tool"] for tool in talk.heard[0].of("tool_call")] == ["list"]
    said(talk)
    assert all(not one.body.get("tools") for one in model_server.requests[3:])
    told = model_server.requests[-1].body["messages"]
    assert all(one["role"] in ("system", "user", "assistant") for one in told)


def test_one_that_enforces_no_form_is_asked_for_it_in_words_alone(talk, model_server):
    model_server.toolless.add("gpt-4o")
    model_server.formless.add("gpt-4o")
    script(model_server, json.dumps)
    assert said(talk) == "There are no agents yet."
    assert "response_format" not in model_server.requests[-1].body


def test_plain_words_are_an_answer_too(talk, model_server):
    model_server.toolless.add("gpt-4o")
    model_server.formless.add("gpt-4o")
    model_server.script("which agents", "I don't know of any.")
    assert said(talk) == "I don't know of any."


def test_one_that_says_it_has_none_is_never_asked_with_tools(ann, connect, model_server):  # noqa: F811
    model_server.models.append({"id": "gemma:2b", "supported_parameters": []})
    connect(vendor="compatible", model="gemma:2b")
    models = choice_of(ann.tenant_id).models()
    model_server.script("Hello", {"answer": "Hello.", "calls": []})

    async def say() -> list[object]:
        messages = [ChatMessage("system", "Help."), ChatMessage("user", "Hello")]
        return [one async for one in models.converse("reply", messages, tools=(FINISH,))]

    assert asyncio.run(say()) == ["Hello."]
    assert not model_server.requests[-1].body.get("tools")
